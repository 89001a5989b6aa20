import { plural } from '#web/messages/plural.ts'

/** What a drag announces until the drop. */
export const dragText = {
  lifted: (card: string, list: string, position: number, size: string) =>
    `Picked up ${card}. ${list}, position ${position} of ${size}. Arrow keys move, Space drops, Escape cancels.`,
  over: (list: string, position: number, size: string) =>
    `${list}, position ${position} of ${size}.`,
  cancelled: (card: string, list: string, position: number) =>
    `Move canceled. ${card} is back in ${list}, position ${position}.`,
  cancelledMany: (count: number) =>
    plural(count, { one: 'Move canceled.', other: 'Move canceled. # cards stay where they were.' }),
}
