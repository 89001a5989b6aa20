import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'

import type { Board, Card } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'

export type CardPage = ResponseBody<'GET /boards/:board_id/cards'>
/** The pages of one list read so far. */
export type CardPages = InfiniteData<CardPage, string | null>

/** The first page of the whole board: it needs only the board's id, so it goes out together with the board. */
export const firstCardsQuery = (board_id: string) =>
  endpointQuery('GET /boards/:board_id/cards', { board_id })

export const listCardsQuery = (board_id: string, list_id: string) =>
  endpointPages('GET /boards/:board_id/cards', { board_id, list_id })

/** Only its total is read, where the service counts: how many cards of the board are done. */
export const doneCountQuery = (board_id: string) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    completed: true,
    limit: 1,
    include_total: true,
  })

const sortedCards = new WeakMap<CardPages, readonly Card[]>()

/** The cards of a list in display order, each once, however the pages overlap. */
export function flattenCards(pages: CardPages | undefined): readonly Card[] {
  if (!pages) return []
  const known = sortedCards.get(pages)
  if (known) return known
  const byId = new Map<string, Card>()
  for (const card of pages.pages.flatMap((page) => page.data)) {
    byId.delete(card.id) // the later page says where a card is
    byId.set(card.id, card)
  }
  const cards = [...byId.values()]
  // A server without ranks returns the cards in their order.
  if (cards.every(({ position }) => position !== undefined)) {
    cards.sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
  }
  sortedCards.set(pages, cards)
  return cards
}

/**
 * Keeps what did not change the same object, card by card, so that only cards that changed are drawn anew. What a move
 * wrote here itself is not compared at all.
 */
export function shareUnchangedCards(held: unknown, arrived: unknown): unknown {
  // Of a query made by `listCardsQuery`.
  const [before, now] = [held as CardPages | undefined, arrived as CardPages]
  if (!before) return now
  const known = new Map(before.pages.flatMap((page) => page.data.map((card) => [card.id, card])))
  const share = (card: Card) => {
    const old = known.get(card.id)
    return old === undefined || old === card ? card : replaceEqualDeep(old, card)
  }
  const pages = now.pages.map((page, index) => {
    const data = page.data.map(share)
    const old = before.pages[index]
    const same = old?.data.length === data.length && data.every((card, at) => card === old.data[at])
    return same && old.paging.next === page.paging.next ? old : { ...page, data }
  })
  const unchanged =
    pages.length === before.pages.length && pages.every((page, at) => page === before.pages[at])
  return unchanged ? before : { ...now, pages }
}

export const isFullyLoaded = (pages: CardPages | undefined): boolean =>
  pages?.pages.at(-1)?.paging.next === null

export const activeLists = (board: Board) => board.lists.filter((list) => !list.archived)

/** Gives each list its part of the board's first page; a list it holds whole is not asked for again. */
export function seedListQueries(
  queryClient: QueryClient,
  board: Board,
  page: CardPage,
  updatedAt: number,
) {
  const lists = activeLists(board)
  const last = page.data.at(-1)?.list_id
  const cut = page.paging.next === null ? lists.length : lists.findIndex(({ id }) => id === last)
  for (const list of lists.slice(0, Math.max(cut, 0))) {
    const key = listCardsQuery(board.id, list.id).queryKey
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) >= updatedAt) continue
    const data = page.data.filter((card) => card.list_id === list.id)
    const pages: CardPages = { pages: [{ data, paging: { next: null } }], pageParams: [null] }
    queryClient.setQueryData<CardPages>(key, pages, { updatedAt })
  }
}
