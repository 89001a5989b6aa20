import type { Board } from '#client/resources.ts'
import { cardSelectionText as text } from '#web/messages/en/card-selection.ts'
import { formatMoment } from '#web/ui/format.ts'
import { formatLabelName } from '#web/ui/label/label-chip.tsx'
import type { CardFields } from './applied-edits.ts'

/** What a change of many cards is called in its toast and in the undo history. */
export function fieldsLabel(board: Board, fields: CardFields): (count: number) => string {
  const { completed, due_at, start_at, add_members = [], remove_members = [] } = fields
  if (completed !== undefined) return completed ? text.completed : text.reopened
  if (due_at) return (count) => text.dueSet(count, formatMoment(new Date(due_at)))
  if (due_at === null) return text.dueCleared
  if (start_at) return (count) => text.startSet(count, formatMoment(new Date(start_at)))
  if (start_at === null) return text.startCleared
  const [member, ...members] = [...add_members, ...remove_members]
  if (member) {
    if (members.length > 0) return text.assigned
    const format = add_members.length > 0 ? text.memberAdded : text.memberRemoved
    return (count) => format(count, member.name)
  }
  const { add_label_ids = [], remove_label_ids = [] } = fields
  const [label_id, ...label_ids] = [...add_label_ids, ...remove_label_ids]
  const label = board.labels.find(({ id }) => id === label_id)
  if (!label || label_ids.length > 0) return text.labeled
  const format = add_label_ids.length > 0 ? text.labelAdded : text.labelRemoved
  return (count) => format(count, formatLabelName(label))
}
