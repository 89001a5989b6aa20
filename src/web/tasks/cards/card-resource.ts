import type { Card } from '#client/resources.ts'
import { cardEditText as text } from '#web/messages/en/card-edit.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import type { ItemCache } from '#web/session/resources/places.ts'
import { diffItems, setField } from '#web/session/resources/record-field.rules.ts'
import { type Changes, defineResource } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardQuery, boardScope } from '#web/tasks/boards/boards.data.ts'
import { formatMoment } from '#web/ui/format.ts'
import { formatLabelName } from '#web/ui/label/label-chip.tsx'
import { findCopies, patchCardInCache, removeFromList, replaceCardInCache } from './card-cache.ts'
import { isNewer } from './card-copies.rules.ts'
import { isSameInstant } from './card-edit.rules.ts'
import { cardQuery } from './card-queries.data.ts'

export type CardField =
  | 'name'
  | 'description'
  | 'due_at'
  | 'start_at'
  | 'label_ids'
  | 'members'
  | 'completed'
  // The service sets it with `completed`; until then it is shown.
  | 'completed_at'

/** Fields of one card with their new values. */
export type CardChanges = Changes<Card, CardField>

/** A server may omit what is empty. */
export const withEmptyArrays = (card: Card): Card => ({
  ...card,
  label_ids: card.label_ids ?? [],
  members: card.members ?? [],
})

/** A card is in the lists of its board, which count it, and alone. */
const cache: ItemCache<Card> = {
  find: ({ queryClient }, id) => {
    // While lists are refetched two of them may have it.
    const copies = findCopies(queryClient, { id })
    const copy = copies.find((one) => copies.every((other) => !isNewer(other, one)))
    const detail = queryClient.getQueryData(cardQuery(id).queryKey)
    if (copy) return withEmptyArrays({ ...detail, ...copy })
    // On a server of the public document alone only a list says which board it is of.
    if (!detail?.board_id) return undefined
    return withEmptyArrays({ ...detail, board_id: detail.board_id })
  },
  show: (session, card, { list_id, position, version, ...fields }) => {
    const { queryClient, mutate } = session
    const shown = cache.find(session, card.id) ?? card
    const isMoved =
      (list_id !== undefined && list_id !== shown.list_id) ||
      (position !== undefined && position !== shown.position)
    // A move that has no response yet shows where the card will be; the version belongs to the other place.
    if (isMoved && !mutate.isMutating()) replaceCardInCache(queryClient, shown, card)
    else
      patchCardInCache(queryClient, shown, {
        ...fields,
        ...(!isMoved && version !== undefined && { version }),
      })
  },
  hide: ({ queryClient }, card) => removeFromList(queryClient, card),
}

const labelsOf = ({ queryClient }: KeySession, { board_id }: Card, ids: readonly string[]) =>
  (queryClient.getQueryData(boardQuery(board_id).queryKey)?.labels ?? []).filter(({ id }) =>
    ids.includes(id),
  )
const labelNames = (session: KeySession, card: Card, ids: readonly string[]) =>
  ids.map((id) => {
    const [label] = labelsOf(session, card, [id])
    return label ? formatLabelName(label) : id
  })

const formatInstant = (at: string | null | undefined) =>
  formatFieldValue(at && formatMoment(new Date(at)))

const formatNames = (names: readonly string[]) => formatFieldValue(names.join(', '))

export const cardResource = defineResource<Card, CardField>({
  kind: 'card',
  places: cache,
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    description: { label: text.fields.notes, format: formatFieldValue },
    due_at: { label: text.fields.due, format: formatInstant, isEqual: isSameInstant },
    start_at: { label: text.fields.start, format: formatInstant, isEqual: isSameInstant },
    label_ids: {
      label: text.fields.labels,
      format: (ids, { session, item }) => formatNames(labelNames(session, item, ids ?? [])),
      ...setField<string>((id) => id),
    },
    members: {
      label: text.fields.members,
      format: (members) => formatNames((members ?? []).map(({ name }) => name)),
      ...setField<Card['members'][number]>(({ id }) => id),
    },
    completed: { label: text.fields.state, format: text.state },
    // It has no meaning beside `completed`.
    completed_at: { label: text.fields.state, format: formatInstant, isEqual: () => true },
  },
  savedFields: ['updated_at', 'dates'],
  title: ({ name }) => name,
  label: editLabel,
  scope: ({ board_id }) => boardScope(board_id),
  save: ({ mutate }, { id: card_id }, changes, options) =>
    mutate('PATCH /cards/:card_id', { card_id, ...buildPatch(changes) }, options),
  read: async ({ call }, card) => {
    const found = await call('GET /cards/:card_id', { card_id: card.id }).catch(undefinedIfNotFound)
    return found && withEmptyArrays({ ...card, ...found })
  },
})

/** Changes of a card as a request has them. The service sets when it was completed. */
export function buildPatch(changes: CardChanges) {
  const { members, label_ids, completed_at: _, ...rest } = changes
  return {
    ...rest,
    ...(label_ids && { label_ids }),
    ...(members && { members: members.map(({ id }) => id) }),
  }
}

function editLabel(before: Card, changes: CardChanges, session: KeySession): string {
  const { name: card, label_ids, members } = before
  const { due_at, start_at, completed } = changes
  if (completed !== undefined) return completed ? text.markedDone(card) : text.reopened(card)
  if (changes.name !== undefined) return text.renamed(card, changes.name)
  if (changes.description !== undefined) return text.described(card)
  if (due_at !== undefined)
    return due_at ? text.dueSet(card, formatMoment(new Date(due_at))) : text.dueCleared(card)
  if (start_at !== undefined)
    return start_at
      ? text.startSet(card, formatMoment(new Date(start_at)))
      : text.startCleared(card)
  if (changes.label_ids) {
    const labels = (ids: readonly string[] = []) => labelsOf(session, before, ids)
    const { added, removed } = onlyDifference(labels(label_ids), labels(changes.label_ids))
    if (added) return text.labelAdded(card, formatLabelName(added))
    return removed ? text.labelRemoved(card, formatLabelName(removed)) : text.labeled(card)
  }
  const { added, removed } = onlyDifference(members ?? [], changes.members ?? [])
  if (added) return text.memberAdded(card, added.name)
  return removed ? text.memberRemoved(card, removed.name) : text.assigned(card)
}

/** The one item that was added or removed; neither if there are several. */
function onlyDifference<Item extends { id: string }>(
  before: readonly Item[],
  after: readonly Item[],
): { added?: Item | undefined; removed?: Item | undefined } {
  const { added, removed } = diffItems(before, after, ({ id }) => id)
  if (added.length + removed.length !== 1) return {}
  return { added: added[0], removed: removed[0] }
}
