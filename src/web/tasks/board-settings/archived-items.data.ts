import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { BoardList, Card } from '#client/resources.ts'
import { cardEditText as text } from '#web/messages/en/card-edit.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'
import { type archivedListsQuery, boardScope } from '#web/tasks/boards/boards.data.ts'

export const archivedCardsQuery = (board_id: string, search: string) =>
  endpointPages('GET /boards/:board_id/cards', {
    board_id,
    status: 'archived',
    ...(search && { search }),
  })

type Query = ReturnType<typeof archivedListsQuery> | ReturnType<typeof archivedCardsQuery>
type Pages = InfiniteData<{ data: (BoardList | Card)[] }, string | null>

/** Hides an item that is being restored or deleted; the refetch after that change decides. */
export function removeFromPages(queryClient: QueryClient, { queryKey }: Query, id: string) {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Pages>(
    // Typed by either query; the pages of both have items with an id.
    queryKey as readonly unknown[],
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          data: page.data.filter((item) => item.id !== id),
        })),
      },
  )
}

/** Deletes an archived card; undo restores it to the archive. Only where the server has `cards.delete`. */
export function deleteArchivedCard(session: KeySession, card: Card) {
  const options = {
    scope: boardScope(card.board_id),
    replaces: `status:${card.id}`,
  } as const
  const input = { card_id: card.id }
  const restore = () => {
    const undo = { label: text.restored(card.name), undo: () => deleteArchivedCard(session, card) }
    void session.mutate('POST /cards/:card_id/restore', input, { ...options, undo })
  }
  const undo = { label: text.deleted(card.name), undo: restore }
  void session.mutate('DELETE /cards/:card_id', input, { ...options, undo })
}
