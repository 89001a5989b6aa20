import { QueryClient } from '@tanstack/react-query'

import type { Board, Card } from '#client/resources.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { getCachedPages } from './card-cache.ts'
import { type CardPages, flattenCards, listCardsQuery } from './card-queries.data.ts'

const at = '2025-11-01T09:00:00.000Z'

/** A card with this rank. */
export const sampleCard = (id: string, list_id: string, position: number): Card => ({
  id,
  board_id: 'board',
  list_id,
  name: `Card ${id}`,
  description: null,
  label_ids: [],
  members: [],
  due_at: null,
  start_at: null,
  dates: { start_at: null, due_at: null },
  completed: false,
  completed_at: null,
  status: 'open',
  position,
  post_id: null,
  external_ref: null,
  version: '1',
  created_at: at,
  updated_at: at,
})

/** One card per letter, their ranks 10 apart. */
export const sampleCards = (letters: string, list_id: string) =>
  [...letters].map((letter, index) => sampleCard(letter, list_id, (index + 1) * 10))

export const sampleList = (id: string, card_count: number, completes_cards = false) => ({
  id,
  board_id: 'board',
  name: id,
  position: 1,
  completes_cards,
  card_count,
  archived: false,
  wip_limit: null,
  external_ref: null,
  version: '1',
})

/** A cache with a board of these lists, each with a card per letter. Lists in `partial` have a next page. */
export function sampleCache(lists: Record<string, string>, partial: readonly string[] = []) {
  const queryClient = new QueryClient()
  const board: Board = {
    id: 'board',
    name: 'Board',
    description: null,
    lists: Object.entries(lists).map(([id, cards]) => sampleList(id, cards.length, id === 'done')),
    labels: [],
    archived: false,
    archived_at: null,
    card_count: 0,
    external_ref: null,
    version: '1',
    created_at: at,
    updated_at: at,
  }
  queryClient.setQueryData(boardQuery('board').queryKey, board)
  for (const [id, letters] of Object.entries(lists)) {
    const next = partial.includes(id) ? 'cursor' : null
    const pages: CardPages = {
      pages: [{ data: sampleCards(letters, id), paging: { next } }],
      pageParams: [null],
    }
    queryClient.setQueryData<CardPages>(listCardsQuery('board', id).queryKey, pages)
  }
  return queryClient
}

/** The letters of a list in display order. */
export const lettersIn = (queryClient: QueryClient, list_id: string) =>
  flattenCards(getCachedPages(queryClient, 'board', list_id))
    .map(({ id }) => id)
    .join('')
