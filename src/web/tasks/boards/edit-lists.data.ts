import type { BoardList } from '#client/resources.ts'
import { rankBetween } from '#contract/tasks/card-rank.rules.ts'
import { boardEditText as text } from '#web/messages/en/board-edit.ts'
import { findItem, showItem } from '#web/session/resources/places.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardOf, listResource } from './board-resources.ts'
import { boardScope } from './boards.data.ts'

/** Adds a list after the others. Resolves with what went wrong; the caller keeps the name. */
export async function createList(session: KeySession, board_id: string, name: string) {
  const creation = createUndoableCreation(session, listResource, {
    label: text.addedList(name),
    remove: ({ id }, options) =>
      session.mutate('DELETE /boards/:board_id/lists/:list_id', { board_id, list_id: id }, options),
  })
  const result = await session.mutate(
    'POST /boards/:board_id/lists',
    { board_id, name },
    {
      scope: boardScope(board_id),
      merges: true,
      silent: true,
      onSuccess: (list) => {
        showItem(session, listResource, list)
        creation.onSuccess(list)
      },
      undo: creation.undo,
    },
  )
  return result.state === 'error' ? result.error : undefined
}

/** The change that moves a list to an index among the open lists. */
export function changeOfPlace(open: readonly BoardList[], list: BoardList, index: number) {
  const others = open.filter(({ id }) => id !== list.id)
  return {
    changes: { position: rankBetween(others[index - 1]?.position, others[index]?.position) },
    label: text.movedList(list.name, index + 1, open.length),
  }
}

/** Deletes a list; its cards, also the archived ones, move to another. The caller has confirmed it: there is no undo. */
export function deleteList(session: KeySession, list: BoardList, move_cards_to?: string) {
  const { id: list_id, card_count: moved = 0 } = list
  const addToTarget = (count: number) => {
    const target = move_cards_to && findItem(session, listResource, move_cards_to)
    if (target && target.card_count !== undefined)
      showItem(session, listResource, target, { card_count: target.card_count + count })
  }
  addToTarget(moved)
  const takeBack = () => addToTarget(-moved)
  return removeResource(
    session,
    listResource,
    list,
    (options) =>
      session.mutate(
        'DELETE /boards/:board_id/lists/:list_id',
        { board_id: boardOf(list), list_id, ...(move_cards_to !== undefined && { move_cards_to }) },
        {
          ...options,
          onError: (error) => (takeBack(), options.onError?.(error)),
          onConflict: (error) => (takeBack(), options.onConflict?.(error)),
        },
      ),
    { isOptimistic: true },
  )
}
