import type { Board } from '#client/resources.ts'
import { boardEditText as text } from '#web/messages/en/board-edit.ts'
import {
  type BoardEditContext,
  editOptions,
  getCachedBoard,
  hasFields,
  keysOf,
  patchBoard,
  pickFields,
  updateBoardPages,
} from './board-cache.ts'
import { boardScope } from './boards.data.ts'

export type BoardChanges = Partial<Pick<Board, 'name' | 'description' | 'archived'>>

const currentBoard = ({ session }: BoardEditContext, board: Board): Board =>
  getCachedBoard(session, board.id) ?? board

/** Changes fields of a board, shown at once. An archived board is read-only and in the other tab of the index. */
export function editBoard(context: BoardEditContext, board: Board, changes: BoardChanges) {
  const { session } = context
  const before = currentBoard(context, board)
  const names = keysOf(changes)
  const previous = pickFields(before, names)
  showChanges(context, before, changes)
  const rollback = () => {
    const current = currentBoard(context, board)
    if (hasFields(current, changes)) showChanges(context, current, previous)
  }
  void session.mutate(
    'PATCH /boards/:board_id',
    { board_id: board.id, ...changes },
    {
      ...editOptions(context, {
        name: before.name,
        rollback,
        retry: () => editBoard(context, currentBoard(context, board), changes),
      }),
      replaces: `board:${board.id}:${names.join()}`,
      version: () => currentBoard(context, board).version,
      onSuccess: (output) =>
        patchBoard(session.queryClient, board.id, (current) => ({
          ...current,
          ...pickFields(output, [...names, 'version', 'updated_at', 'archived_at']),
        })),
      undo: {
        label: editLabel(before, changes),
        resource_id: board.id,
        undo: () => editBoard(context, currentBoard(context, board), previous),
        confirmBefore: () =>
          hasFields(currentBoard(context, board), changes)
            ? undefined
            : text.changedSince(before.name),
      },
    },
  )
}

function showChanges(
  { session: { queryClient } }: BoardEditContext,
  board: Board,
  changes: BoardChanges,
) {
  patchBoard(queryClient, board.id, (current) => ({ ...current, ...changes }))
  const { archived } = changes
  if (archived === undefined || archived === board.archived) return
  updateBoardPages(queryClient, !archived, (boards) => boards.filter(({ id }) => id !== board.id))
  updateBoardPages(queryClient, archived, (boards, isLastPage) => {
    const others = boards.filter(({ id }) => id !== board.id)
    return isLastPage ? [...others, { ...board, ...changes }] : others
  })
}

function editLabel({ name }: Board, changes: BoardChanges): string {
  if (changes.archived !== undefined)
    return changes.archived ? text.archived(name) : text.unarchived(name)
  return changes.name === undefined ? text.described(name) : text.renamed(changes.name)
}

/** Deletes an archived board with its cards, after the person typed its name: there is no undo. */
export async function deleteBoard(context: BoardEditContext, board: Board) {
  const { session } = context
  const result = await session.mutate(
    'DELETE /boards/:board_id',
    { board_id: board.id },
    {
      ...editOptions(context, {
        name: board.name,
        rollback: () => undefined,
        retry: () => void deleteBoard(context, board),
      }),
      version: () => currentBoard(context, board).version,
      onSuccess: () => {
        updateBoardPages(session.queryClient, true, (boards) =>
          boards.filter(({ id }) => id !== board.id),
        )
        session.undo.removeScope(boardScope(board.id))
      },
    },
  )
  return result.state === 'success'
}
