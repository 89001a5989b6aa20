import type { Card } from '#client/resources.ts'
import { cardEditText as text } from '#web/messages/en/card-edit.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { withPending } from '#web/session/resources/pending-changes.ts'
import type { ItemCache } from '#web/session/resources/places.ts'
import { diffItems, setField } from '#web/session/resources/record-field.rules.ts'
import {
  type Changes,
  defineResource,
  namesOf,
  presentFields,
} from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardQuery, boardScope } from '#web/tasks/boards/boards.data.ts'
import {
  findCopies,
  patchCardInCache,
  removeFromList,
  replaceCardInCache,
} from '#web/tasks/cards/card-cache.ts'
import { isNewer, mergeUnchanged } from '#web/tasks/cards/card-copies.rules.ts'
import { cardQuery } from '#web/tasks/cards/card-queries.data.ts'
import { formatMoment } from '#web/ui/format.ts'
import { formatLabelName } from '#web/ui/label/label-chip.tsx'
import { isSameInstant } from './card-edit.rules.ts'

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
    // On a server of the public API alone only a list says which board it is of.
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

/** The card with what was saved, except for fields that the person has changed since it was shown, or that wait. */
export function mergeSavedFields(
  session: KeySession,
  current: Card,
  shown: Card,
  saved: Partial<Card>,
): Card {
  const next = withPending(session, cardResource, withEmptyArrays({ ...current, ...saved }))
  return mergeUnchanged(current, shown, presentFields<Card>(next, namesOf(saved)))
}

/** Changes of a card as a request has them. The service sets when it was completed. */
export function buildPatch(changes: CardChanges) {
  const { members, label_ids, completed_at: _, ...rest } = changes
  return {
    ...rest,
    ...(label_ids && { label_ids }),
    ...(members && { members: members.map(({ id }) => id) }),
  }
}

type EditLabel<V> = (card: Card, value: V, session: KeySession) => string

const instantLabel =
  (set: (card: string, at: string) => string, cleared: (card: string) => string) =>
  ({ name }: Card, at: string | null | undefined) =>
    at ? set(name, formatMoment(new Date(at))) : cleared(name)
const completedLabel = ({ name }: Card, completed: unknown) =>
  completed ? text.markedDone(name) : text.reopened(name)

/** A change of several is called by the first of them. */
const editLabels: { readonly [F in CardField]: EditLabel<Card[F]> } = {
  completed: completedLabel,
  completed_at: completedLabel,
  name: ({ name }, next) => text.renamed(name, next),
  description: ({ name }) => text.described(name),
  due_at: instantLabel(text.dueSet, text.dueCleared),
  start_at: instantLabel(text.startSet, text.startCleared),
  label_ids: (card, ids, session) => {
    const labels = (of: readonly string[] = []) => labelsOf(session, card, of)
    const { added, removed } = onlyDifference(labels(card.label_ids), labels(ids))
    if (added) return text.labelAdded(card.name, formatLabelName(added))
    return removed
      ? text.labelRemoved(card.name, formatLabelName(removed))
      : text.labeled(card.name)
  },
  members: ({ name, members }, next) => {
    const { added, removed } = onlyDifference(members ?? [], next ?? [])
    if (added) return text.memberAdded(name, added.name)
    return removed ? text.memberRemoved(name, removed.name) : text.assigned(name)
  },
}

function editLabel(before: Card, changes: CardChanges, session: KeySession): string {
  const labelOf = <F extends CardField>(name: F) =>
    editLabels[name](before, changes[name] as Card[F], session) // the change has it
  return labelOf(namesOf(editLabels).find((name) => changes[name] !== undefined) ?? 'members')
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
