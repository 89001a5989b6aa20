import type { Card } from '#client/resources.ts'
import type { WriteName } from '#contract/endpoints.ts'
import type { MutationResult } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import { listCardsQuery } from './card-queries.data.ts'

export const refetchList = (session: KeySession, board_id: string, list_id: string) =>
  session.queryClient.invalidateQueries({ queryKey: listCardsQuery(board_id, list_id).queryKey })

/** Once no change is pending: what was rolled back below a later change, or not at all, may be shown wrong. */
export const refetchWhenIdle = (
  session: KeySession,
  board_id: string,
  list_ids: Iterable<string>,
) =>
  session.mutate.whenIdle(() => {
    for (const list_id of new Set(list_ids)) void refetchList(session, board_id, list_id)
  })

type ListOfBoard = Pick<Card, 'board_id' | 'list_id'>

/** After a lost response the cache may be wrong: refetches these lists of a board. */
export async function refetchIfOutcomeUnknown(
  session: KeySession,
  request: Promise<MutationResult<WriteName>>,
  lists: readonly [ListOfBoard, ...ListOfBoard[]],
) {
  const result = await request
  if (result.state !== 'error' || !result.error.isOutcomeUnknown) return
  refetchWhenIdle(
    session,
    lists[0].board_id,
    lists.map(({ list_id }) => list_id),
  )
}
