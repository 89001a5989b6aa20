import type { QueryClient } from '@tanstack/react-query'

import type { Board, BoardList, Card } from '#client/resources.ts'
import { rankBetween } from '#contract/tasks/card-rank.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { cancelQuery } from '#web/query/query-client.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { isNewer } from './card-edit.rules.ts'
import {
  type CardPages,
  cardQuery,
  flattenCards,
  doneCountQuery,
  listCardsQuery,
} from './card-queries.data.ts'

/** A position in a list, as a move names it. */
export type ListPosition = Omit<CardMove, 'list_id' | 'labels'>

/**
 * The optimistic move. Returns its rollback, which moves only this card back: other moves may be in flight. It returns false
 * and moves nothing if a later change has moved the card on.
 */
export function applyMoveToCache(
  queryClient: QueryClient,
  from: Card,
  moved: Card,
  position: ListPosition,
): () => boolean {
  const origin = originOf(queryClient, from)
  insertIntoCache(queryClient, from, moved, position)
  const shown = findCard(queryClient, from.board_id, moved.list_id, from.id)
  return () => {
    const current = findCopies(queryClient, from)[0] ?? moved
    if (current.list_id !== moved.list_id) return false
    if (isRanked(from) && shown && current.position !== shown.position) return false
    const reverted = { ...current, ...revertedFields(from, moved, current) }
    // The old neighbors may be gone; the old rank still says where the card was.
    if (isRanked(from)) replaceCardInCache(queryClient, current, reverted)
    else insertIntoCache(queryClient, current, reverted, origin)
    return true
  }
}

/** Shows a card as the server has it now, wherever it was shown before. */
export function replaceCardInCache(queryClient: QueryClient, previous: Card, card: Card): void {
  const cards = flattenCards(getCachedPages(queryClient, card.board_id, card.list_id))
  const stays = previous.list_id === card.list_id && !cards.every(isRanked)
  const position = stays ? positionOf(cards, previous.id) : positionByRank(cards, card)
  insertIntoCache(queryClient, previous, card, position, card.position)
}

/** The public document has no ranks: there a card stays where it was moved. */
const isRanked = ({ position }: Card) => position !== undefined

/**
 * Changes fields of one card where it is. Returns the rollback, for these fields only. It returns false and keeps those that
 * a later change has changed again.
 */
export function patchCardInCache(
  queryClient: QueryClient,
  card: Card,
  fields: Partial<Card>,
): () => boolean {
  const detail = queryClient.getQueryData(cardQuery(card.id).queryKey)
  const previous = findCard(queryClient, card.board_id, card.list_id, card.id)
  patchDetail(queryClient, previous ?? card, fields)
  const names = Object.keys(fields) as (keyof Card)[] // of a Partial<Card>, so they are its keys
  if (previous) {
    const patched = { ...previous, ...fields }
    updatePages(queryClient, card.board_id, card.list_id, (pages) => replaceCard(pages, patched))
    adjustDoneCount(
      queryClient,
      card.board_id,
      Number(patched.completed) - Number(previous.completed),
    )
  }
  return () => {
    // A later move may have put it in another list.
    const current =
      findCopies(queryClient, card)[0] ?? queryClient.getQueryData(cardQuery(card.id).queryKey)
    if (!current) return true
    const unchanged = names.filter(
      (name) => JSON.stringify(current[name]) === JSON.stringify(fields[name]),
    )
    // A list may omit fields that only the card itself has.
    const reverted = unchanged.map((name) => [name, previous?.[name] ?? detail?.[name]])
    patchCardInCache(queryClient, current, Object.fromEntries(reverted))
    return unchanged.length === names.length
  }
}

/** The card as it was requested by itself: with these fields, and up to date with its list. */
function patchDetail(queryClient: QueryClient, listed: Card, fields: Partial<Card>) {
  const { queryKey } = cardQuery(listed.id)
  if (!queryClient.getQueryData(queryKey)) return
  cancelQuery(queryClient, queryKey)
  queryClient.setQueryData(
    queryKey,
    (detail) => detail && { ...detail, ...(isNewer(listed, detail) && listed), ...fields },
  )
}

/** `origin` is where the card was before, for a server without ranks. */
export function addToList(queryClient: QueryClient, card: Card, origin?: ListPosition): void {
  const cards = flattenCards(getCachedPages(queryClient, card.board_id, card.list_id))
  if (cards.some(({ id }) => id === card.id)) return
  const position = (!isRanked(card) && origin) || positionByRank(cards, card)
  updatePages(queryClient, card.board_id, card.list_id, (pages) =>
    insertCard(pages, card, position),
  )
  adjustCardCount(queryClient, card.board_id, card.list_id, 1)
  adjustDoneCount(queryClient, card.board_id, Number(card.completed))
}

/** Returns how to show the card again. */
export function removeFromList(queryClient: QueryClient, card: Card): () => void {
  const { board_id, list_id } = card
  if (!findCard(queryClient, board_id, list_id, card.id)) return () => undefined
  const origin = originOf(queryClient, card)
  updatePages(queryClient, board_id, list_id, (pages) => removeCard(pages, card.id))
  adjustCardCount(queryClient, board_id, list_id, -1)
  adjustDoneCount(queryClient, board_id, -Number(card.completed))
  return () => addToList(queryClient, card, origin)
}

/** Where a card is in its list now. */
export const originOf = (queryClient: QueryClient, { board_id, list_id, id }: Card) =>
  positionOf(flattenCards(getCachedPages(queryClient, board_id, list_id)), id)

export const findCard = (
  queryClient: QueryClient,
  board_id: string,
  list_id: string,
  card_id: string,
) =>
  flattenCards(getCachedPages(queryClient, board_id, list_id)).find((card) => card.id === card_id)

export const getCachedPages = (queryClient: QueryClient, board_id: string, list_id: string) =>
  queryClient.getQueryData<CardPages>(listCardsQuery(board_id, list_id).queryKey)

/** Where a card is now: after the card above it, or at an end. */
export function positionOf(cards: readonly Card[], card_id: string): ListPosition {
  const index = cards.findIndex((card) => card.id === card_id)
  const above = cards[index - 1]
  if (above) return { after_card_id: above.id }
  return { position: index === 0 ? 'top' : 'bottom' }
}

/** Where the rank of a card puts it among those shown; without ranks, at the bottom. */
function positionByRank(cards: readonly Card[], card: Card): ListPosition {
  const others = cards.filter(({ id }) => id !== card.id)
  const { position: rank } = card
  if (rank === undefined) return { position: 'bottom' }
  const below = others.findIndex(({ position }) => position !== undefined && position > rank)
  const above = below < 0 ? others.at(-1) : others[below - 1]
  return above ? { after_card_id: above.id } : { position: 'top' }
}

/** Of the fields a move changed, those that have not changed since. */
function revertedFields(from: Card, moved: Card, current: Card): Partial<Card> {
  const completedByMove =
    from.completed !== moved.completed && current.completed === moved.completed
  return {
    list_id: from.list_id,
    ...(from.position !== undefined && { position: from.position }),
    ...(completedByMove && { completed: from.completed, completed_at: from.completed_at ?? null }),
  }
}

/** `rank` is the server's; without one it is predicted from the neighbors. */
function insertIntoCache(
  queryClient: QueryClient,
  previous: Card,
  card: Card,
  position: ListPosition,
  rank?: number,
) {
  const { board_id } = card
  updatePages(queryClient, board_id, previous.list_id, (pages) => removeCard(pages, previous.id))
  const target = getCachedPages(queryClient, board_id, card.list_id)
  const ranked = { ...card, position: rank ?? predictRank(flattenCards(target), position) }
  const { list_id, completed, completed_at } = card
  patchDetail(queryClient, card, {
    list_id,
    completed,
    ...(completed_at !== undefined && { completed_at }),
  })
  updatePages(queryClient, board_id, card.list_id, (pages) => insertCard(pages, ranked, position))
  if (previous.list_id !== card.list_id) {
    adjustCardCount(queryClient, board_id, previous.list_id, -1)
    adjustCardCount(queryClient, board_id, card.list_id, 1)
  }
  adjustDoneCount(queryClient, board_id, Number(card.completed) - Number(previous.completed))
}

function predictRank(cards: readonly Card[], position: ListPosition): number {
  const index = insertionIndex(cards, position)
  return rankBetween(cards[index - 1]?.position, cards[index]?.position)
}

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

function insertCard(pages: CardPages, card: Card, position: ListPosition): CardPages {
  const neighborId = position.after_card_id ?? position.before_card_id
  const found = pages.pages.findIndex((page) => page.data.some(({ id }) => id === neighborId))
  const pageIndex = position.position === 'top' ? 0 : found < 0 ? pages.pages.length - 1 : found
  return {
    ...pages,
    pages: pages.pages.map((page, index) =>
      index === pageIndex
        ? { ...page, data: page.data.toSpliced(insertionIndex(page.data, position), 0, card) }
        : page,
    ),
  }
}

function updatePages(
  queryClient: QueryClient,
  board_id: string,
  list_id: string,
  update: (pages: CardPages) => CardPages,
) {
  const key = listCardsQuery(board_id, list_id).queryKey
  cancelQuery(queryClient, key)
  queryClient.setQueryData<CardPages>(key, (pages) => pages && update(pages))
}

function adjustCardCount(queryClient: QueryClient, board_id: string, list_id: string, by: number) {
  const key = boardQuery(board_id).queryKey
  cancelQuery(queryClient, key)
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

/** The card as shown now: in its list, wherever a later change put it, or as it was requested by itself. */
export const getCurrentCard = ({ queryClient }: KeySession, card: Card): Card => ({
  ...card,
  ...queryClient.getQueryData(cardQuery(card.id).queryKey),
  ...(findCard(queryClient, card.board_id, card.list_id, card.id) ??
    findCopies(queryClient, card)[0]),
})

/** The card in every list that has it: two or none while lists are refetched, as each response arrives by itself. */
export function findCopies(queryClient: QueryClient, { id }: Card): Card[] {
  const lists = queryClient.getQueriesData<ReturnType<typeof getCachedPages>>({
    queryKey: ['GET /boards/:board_id/cards'],
    predicate: ({ queryKey }) => queryKey[2] === 'pages',
  })
  return lists.flatMap(([, pages]) => flattenCards(pages).filter((card) => card.id === id))
}
