import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'

import type { Board, Card } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { endpointPages, endpointQuery, FIRST_PAGE_CURSOR } from '#web/query/endpoint-query.ts'
import type { Connection } from '#web/session/connections.ts'

export type CardPage = ResponseBody<'GET /boards/:board_id/cards'>
/** The loaded pages of one list. */
export type CardPages = InfiniteData<CardPage, string | null>

/** Cards of each list in the first page. The script of index.html must agree. */
const PER_LIST = 40

/**
 * The first cards of the lists in sight. It needs only the board's id, so it is requested together with the board. A server
 * of the public API alone, where no scope is known, has its first page only.
 */
export const firstCardsQuery = (board_id: string, { scope }: Pick<Connection, 'scope'>) =>
  endpointQuery('GET /boards/:board_id/cards', { board_id, ...(scope && { per_list: PER_LIST }) })

export const listCardsQuery = (board_id: string, list_id: string) =>
  endpointPages('GET /boards/:board_id/cards', { board_id, list_id })

/** One card with every field, also while it is in no loaded list. */
export const cardQuery = (card_id: string) => endpointQuery('GET /cards/:card_id', { card_id })

/** Only its total is used, where the server returns totals: how many cards of the board are completed. */
export const doneCountQuery = (board_id: string) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    completed: true,
    limit: 1,
    include_total: true,
  })

const sortedCards = new WeakMap<CardPages, readonly Card[]>()

/** The cards of a list in display order, each once even where pages overlap. */
export function flattenCards(pages: CardPages | undefined): readonly Card[] {
  if (!pages) return []
  const cached = sortedCards.get(pages)
  if (cached) return cached
  const byId = new Map<string, Card>()
  for (const card of flattenPages(pages)) {
    byId.delete(card.id) // the later page has the current position
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

/** Structural sharing card by card, so that only changed cards render. Cards a move wrote itself are not compared. */
export function shareUnchangedCards(previousData: unknown, nextData: unknown): unknown {
  // Both are data of a `listCardsQuery`.
  const [previous, next] = [previousData as CardPages | undefined, nextData as CardPages]
  if (!previous) return next
  const byId = new Map(flattenPages(previous).map((card) => [card.id, card]))
  const share = (card: Card) => {
    const old = byId.get(card.id)
    return old === undefined || old === card ? card : replaceEqualDeep(old, card)
  }
  const pages = next.pages.map((page, index) => {
    const data = page.data.map(share)
    const old = previous.pages[index]
    const isSame = old !== undefined && hasSameItems(old.data, data)
    return isSame && old.paging.next === page.paging.next ? old : { ...page, data }
  })
  return hasSameItems(previous.pages, pages) ? previous : { ...next, pages }
}

/** A position in a list, as a move names it. */
export type ListPosition = Omit<CardMove, 'list_id' | 'labels'>

/** The index of a position among cards without the moved one. If the neighbor is gone, the bottom. */
export function insertionIndex(
  cards: readonly Card[],
  { position, after_card_id, before_card_id }: ListPosition,
): number {
  if (position === 'top') return 0
  const neighborId = after_card_id ?? before_card_id
  const index = cards.findIndex(({ id }) => id === neighborId)
  if (index < 0) return cards.length
  return after_card_id ? index + 1 : index
}

export const removeCards = (pages: CardPages, ids: ReadonlySet<string>): CardPages => ({
  ...pages,
  pages: pages.pages.map((page) =>
    page.data.some(({ id }) => ids.has(id))
      ? { ...page, data: page.data.filter(({ id }) => !ids.has(id)) }
      : page,
  ),
})

export const replaceCard = (pages: CardPages, card: Card): CardPages => ({
  ...pages,
  pages: pages.pages.map((page) =>
    page.data.some(({ id }) => id === card.id)
      ? { ...page, data: page.data.map((one) => (one.id === card.id ? card : one)) }
      : page,
  ),
})

export function insertCards(
  pages: CardPages,
  cards: readonly Card[],
  position: ListPosition,
): CardPages {
  const neighborId = position.after_card_id ?? position.before_card_id
  const found = pages.pages.findIndex((page) => page.data.some(({ id }) => id === neighborId))
  const pageIndex = position.position === 'top' ? 0 : found < 0 ? pages.pages.length - 1 : found
  return {
    ...pages,
    pages: pages.pages.map((page, index) =>
      index === pageIndex
        ? { ...page, data: page.data.toSpliced(insertionIndex(page.data, position), 0, ...cards) }
        : page,
    ),
  }
}

const flattenPages = (pages: CardPages) => pages.pages.flatMap((page) => page.data)

export const hasSameItems = <T>(one: readonly T[], other: readonly T[]) =>
  one.length === other.length && one.every((item, index) => item === other[index])

export const isFullyLoaded = (pages: CardPages | undefined): boolean =>
  pages?.pages.at(-1)?.paging.next === null

export const activeLists = (board: Board) => board.lists.filter((list) => !list.archived)

/**
 * Seeds each list that the first page of the board contains, so that it is not requested again. A list of which it may
 * contain a part begins anew when more of it is needed: the cursor of that page is about the whole board.
 */
export function seedListQueries(
  queryClient: QueryClient,
  board: Board,
  { queryKey: [, { per_list }] }: ReturnType<typeof firstCardsQuery>,
  page: CardPage,
  updatedAt: number,
) {
  const lists = activeLists(board)
  const lastId = page.paging.next === null ? undefined : page.data.at(-1)?.list_id
  const end = lastId ? lists.findIndex(({ id }) => id === lastId) + 1 : lists.length
  for (const { id } of lists.slice(0, end)) {
    const key = listCardsQuery(board.id, id).queryKey
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) >= updatedAt) continue
    const data = page.data.filter((card) => card.list_id === id)
    // Not by the count of the board, which is another response.
    const isWhole = id !== lastId && data.length < Number(per_list ?? Infinity)
    const next = isWhole ? null : FIRST_PAGE_CURSOR
    const pages: CardPages = { pages: [{ data, paging: { next } }], pageParams: [null] }
    queryClient.setQueryData<CardPages>(key, pages, { updatedAt })
  }
}

/** The same move beside the nearest neighbor that is still in the list, or to its bottom. */
export function nearestMove(
  move: CardMove,
  expected: readonly Card[],
  current: readonly Card[],
  card_id: string,
): CardMove {
  const { list_id } = move
  const index = insertionIndex(expected, move)
  const remaining = new Set(current.map(({ id }) => id).filter((id) => id !== card_id))
  const above = expected.slice(0, index).findLast(({ id }) => remaining.has(id))
  if (above) return { list_id, after_card_id: above.id }
  const below = expected.slice(index).find(({ id }) => remaining.has(id))
  return below ? { list_id, before_card_id: below.id } : { list_id, position: 'bottom' }
}
