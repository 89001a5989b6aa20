import type { QueryClient } from '@tanstack/react-query'

import type { Board, BoardList, Card } from '#client/resources.ts'
import type { WriteName } from '#contract/endpoints.ts'
import { rankBetween } from '#contract/tasks/card-rank.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import type { MutationResult } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import {
  type CardPages,
  flattenCards,
  doneCountQuery,
  listCardsQuery,
} from './card-queries.data.ts'

export type ListPosition = Omit<CardMove, 'list_id' | 'labels'>

/** Shows a card where a move puts it and gives back the inverse, which puts back this card alone. */
export function applyMoveToCache(
  queryClient: QueryClient,
  from: Card,
  shown: Card,
  place: ListPosition,
): () => void {
  const source = getCachedPages(queryClient, from.board_id, from.list_id)
  const home = positionOf(flattenCards(source), from.id)
  insertIntoCache(queryClient, from, shown, place)
  return () => {
    const now = findCard(queryClient, from.board_id, shown.list_id, from.id) ?? shown
    const back = { ...now, ...revertedFields(from, shown, now) }
    // Its old neighbours may be gone; its old rank still says where it was.
    if (isRanked(from)) replaceCardInCache(queryClient, now, back)
    else insertIntoCache(queryClient, now, back, home)
  }
}

/** Shows a card as the service has it now, wherever this page held it. */
export function replaceCardInCache(queryClient: QueryClient, held: Card, card: Card): void {
  const cards = flattenCards(getCachedPages(queryClient, card.board_id, card.list_id))
  const stays = held.list_id === card.list_id && !cards.every(isRanked)
  insertIntoCache(
    queryClient,
    held,
    card,
    stays ? positionOf(cards, held.id) : positionByRank(cards, card),
    card.position,
  )
}

/** The service says where a card is. The public document does not: there a card stays where it was put. */
const isRanked = ({ position }: Card) => position !== undefined

/** Changes fields of one card where it is. Gives back the inverse for these fields alone. */
export function patchCardInCache(
  queryClient: QueryClient,
  card: Card,
  fields: Partial<Card>,
): () => void {
  const held = findCard(queryClient, card.board_id, card.list_id, card.id)
  if (!held) return () => undefined
  const patched = { ...held, ...fields }
  updatePages(queryClient, card.board_id, card.list_id, (pages) => replaceCard(pages, patched))
  adjustDoneCount(queryClient, card.board_id, Number(patched.completed) - Number(held.completed))
  const names = Object.keys(fields) as (keyof Card)[] // of a Partial<Card>, so they are its keys
  const old = Object.fromEntries(names.map((name) => [name, held[name]]))
  return () => void patchCardInCache(queryClient, patched, old)
}

export function addToList(queryClient: QueryClient, card: Card): void {
  const cards = flattenCards(getCachedPages(queryClient, card.board_id, card.list_id))
  if (cards.some(({ id }) => id === card.id)) return
  const place = positionByRank(cards, card)
  updatePages(queryClient, card.board_id, card.list_id, (pages) => insertCard(pages, card, place))
  adjustCardCount(queryClient, card.board_id, card.list_id, 1)
  adjustDoneCount(queryClient, card.board_id, Number(card.completed))
}

export const findCard = (
  queryClient: QueryClient,
  board_id: string,
  list_id: string,
  card_id: string,
) =>
  flattenCards(getCachedPages(queryClient, board_id, list_id)).find((card) => card.id === card_id)

export const getCachedPages = (queryClient: QueryClient, board_id: string, list_id: string) =>
  queryClient.getQueryData<CardPages>(listCardsQuery(board_id, list_id).queryKey)

/** Where a card is now, in words the service understands: between its old neighbours, or at an end. */
export function positionOf(cards: readonly Card[], card_id: string): ListPosition {
  const index = cards.findIndex((card) => card.id === card_id)
  const above = cards[index - 1]
  if (above) return { after_card_id: above.id }
  return { position: index === 0 ? 'top' : 'bottom' }
}

/** Where the service's own rank puts a card among those shown; without ranks, at the bottom. */
function positionByRank(cards: readonly Card[], card: Card): ListPosition {
  const others = cards.filter(({ id }) => id !== card.id)
  const { position: rank } = card
  if (rank === undefined) return { position: 'bottom' }
  const below = others.findIndex(({ position }) => position !== undefined && position > rank)
  const above = below < 0 ? others.at(-1) : others[below - 1]
  return above ? { after_card_id: above.id } : { position: 'top' }
}

/** Of what a move changed, only what is still as the move left it. */
function revertedFields(from: Card, shown: Card, now: Card): Partial<Card> {
  const completedByMove = from.completed !== shown.completed && now.completed === shown.completed
  return {
    list_id: from.list_id,
    ...(from.position !== undefined && { position: from.position }),
    ...(completedByMove && { completed: from.completed, completed_at: from.completed_at ?? null }),
  }
}

/** `rank` is the service's; without one it is foreseen from the neighbours. */
function insertIntoCache(
  queryClient: QueryClient,
  held: Card,
  card: Card,
  place: ListPosition,
  rank?: number,
) {
  const { board_id } = card
  updatePages(queryClient, board_id, held.list_id, (pages) => removeCard(pages, held.id))
  const target = getCachedPages(queryClient, board_id, card.list_id)
  const position = rank ?? predictRank(flattenCards(target), place)
  updatePages(queryClient, board_id, card.list_id, (pages) =>
    insertCard(pages, { ...card, position }, place),
  )
  if (held.list_id !== card.list_id) {
    adjustCardCount(queryClient, board_id, held.list_id, -1)
    adjustCardCount(queryClient, board_id, card.list_id, 1)
  }
  adjustDoneCount(queryClient, board_id, Number(card.completed) - Number(held.completed))
}

function predictRank(cards: readonly Card[], place: ListPosition): number {
  const index = insertionIndex(cards, place)
  return rankBetween(cards[index - 1]?.position, cards[index]?.position)
}

/** The index at which a place is, among cards that do not hold the moved one. A neighbour that left means the bottom. */
export function insertionIndex(cards: readonly Card[], place: ListPosition): number {
  if (place.position === 'top') return 0
  const neighbour = place.after_card_id ?? place.before_card_id
  const index = cards.findIndex((card) => card.id === neighbour)
  if (index < 0) return cards.length
  return place.after_card_id ? index + 1 : index
}

const removeCard = (pages: CardPages, card_id: string): CardPages => ({
  ...pages,
  pages: pages.pages.map((page) =>
    page.data.some((card) => card.id === card_id)
      ? { ...page, data: page.data.filter((card) => card.id !== card_id) }
      : page,
  ),
})

const replaceCard = (pages: CardPages, card: Card): CardPages => ({
  ...pages,
  pages: pages.pages.map((page) =>
    page.data.some(({ id }) => id === card.id)
      ? { ...page, data: page.data.map((one) => (one.id === card.id ? card : one)) }
      : page,
  ),
})

function insertCard(pages: CardPages, card: Card, place: ListPosition): CardPages {
  const neighbour = place.after_card_id ?? place.before_card_id
  const found = pages.pages.findIndex((page) => page.data.some(({ id }) => id === neighbour))
  const at = place.position === 'top' ? 0 : found < 0 ? pages.pages.length - 1 : found
  return {
    ...pages,
    pages: pages.pages.map((page, index) =>
      index === at
        ? { ...page, data: page.data.toSpliced(insertionIndex(page.data, place), 0, card) }
        : page,
    ),
  }
}

function updatePages(
  queryClient: QueryClient,
  board_id: string,
  list_id: string,
  change: (pages: CardPages) => CardPages,
) {
  const key = listCardsQuery(board_id, list_id).queryKey
  if (!queryClient.getQueryData<CardPages>(key)) return
  // An answer on its way is older than this change. Not awaited, or the change would show a frame late.
  void queryClient.cancelQueries({ queryKey: key, exact: true })
  queryClient.setQueryData<CardPages>(key, (pages) => pages && change(pages))
}

function adjustCardCount(queryClient: QueryClient, board_id: string, list_id: string, by: number) {
  const key = boardQuery(board_id).queryKey
  void queryClient.cancelQueries({ queryKey: key, exact: true })
  queryClient.setQueryData(
    key,
    (board) =>
      board && {
        ...board,
        lists: board.lists.map((list) =>
          list.id === list_id && list.card_count !== undefined
            ? { ...list, card_count: list.card_count + by }
            : list,
        ),
      },
  )
}

function adjustDoneCount(queryClient: QueryClient, board_id: string, by: number) {
  if (by === 0) return
  queryClient.setQueryData(doneCountQuery(board_id).queryKey, (page) =>
    page?.paging.total === undefined
      ? page
      : { ...page, paging: { ...page.paging, total: page.paging.total + by } },
  )
}

export const listOf = (board: Board, list_id: string): BoardList | Pick<BoardList, 'id' | 'name'> =>
  board.lists.find(({ id }) => id === list_id) ?? { id: list_id, name: '' }

/** The card as shown now: in its list, or wherever a later change put it. */
export const getCurrentCard = (session: KeySession, card: Card): Card =>
  findCard(session.queryClient, card.board_id, card.list_id, card.id) ??
  findCopies(session, card)[0] ??
  card

/** The card in every list that has it: two or none while lists are refetched, as each response arrives by itself. */
export function findCopies(session: KeySession, { id }: Card): Card[] {
  const lists = session.queryClient.getQueriesData<ReturnType<typeof getCachedPages>>({
    queryKey: ['GET /boards/:board_id/cards'],
    predicate: ({ queryKey }) => queryKey[2] === 'pages',
  })
  return lists.flatMap(([, pages]) => flattenCards(pages).filter((card) => card.id === id))
}

export const refetchList = (session: KeySession, board_id: string, list_id: string) =>
  session.queryClient.invalidateQueries({ queryKey: listCardsQuery(board_id, list_id).queryKey })

/** Where an answer was lost, what is shown may be wrong: these lists are asked again, unless more is on its way. */
export async function refetchIfOutcomeUnknown(
  session: KeySession,
  sent: Promise<MutationResult<WriteName>>,
  lists: readonly Pick<Card, 'board_id' | 'list_id'>[],
) {
  const result = await sent
  if (result.state !== 'error' || !result.error.isOutcomeUnknown || session.mutate.isMutating())
    return
  for (const { board_id, list_id } of lists) void refetchList(session, board_id, list_id)
}
