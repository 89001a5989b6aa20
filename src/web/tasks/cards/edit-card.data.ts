import type { ApiError } from '#client/api-error.ts'
import type { Board, Card } from '#client/resources.ts'
import type { ResponseBody, WriteName } from '#contract/endpoints.ts'
import { cardEditText as text } from '#web/messages/en/card-edit.ts'
import type { MutationResult } from '#web/session/mutations/mutation.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import { formatMoment } from '#web/ui/format.ts'
import { formatLabelName } from '#web/ui/label/label-chip.tsx'
import {
  addToList,
  getCurrentCard,
  originOf,
  patchCardInCache,
  removeFromList,
} from './card-cache.ts'
import { type CardChanges, type CardEdit, resolveCardEdit } from './card-edit.rules.ts'
import type { CardMutationContext } from './card-mutation.ts'
import { cardQuery, type ListPosition } from './card-queries.data.ts'
import { setCardError } from './card-save-state.ts'
import { updateCard } from './cards.data.ts'
import { refetchIfOutcomeUnknown } from './refetch-lists.ts'

/** Changes fields of a card, shown at once, with an undo entry. Resolves once the server has responded. Consecutive changes of the same field are one entry. */
export function editCard(
  context: CardMutationContext,
  card: Card,
  changes: CardChanges,
  { isAnnounced }: Pick<UndoEntry, 'isAnnounced'> = {},
): Promise<MutationResult<'PATCH /cards/:card_id'>> {
  const { session, board } = context
  const { members, ...rest } = changes
  const input = { ...rest, ...(members && { members: members.map(({ id }) => id) }) }
  return updateCard(context, card, { fields: changes, input }, (before) => {
    const previous = previousValues(before, changes)
    return {
      label: editLabel(board, before, changes),
      isAnnounced,
      resource_id: card.id,
      undo: () => void editCard(context, getCurrentCard(session, card), previous),
      confirmBefore: () =>
        hasValues(getCurrentCard(session, card), changes)
          ? undefined
          : text.changedSince(card.name),
    }
  })
}

/** Adds and removes labels or members, or sets a date, of the card as it is now. */
export function applyCardEdit(context: CardMutationContext, card: Card, edit: CardEdit) {
  const current = getCurrentCard(context.session, card)
  const changes = resolveCardEdit(current, edit)
  if (changes) void editCard(context, current, changes)
}

const namesOf = (changes: CardChanges) => Object.keys(changes) as (keyof CardChanges)[] // its own keys

/** A field that the server omits was empty. */
function previousValues(card: Card, changes: CardChanges): CardChanges {
  const empty: CardChanges = {
    description: null,
    due_at: null,
    start_at: null,
    label_ids: [],
    members: [],
  }
  return Object.fromEntries(namesOf(changes).map((name) => [name, card[name] ?? empty[name]]))
}

const hasValues = (card: Card, changes: CardChanges): boolean =>
  namesOf(changes).every((name) => comparableValue(name, card) === comparableValue(name, changes))

/** Dates as instants, members by their ids, however the server writes them. */
function comparableValue(name: keyof CardChanges, fields: CardChanges): string {
  if (name === 'due_at' || name === 'start_at')
    return String(fields[name] ? Date.parse(fields[name]) : '')
  if (name === 'members') return (fields.members ?? []).map(({ id }) => id).join()
  return String(fields[name] ?? '')
}

function editLabel(board: Board, before: Card, changes: CardChanges): string {
  const { name: card, label_ids, members } = before
  const { due_at, start_at } = changes
  if (changes.name !== undefined) return text.renamed(card, changes.name)
  if (changes.description !== undefined) return text.described(card)
  if (due_at !== undefined)
    return due_at ? text.dueSet(card, formatMoment(new Date(due_at))) : text.dueCleared(card)
  if (start_at !== undefined)
    return start_at
      ? text.startSet(card, formatMoment(new Date(start_at)))
      : text.startCleared(card)
  if (changes.label_ids) {
    const labelsOf = (ids: readonly string[] = []) =>
      board.labels.filter(({ id }) => ids.includes(id))
    const { added, removed } = onlyDifference(labelsOf(label_ids), labelsOf(changes.label_ids))
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
  const missingIn = (items: readonly Item[], others: readonly Item[]) =>
    items.filter(({ id }) => !others.some((other) => other.id === id))
  const added = missingIn(after, before)
  const removed = missingIn(before, after)
  if (added.length + removed.length !== 1) return {}
  return { added: added[0], removed: removed[0] }
}

/** The card leaves its list at once; undo brings it back to its position. */
export function archiveCard(context: CardMutationContext, card: Card) {
  const { session } = context
  const origin = originOf(session.queryClient, card)
  const { options, track } = removal(context, card, () => archiveCard(context, card))
  const undo = { label: text.archived(card.name), undo: () => unarchiveCard(context, card, origin) }
  const input = { card_id: card.id, status: 'archived' as const }
  track(session.mutate('PATCH /cards/:card_id', input, { ...options, undo }))
}

/** Only where the server has `cards.delete`. Undo restores the card. */
export function deleteCard(context: CardMutationContext, card: Card) {
  const { session } = context
  const { options, track } = removal(context, card, () => deleteCard(context, card))
  const undo = { label: text.deleted(card.name), undo: () => restoreCard(context, card) }
  track(session.mutate('DELETE /cards/:card_id', { card_id: card.id }, { ...options, undo }))
}

interface BoardTarget {
  readonly board: Pick<Board, 'name'>
  readonly list_id: string
  /** Labels of the other board with the same name and color, or none. */
  readonly labels: 'match' | 'drop'
}

/** Only where the server has `cards.relative_move`. Undo brings the card back to its position, with its labels. */
export function moveToBoard(context: CardMutationContext, card: Card, target: BoardTarget) {
  const { session } = context
  const { queryClient } = session
  const from = getCurrentCard(session, card)
  const origin = originOf(queryClient, from)
  const unlist = removeFromList(queryClient, from)
  const retry = () => moveToBoard(context, card, target)
  const { options, track } = mutationOf(context, from, unlist, retry)
  const { board, list_id, labels } = target
  const input = { card_id: card.id, list_id, position: 'bottom' as const, labels }
  const undo = {
    label: text.movedToBoard(card.name, board.name),
    undo: () => returnToBoard(context, from, origin),
  }
  const onSuccess = (output: ResponseBody<'POST /cards/:card_id/move'>) =>
    queryClient.setQueryData(cardQuery(card.id).queryKey, output)
  track(
    session.mutate('POST /cards/:card_id/move', input, {
      ...options,
      // The lists of the other board.
      merges: false,
      onSuccess,
      undo,
    }),
  )
}

function returnToBoard(context: CardMutationContext, from: Card, origin: ListPosition) {
  const { session } = context
  addToList(session.queryClient, from, origin)
  const unlist = () => void removeFromList(session.queryClient, from)
  const retry = () => returnToBoard(context, from, origin)
  const { options, track } = mutationOf(context, from, unlist, retry)
  const input = { card_id: from.id, list_id: from.list_id, ...origin, labels: 'drop' as const }
  const onSuccess = (output: ResponseBody<'POST /cards/:card_id/move'>) => {
    session.queryClient.setQueryData(cardQuery(from.id).queryKey, output)
    const { version } = output
    if (version !== undefined) patchCardInCache(session.queryClient, from, { version })
    // The other board may not have had all labels, and its list may have completed the card.
    const { label_ids, completed, completed_at = null } = from
    const input = {
      ...(label_ids.length > 0 && { label_ids }),
      ...(output.completed !== completed && { completed }),
    }
    const fields = { ...input, ...('completed' in input && { completed_at }) }
    if (Object.keys(input).length > 0) void updateCard(context, from, { fields, input })
  }
  track(
    session.mutate('POST /cards/:card_id/move', input, { ...options, merges: false, onSuccess }),
  )
}

/** Shows an archived card in its list again. */
export function unarchiveCard(context: CardMutationContext, card: Card, origin?: ListPosition) {
  const { session } = context
  const retry = () => unarchiveCard(context, card, origin)
  const { options, track } = addition(context, card, retry, origin)
  const undo = { label: text.unarchived(card.name), undo: () => archiveCard(context, card) }
  const input = { card_id: card.id, status: 'open' as const }
  track(session.mutate('PATCH /cards/:card_id', input, { ...options, undo }))
}

/** Shows a deleted card in its list again. */
export function restoreCard(context: CardMutationContext, card: Card) {
  const { session } = context
  const { options, track } = addition(context, card, () => restoreCard(context, card))
  const undo = { label: text.restored(card.name), undo: () => deleteCard(context, card) }
  track(session.mutate('POST /cards/:card_id/restore', { card_id: card.id }, { ...options, undo }))
}

function removal(context: CardMutationContext, card: Card, retry: () => void) {
  const { queryClient } = context.session
  const current = getCurrentCard(context.session, card)
  const unlist = removeFromList(queryClient, current)
  const unpatch = patchCardInCache(queryClient, current, { status: 'archived' })
  return mutationOf(context, card, () => (unpatch(), unlist()), retry)
}

function addition(
  context: CardMutationContext,
  card: Card,
  retry: () => void,
  origin?: ListPosition,
) {
  const { queryClient } = context.session
  const current: Card = { ...getCurrentCard(context.session, card), status: 'open' }
  const unpatch = patchCardInCache(queryClient, current, { status: 'open' })
  addToList(queryClient, current, origin)
  const unlist = () => void removeFromList(queryClient, current)
  return mutationOf(context, card, () => (unlist(), unpatch()), retry)
}

/** What archiving, deleting and their opposites have in common. */
function mutationOf(
  { session, board, onOutcome }: CardMutationContext,
  card: Card,
  rollback: () => void,
  retry: () => void,
) {
  setCardError(session, card.id, null)
  const options = {
    scope: boardScope(board.id),
    replaces: `status:${card.id}`,
    merges: true,
    // Nobody loses anything: the version that was archived or deleted comes back with undo.
    onSuccess: (output: { readonly version?: string } | undefined) => {
      if (output?.version === undefined) return
      patchCardInCache(session.queryClient, getCurrentCard(session, card), {
        version: output.version,
      })
    },
    rollback,
    onError: (error: ApiError) => {
      rollback()
      onOutcome({ type: 'update_rejected', card, error, retry })
    },
    silent: true,
  }
  const track = (result: Promise<MutationResult<WriteName>>) =>
    void refetchIfOutcomeUnknown(session, result, [card])
  return { options, track }
}
