import type { ResponseItem } from '#contract/endpoints.ts'
import { cardActivityText as text } from '#web/messages/en/card-dialog.ts'

export type CardActivity = ResponseItem<'GET /cards/:card_id/activity'>

/** A part of a sentence: words, a name in bold, a label or a moment. */
export type ActivityPart =
  | string
  | { readonly name: string }
  | { readonly label_id: string }
  | { readonly at: string }

type Changes = CardActivity['changes']

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
export function describeActivity({ event, changes }: CardActivity): ActivityPart[][] {
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

function describeField(field: string, from: unknown, to: unknown): ActivityPart[][] {
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
      const { added, removed } = difference(from, to, String)
      const parts = (ids: readonly string[]) => ids.map((label_id) => ({ label_id }))
      return [
        ...(added.length > 0 ? [[text.added, ...parts(added)]] : []),
        ...(removed.length > 0 ? [[text.removed, ...parts(removed)]] : []),
      ]
    }
    case 'members': {
      const { added, removed } = difference(from, to, memberName)
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

function difference(from: unknown, to: unknown, nameOf: (item: unknown) => string) {
  const before = Array.isArray(from) ? from.map(nameOf) : []
  const after = Array.isArray(to) ? to.map(nameOf) : []
  return {
    added: after.filter((item) => !before.includes(item)),
    removed: before.filter((item) => !after.includes(item)),
  }
}

const memberName = (member: unknown): string =>
  typeof member === 'object' && member !== null && 'name' in member
    ? String(member.name)
    : String(member)
