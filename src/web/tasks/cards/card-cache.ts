import type { QueryClient } from '@tanstack/react-query'

import type { Board, BoardList, Card } from '#client/resources.ts'
import { rankBetween } from '#contract/tasks/card-rank.rules.ts'
import { cancelQuery } from '#web/query/query-client.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { isNewer } from './card-copies.rules.ts'
import {
  type CardPages,
  cardQuery,
  flattenCards,
  doneCountQuery,
  insertCards,
  insertionIndex,
  listCardsQuery,
  type ListPosition,
  removeCards,
  replaceCard,
} from './card-queries.data.ts'

interface CacheMove {
  readonly from: Card
  /** The same card as the move shows it. */
  readonly to: Card
}

/**
 * The optimistic move of cards that stand together then, in their order: one write of each list. Returns each with its
 * rollback: other moves may be in flight. It returns false and moves nothing if a later change has moved the card on.
 */
export function applyMovesToCache<Move extends CacheMove>(
  queryClient: QueryClient,
  moves: readonly Move[],
  position: ListPosition,
): (Move & { readonly rollback: () => boolean })[] {
  const before = new Set<string>()
  const starts = moves.map((move) => {
    const { board_id, list_id, id } = move.from
    const cards = flattenCards(getCachedPages(queryClient, board_id, list_id))
    const others = cards.filter((card) => !before.has(card.id))
    before.add(id)
    return { move, origin: positionOf(others, id) }
  })
  insertIntoCache(queryClient, moves, position)
  return starts.map(({ move, origin }) => {
    const { from, to } = move
    const result = findCard(queryClient, from.board_id, to.list_id, from.id)
    const rollback = () => {
      const current = findCopies(queryClient, from)[0] ?? to
      if (current.list_id !== to.list_id) return false
      if (isRanked(from) && result && current.position !== result.position) return false
      const target = { ...current, ...fieldsBefore(move, current) }
      // The old neighbors may be gone; the old rank still says where the card was.
      if (isRanked(from)) replaceCardInCache(queryClient, current, target)
      else insertIntoCache(queryClient, [{ from: current, to: target }], origin)
      return true
    }
    return { ...move, rollback }
  })
}

/** Shows a card as the server has it now, wherever it was shown before. */
export function replaceCardInCache(queryClient: QueryClient, previous: Card, card: Card): void {
  const cards = flattenCards(getCachedPages(queryClient, card.board_id, card.list_id))
  const stays = previous.list_id === card.list_id && !cards.every(isRanked)
  const position = stays ? positionOf(cards, previous.id) : positionByRank(cards, card)
  insertIntoCache(queryClient, [{ from: previous, to: card }], position, card.position)
}

/** The public API has no ranks: there a card stays where it was moved. */
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
    const entries = unchanged.map((name) => [name, previous?.[name] ?? detail?.[name]])
    patchCardInCache(queryClient, current, Object.fromEntries(entries))
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
    insertCards(pages, [card], position),
  )
  adjustCardCounts(queryClient, card.board_id, (id) => Number(id === card.list_id))
  adjustDoneCount(queryClient, card.board_id, Number(card.completed))
}

/** Returns how to show the card again. */
export function removeFromList(queryClient: QueryClient, card: Card): () => void {
  const { board_id, list_id } = card
  if (!findCard(queryClient, board_id, list_id, card.id)) return () => undefined
  const origin = originOf(queryClient, card)
  updatePages(queryClient, board_id, list_id, (pages) => removeCards(pages, new Set([card.id])))
  adjustCardCounts(queryClient, board_id, (id) => -Number(id === list_id))
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
function fieldsBefore({ from, to }: CacheMove, current: Card): Partial<Card> {
  const completedByMove = from.completed !== to.completed && current.completed === to.completed
  return {
    list_id: from.list_id,
    ...(from.position !== undefined && { position: from.position }),
    ...(completedByMove && { completed: from.completed, completed_at: from.completed_at ?? null }),
  }
}

/** `rank` is the server's; without one it is predicted from the neighbors. All cards go to the same list. */
function insertIntoCache(
  queryClient: QueryClient,
  moves: readonly CacheMove[],
  position: ListPosition,
  rank?: number,
) {
  const [first] = moves
  if (!first) return
  const { board_id, list_id } = first.to
  const ids = new Set(moves.map(({ from }) => from.id))
  for (const source of new Set(moves.map(({ from }) => from.list_id)))
    updatePages(queryClient, board_id, source, (pages) => removeCards(pages, ids))
  const target = flattenCards(getCachedPages(queryClient, board_id, list_id))
  const index = insertionIndex(target, position)
  let above = target[index - 1]?.position
  const cards = moves.map(({ to }) => {
    above = rank ?? rankBetween(above, target[index]?.position)
    return { ...to, position: above }
  })
  let done = 0
  for (const { from, to } of moves) {
    const { completed, completed_at } = to
    const fields = { list_id, completed, ...(completed_at !== undefined && { completed_at }) }
    patchDetail(queryClient, to, fields)
    done += Number(completed) - Number(from.completed)
  }
  updatePages(queryClient, board_id, list_id, (pages) => insertCards(pages, cards, position))
  if (moves.some(({ from }) => from.list_id !== list_id))
    adjustCardCounts(
      queryClient,
      board_id,
      (id) =>
        (id === list_id ? moves.length : 0) -
        moves.filter(({ from }) => from.list_id === id).length,
    )
  adjustDoneCount(queryClient, board_id, done)
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

function adjustCardCounts(
  queryClient: QueryClient,
  board_id: string,
  changeOf: (list_id: string) => number,
) {
  const key = boardQuery(board_id).queryKey
  cancelQuery(queryClient, key)
  const adjust = (list: BoardList) =>
    list.card_count === undefined
      ? list
      : { ...list, card_count: list.card_count + changeOf(list.id) }
  queryClient.setQueryData(key, (board) => board && { ...board, lists: board.lists.map(adjust) })
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

/** A later change has archived or deleted the card: no list has it, though the one that it was in is loaded. */
export const hasLeftList = (queryClient: QueryClient, card: Card): boolean =>
  findCopies(queryClient, card).length === 0 &&
  getCachedPages(queryClient, card.board_id, card.list_id) !== undefined

/** The card in every list that has it: two or none while lists are refetched, as each response arrives by itself. */
export function findCopies(queryClient: QueryClient, { id }: Pick<Card, 'id'>): Card[] {
  const lists = queryClient.getQueriesData<ReturnType<typeof getCachedPages>>({
    queryKey: ['GET /boards/:board_id/cards'],
    predicate: ({ queryKey }) => queryKey[2] === 'pages',
  })
  return lists.flatMap(([, pages]) => flattenCards(pages).filter((card) => card.id === id))
}
