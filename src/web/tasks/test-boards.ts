import { page } from 'vitest/browser'

import type { Board, Card } from '#client/resources.ts'
import { type Capability, capabilities } from '#contract/capabilities.ts'
import { errorResponse, openPage, type Responses } from '#web/test-page.tsx'

/** The cards of the first list of a board. */
const IDEAS = ['Write the announcement', 'Choose a date', 'Ask the printers']

type ListPlan = Readonly<Record<string, readonly string[]>>

const defaultLists: ListPlan = {
  Ideas: IDEAS,
  Doing: ['Draw the poster', 'Book the room'],
  Done: ['Find a name'],
}

const AT = '2025-01-20T09:00:00.000Z'

interface BoardOptions {
  readonly id?: string
  readonly name?: string
  /** Lists by name, each with its cards from top to bottom. */
  readonly lists?: ListPlan
  /** What differs from a new card, by the name of the card. */
  readonly changes?: Readonly<Record<string, Partial<Card>>>
}

interface BuiltBoard {
  readonly board: Board
  readonly cards: readonly Card[]
}

/** A board and its cards as the service returns them. */
export function buildBoard(options: BoardOptions = {}): BuiltBoard {
  const { id = 'brd_launch', name = 'Launch', lists = defaultLists, changes = {} } = options
  const names = Object.keys(lists)
  const board: Board = {
    id,
    name,
    description: null,
    lists: names.map((list, index) => ({
      id: `${id}_${list}`,
      board_id: id,
      name: list,
      position: index + 1,
      completes_cards: list === 'Done',
      card_count: lists[list]?.length ?? 0,
      archived: false,
      wip_limit: null,
      external_ref: null,
      version: '1',
    })),
    labels: [],
    archived: false,
    archived_at: null,
    card_count: Object.values(lists).flat().length,
    external_ref: null,
    version: '1',
    created_at: AT,
    updated_at: AT,
  }
  const cards = names.flatMap((list) =>
    (lists[list] ?? []).map((card, index) => ({
      ...buildCard(`${id}_${list}_${index}`, `${id}_${list}`, card, index + 1),
      board_id: id,
      ...changes[card],
    })),
  )
  return { board, cards }
}

const buildCard = (id: string, list_id: string, name: string, position: number): Card => ({
  id,
  board_id: '',
  list_id,
  name,
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
  created_at: AT,
  updated_at: AT,
})

/** A response that waits until it is sent. */
export function holdResponse(body: object) {
  let send = () => {}
  const response = new Promise<Response>((resolve) => {
    send = () => resolve(Response.json(body))
  })
  return { response, send }
}

export const pageOf = <Item>(data: Item[]) => ({ data, paging: { next: null } })

// The stub has no event stream.
const allCapabilities = capabilities.filter((name) => name !== 'events.stream')

/** Opens a page of a service that has these boards and nothing else, and saves changes of cards. */
export function openWithBoards(
  path: string,
  boards: readonly BuiltBoard[] = [buildBoard()],
  responses: Responses = {},
  without: readonly Capability[] = [],
) {
  const cards = boards.flatMap((one) => one.cards)
  return openPage(
    path,
    {
      'GET /boards': ({ input }) =>
        pageOf(input.archived === undefined ? boards.map(({ board }) => board) : []),
      'GET /boards/:board_id': ({ input }) =>
        boards.find(({ board }) => board.id === input.board_id)?.board ??
        errorResponse(404, 'not_found'),
      'GET /boards/:board_id/cards': ({ input }) =>
        pageOf(
          cards.filter(
            ({ board_id, list_id, completed, due_at }) =>
              board_id === input.board_id &&
              (input.list_id === undefined || list_id === input.list_id) &&
              (input.completed === undefined || String(completed) === String(input.completed)) &&
              (input.due_before === undefined || due_at !== null),
          ),
        ),
      'PATCH /cards/:card_id': ({ input: { card_id, ...changes } }) => {
        const card = cards.find(({ id }) => id === card_id)
        if (!card) return errorResponse(404, 'not_found')
        return Response.json(Object.assign(card, changes, { version: `${card.version}+` }))
      },
      'GET /campaigns': pageOf([]),
      'GET /lists': pageOf([]),
      'GET /feedback/posts': pageOf([]),
      'GET /feedback/users': pageOf([]),
      'GET /feedback/changelog/entries': pageOf([]),
      'GET /search': pageOf([]),
      ...responses,
    },
    { capabilities: allCapabilities.filter((name) => !without.includes(name)) },
  )
}

const listNamed = (name: string) => page.getByRole('region', { name, exact: true })

/** A card in any list. */
export const cardNamed = (name: string) => page.getByRole('group', { name, exact: true })

/** The names of the rendered cards of a list, from top to bottom. */
export const namesIn = (list: string) =>
  listNamed(list)
    .getByTestId('card')
    .elements()
    .map((card) => card.getAttribute('aria-label'))
