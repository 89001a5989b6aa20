import { plural } from '#web/messages/plural.ts'

const number = (value: number) => plural(value, { other: '#' })
const cards = (count: number) => plural(count, { one: '# card', other: '# cards' })

/** Selected cards: their bar, their drag and the labels of their changes in toasts, jobs and the undo history. */
export const cardSelectionText = {
  bar: 'Selected cards',
  selected: (count: number) => plural(count, { other: '# selected' }),
  clear: 'Clear selection',
  cleared: 'Selection cleared',
  searching: (loaded: number, all: number) =>
    all > 0 ? `Searching ${number(loaded)} of ${cards(all)}…` : `Searching ${cards(loaded)}…`,
  notLoaded: 'Couldn’t load all cards of this list.',

  actions: {
    move: 'Move',
    label: 'Label',
    due: 'Due date',
    assign: 'Assign',
    complete: 'Mark as done',
    reopen: 'Reopen',
    archive: 'Archive',
    delete: 'Delete',
  },
  /** In the command palette, under the heading of what they are about. */
  commands: { assign: 'Assign…', label: 'Label…', due: 'Due date…', move: 'Move…' },
  subject: (card: string) => `Card “${card}”`,
  subjects: (count: number) => plural(count, { one: '# selected card', other: '# selected cards' }),

  moved: (count: number, list: string, position: number, size: number) =>
    `${cards(count)} moved to ${list}, from position ${number(position)} of ${number(size)}.`,

  movedTo: (count: number, list: string) => `Moved ${cards(count)} to ${list}`,
  movedAndCompleted: (count: number, list: string) =>
    plural(count, {
      one: `Moved # card to ${list} and marked it as done`,
      other: `Moved # cards to ${list} and marked them as done`,
    }),
  labelAdded: (count: number, label: string) => `Added label ${label} to ${cards(count)}`,
  labelRemoved: (count: number, label: string) => `Removed label ${label} from ${cards(count)}`,
  labeled: (count: number) => `Changed the labels of ${cards(count)}`,
  memberAdded: (count: number, member: string) => `Assigned ${member} to ${cards(count)}`,
  memberRemoved: (count: number, member: string) => `Unassigned ${member} from ${cards(count)}`,
  assigned: (count: number) => `Changed the members of ${cards(count)}`,
  dueSet: (count: number, at: string) => `Set the due date of ${cards(count)} to ${at}`,
  dueCleared: (count: number) => `Removed the due date of ${cards(count)}`,
  startSet: (count: number, at: string) => `Set the start date of ${cards(count)} to ${at}`,
  startCleared: (count: number) => `Removed the start date of ${cards(count)}`,
  completed: (count: number) => `Marked ${cards(count)} as done`,
  reopened: (count: number) => `Reopened ${cards(count)}`,
  archived: (count: number) => `Archived ${cards(count)}`,
  unarchived: (count: number) => `Restored ${cards(count)}`,
  deleted: (count: number) => `Deleted ${cards(count)}`,
  restored: (count: number) => `Restored ${cards(count)}`,
  stillCompleted: (count: number) =>
    plural(count, { one: '# card is still done', other: '# cards are still done' }),

  saved: (done: number, total: number) => `${number(done)} of ${cards(total)} saved`,
  rejected: (failed: number, total: number, reason: string) =>
    plural(total, { other: `${number(failed)} of # cards not saved: ${reason}` }),
  rejectedUnknown: (failed: number, total: number, reason: string) =>
    plural(total, { other: `${number(failed)} of # cards: ${reason}` }),
  changedSince: (changed: number, total: number) =>
    plural(total, {
      other:
        changed === 1
          ? '1 of # cards has changed since.'
          : `${number(changed)} of # cards have changed since.`,
    }),
  fieldNow: (field: string, card: string, value: string) =>
    `The ${field} of ${card} is now ${value}.`,
  listNow: (card: string, list: string) => `${card} is now in ${list}.`,
  moreChanged: (count: number) => plural(count, { other: 'And # more.' }),
}
