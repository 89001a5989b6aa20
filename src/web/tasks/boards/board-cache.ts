import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import type { Board, BoardList, Label } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import type { KeySession } from '#web/session/session.ts'
import { archivedListsQuery, boardQuery, boardScope, boardsQuery } from './boards.data.ts'

/** Where changes of a board, its lists and labels go, and who reports their outcomes, also those of retries and undos. */
export interface BoardEditContext {
  readonly session: KeySession
  readonly board_id: string
  readonly onOutcome: (outcome: BoardEditOutcome) => void
}

/** What the person should hear of; a change that simply succeeded has no outcome. */
export type BoardEditOutcome =
  /** The cache already shows the version of the other person. */
  | { readonly type: 'changed_by_other'; readonly name: string; readonly retry: () => void }
  | { readonly type: 'rejected'; readonly error: ApiError; readonly retry: () => void }

type BoardPages = InfiniteData<ResponseBody<'GET /boards'>, string | null>

/** Changes a board wherever it is cached: by itself, and in the lists of boards. */
export function patchBoard(
  queryClient: QueryClient,
  board_id: string,
  update: (board: Board) => Board,
): void {
  const { queryKey } = boardQuery(board_id)
  if (queryClient.getQueryData(queryKey)) {
    // A response in flight is older than this change.
    void queryClient.cancelQueries({ queryKey, exact: true })
    queryClient.setQueryData(queryKey, (board) => board && update(board))
  }
  for (const archived of [false, true])
    updateBoardPages(queryClient, archived, (boards) =>
      boards.map((board) => (board.id === board_id ? update(board) : board)),
    )
}

/** Changes the loaded boards of one tab of the index, page by page. */
export function updateBoardPages(
  queryClient: QueryClient,
  archived: boolean,
  update: (boards: Board[], isLastPage: boolean) => Board[],
): void {
  const { queryKey } = boardsQuery(archived)
  if (!queryClient.getQueryData(queryKey)) return
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<BoardPages>(
    queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, index) => ({
          ...page,
          data: update(page.data, index === data.pages.length - 1),
        })),
      },
  )
}

export const getCachedBoard = ({ queryClient }: KeySession, board_id: string): Board | undefined =>
  queryClient.getQueryData(boardQuery(board_id).queryKey) ??
  [false, true]
    .flatMap((archived) => queryClient.getQueryData(boardsQuery(archived).queryKey)?.pages ?? [])
    .flatMap(({ data }) => data)
    .find(({ id }) => id === board_id)

export const updateLists =
  (update: (lists: BoardList[]) => BoardList[]) =>
  (board: Board): Board => ({ ...board, lists: update(board.lists) })

export const updateLabels =
  (update: (labels: Label[]) => Label[]) =>
  (board: Board): Board => ({ ...board, labels: update(board.labels) })

interface EditOptions {
  /** What is changed, for the message about a conflict. */
  readonly name: string
  readonly rollback: () => void
  readonly retry: () => void
}

/** What mutations of a board, its lists and its labels have in common. */
export function editOptions(context: BoardEditContext, { name, rollback, retry }: EditOptions) {
  const { session, board_id, onOutcome } = context
  const { queryClient } = session
  const refetch = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: boardQuery(board_id).queryKey }),
      // Also without an open archive: a change of an archived list is sent again with its version.
      queryClient.invalidateQueries({
        queryKey: archivedListsQuery(board_id).queryKey,
        refetchType: 'all',
      }),
    ])
  return {
    scope: boardScope(board_id),
    rollback,
    retry,
    silent: true,
    merges: true,
    onConflict: () => {
      rollback()
      // Saving again needs the current version.
      void refetch().then(() => onOutcome({ type: 'changed_by_other', name, retry }))
    },
    onError: (error: ApiError) => {
      rollback()
      if (error.code === 'not_found' || error.isOutcomeUnknown) void refetch()
      onOutcome({ type: 'rejected', error, retry })
    },
  }
}

/** The values of `fields` that these names have now; undefined where the server omits them. */
export const pickFields = <T extends object, K extends keyof T>(
  resource: T,
  names: readonly K[],
): Pick<T, K> =>
  // The entries are exactly these fields.
  Object.fromEntries(names.map((name) => [name, resource[name]])) as Pick<T, K>

export const hasFields = <T extends object>(resource: T | undefined, fields: Partial<T>): boolean =>
  resource !== undefined &&
  keysOf(fields).every((name) => (resource[name] ?? null) === (fields[name] ?? null))

export const keysOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[] // its own keys
