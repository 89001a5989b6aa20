import type { ApiError } from '#client/api-error.ts'
import type { Board, Card } from '#client/resources.ts'
import type { ResponseBody, WriteName } from '#contract/endpoints.ts'
import { cardEditText as text } from '#web/messages/en/card-edit.ts'
import type { MutationResult } from '#web/session/mutations/mutation.ts'
import { editResource, type EditSettings } from '#web/session/resources/edit-resource.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import {
  addToList,
  getCurrentCard,
  originOf,
  patchCardInCache,
  removeFromList,
} from '#web/tasks/cards/card-cache.ts'
import { cardQuery, type ListPosition } from '#web/tasks/cards/card-queries.data.ts'
import { refetchIfOutcomeUnknown, refetchWhenIdle } from '#web/tasks/cards/refetch-lists.ts'
import { showRemoval } from './card-conflicts.ts'
import { type CardEdit, resolveCardEdit } from './card-edit.rules.ts'
import type { CardMutationContext } from './card-mutation.ts'
import { type CardChanges, cardResource, withEmptyArrays } from './card-resource.ts'
import { setCardError, trackSaving } from './card-save-state.ts'

/** Changes fields of a card as it was shown, with an undo entry. An error is shown on the card. */
export async function editCard(
  context: CardMutationContext,
  seen: Card,
  changes: CardChanges,
  settings?: Pick<EditSettings, 'isAnnounced' | 'isRecorded'>,
) {
  const { session, board, onOutcome } = context
  setCardError(session, seen.id, null)
  const result = editResource(session, cardResource, withEmptyArrays(seen), changes, {
    ...settings,
    silent: true,
  })
  void trackSaving(session, seen.id, result)
  const outcome = await result
  const card = getCurrentCard(session, seen)
  if (outcome.state === 'gone') showRemoval(context, card)
  if (outcome.state !== 'error') return outcome
  const { error } = outcome
  if (error.isOutcomeUnknown) refetchWhenIdle(session, board.id, [seen.list_id, card.list_id])
  const retry = () => void editCard(context, seen, changes, settings)
  onOutcome({ type: 'update_rejected', card, error, retry })
  return outcome
}

/** Completes or reopens a card. Never moves the card. */
export const setCardCompleted = (
  context: CardMutationContext,
  card: Card,
  completed: boolean,
  settings?: Pick<EditSettings, 'isRecorded'>,
) => {
  const completed_at = completed ? new Date().toISOString() : null
  return void editCard(context, card, { completed, completed_at }, settings)
}

/** Adds and removes labels or members, or sets a date, of the card as it is now. */
export function applyCardEdit(context: CardMutationContext, card: Card, edit: CardEdit) {
  const current = getCurrentCard(context.session, card)
  const changes = resolveCardEdit(current, edit)
  if (changes) void editCard(context, current, changes)
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
    const changes = {
      ...(label_ids.length > 0 && { label_ids }),
      ...(output.completed !== completed && { completed, completed_at }),
    }
    const current = { ...getCurrentCard(session, from), ...output }
    if (Object.keys(changes).length > 0)
      void editCard(context, current, changes, { isRecorded: false })
  }
  track(session.mutate('POST /cards/:card_id/move', input, { ...options, onSuccess }))
}

/** What a move to another board and its undo have in common. */
function mutationOf(
  { session, board, onOutcome }: CardMutationContext,
  card: Card,
  rollback: () => void,
  retry: () => void,
) {
  setCardError(session, card.id, null)
  const options = {
    scope: boardScope(board.id),
    replaces: `board:${card.id}`,
    // The lists of both boards are read again.
    merges: false,
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
