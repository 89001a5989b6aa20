import { diffItems } from '#contract/activity.rules.ts'
import type { Activity } from '#contract/activity.ts'
import { cardActivityText as text } from '#web/messages/en/card-dialog.ts'
import type { ActivityPart } from '#web/ui/activity-list.tsx'

export interface LabelPart {
  readonly label_id: string
}

type Part = ActivityPart | LabelPart
type Changes = Activity['changes']

const events: Readonly<Record<string, string>> = {
  'card.created': text.created,
  'card.completed': text.completed,
  'card.reopened': text.reopened,
  'card.archived': text.archived,
  'card.unarchived': text.unarchived,
  'card.deleted': text.deleted,
  'card.restored': text.restored,
}

/** What happened, one sentence per changed field. An event that this version does not know is a change. */
export function describeActivity({ event, changes }: Activity): Part[][] {
  if (event === 'card.moved') return [describeMove(changes)]
  const known = Object.hasOwn(events, event) ? events[event] : undefined
  if (known !== undefined) return [[known]]
  const sentences = Object.entries(changes).flatMap(([field, { from, to }]) =>
    describeField(field, from, to),
  )
  return sentences.length > 0 ? sentences : [[text.changed]]
}

function describeMove(changes: Changes): ActivityPart[] {
  const { list_name, board_name } = changes
  const to = board_name?.to ?? list_name?.to
  const from = board_name?.from ?? list_name?.from
  if (typeof to !== 'string') return [text.changed]
  return typeof from === 'string'
    ? [text.moved, { name: from }, text.to, { name: to }]
    : [text.movedTo, { name: to }]
}

function describeField(field: string, from: unknown, to: unknown): Part[][] {
  switch (field) {
    case 'name':
      return [[text.renamed, { name: String(to) }]]
    case 'description':
      return [[to ? text.described : text.notesRemoved]]
    case 'due_at':
      return [typeof to === 'string' ? [text.dueSet, { at: to }] : [text.dueRemoved]]
    case 'start_at':
      return [typeof to === 'string' ? [text.startSet, { at: to }] : [text.startRemoved]]
    case 'label_ids': {
      const { added, removed } = diffItems({ from, to })
      const parts = (ids: readonly string[]) => ids.map((label_id) => ({ label_id }))
      return [
        ...(added.length > 0 ? [[text.added, ...parts(added)]] : []),
        ...(removed.length > 0 ? [[text.removed, ...parts(removed)]] : []),
      ]
    }
    case 'members': {
      const { added, removed } = diffItems({ from, to }, memberName)
      const parts = (names: readonly string[]) => [{ name: names.join(', ') }]
      return [
        ...(added.length > 0 ? [[text.assigned, ...parts(added)]] : []),
        ...(removed.length > 0 ? [[text.unassigned, ...parts(removed)]] : []),
      ]
    }
    case 'post_id':
      return [[to ? text.linked : text.unlinked]]
    default:
      return []
  }
}

const memberName = (member: unknown): string =>
  typeof member === 'object' && member !== null && 'name' in member
    ? String(member.name)
    : String(member)
