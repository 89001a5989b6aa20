import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import MessageSquare from 'lucide-react/icons/message-square-text'
import SquareKanban from 'lucide-react/icons/square-kanban'
import StickyNote from 'lucide-react/icons/sticky-note'
import User from 'lucide-react/icons/user'

import { iterateItems } from '#client/paginate.ts'
import type { List, Board, Card, Post } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
import { shellText } from '#web/messages/en/shell.ts'
import { paths } from '#web/paths.ts'
import { endpointPages, endpointQuery, undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'
import { deviceStore, entryName } from '#web/session/storage.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { type PaletteItem, type PaletteQuery, rankMatches } from './palette-search.rules.ts'

const paletteText = shellText.palette

/** Things already in the cache that have a page: boards, then cards. A new kind of page is a function like these two. */
export function cachedChoices(queryClient: QueryClient): PaletteItem[] {
  const boards = new Map(
    [
      ...held<Board>(queryClient, 'GET /boards'),
      ...held<Board>(queryClient, 'GET /boards/:board_id'),
    ].map((board) => [board.id, board]),
  )
  const cards = held<Card>(queryClient, 'GET /boards/:board_id/cards')
  return [
    ...[...boards.values()].map(boardChoice),
    ...once(cards).map((card) => cardChoice(card, boards.get(card.board_id))),
  ]
}

const boardChoice = (board: Board): PaletteItem => ({
  id: `board:${board.id}`,
  label: board.name,
  icon: SquareKanban,
  detail: board.archived ? paletteText.archivedBoard : paletteText.board,
  perform: { to: paths.board(board.id) },
})

const cardChoice = (card: Card, board: Board | undefined): PaletteItem => ({
  id: `card:${card.id}`,
  label: card.name,
  icon: StickyNote,
  detail: board ? paletteText.cardIn(board.name) : paletteText.card,
  perform: { to: paths.boardSearch(card.board_id, card.name) },
})

const once = <Thing extends { id: string }>(things: readonly Thing[]) => [
  ...new Map(things.map((thing) => [thing.id, thing])).values(),
]

/** Every thing of one kind in the cache, read alone, as a page, or page by page. */
function held<Thing>(queryClient: QueryClient, name: ReadName): Thing[] {
  type Page = { data: Thing[] }
  // The cache holds what `endpointQuery` and `endpointPages` asked for under this name, in one of these three shapes.
  const answers = queryClient.getQueriesData<Thing | Page | InfiniteData<Page>>({
    queryKey: [name],
  })
  return answers.flatMap(([, answer]) => {
    if (!answer || typeof answer !== 'object') return []
    if ('pages' in answer) return answer.pages.flatMap((page) => page.data)
    return 'data' in answer ? answer.data : [answer]
  })
}

const MAX_REMOTE_RESULTS = 6
const AT_ONCE = 4

/** Asks the service and hands over what it finds, piece by piece as it comes, until that is `dropped`. */
export async function searchRemote(
  session: KeySession,
  { kind, text }: PaletteQuery,
  tell: (found: readonly PaletteItem[]) => void,
  dropped: AbortSignal,
) {
  if (kind === 'contact') return findContact(session, text, tell, dropped)
  const boards = session.queryClient.fetchInfiniteQuery(boardsQuery(false)).then(({ pages }) => {
    const all = pages.flatMap((page) => page.data).map(boardChoice)
    tell(rankMatches(all, text, []))
  })
  const posts = session.queryClient
    .fetchQuery(endpointQuery('GET /feedback/posts', { search: text }))
    .then(({ data }) => tell(data.slice(0, MAX_REMOTE_RESULTS).map(postChoice)))
  await Promise.all([boards, posts])
}

const postChoice = (post: Post): PaletteItem => ({
  id: `post:${post.id}`,
  label: post.title,
  icon: MessageSquare,
  detail: post.vote_count === undefined ? paletteText.plainPost : paletteText.post(post.vote_count),
  perform: { copy: post.title },
})

/** One letter finds too much, an address must be whole, and actions are not in the service. */
export function isNothingToAsk({ kind, text }: PaletteQuery): boolean {
  if (kind === 'contact') return !isAddress(text)
  return kind === 'actions' || text.length < 2
}

export const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** One question for each list, a few at a time: the public document finds a contact by its exact address only. */
async function findContact(
  { call, queryClient }: KeySession,
  address: string,
  tell: (found: readonly PaletteItem[]) => void,
  signal: AbortSignal,
) {
  const first = await queryClient.fetchInfiniteQuery(endpointPages('GET /lists', {}))
  const lists = first.pages.flatMap((page) => page.data)
  const isWhole = first.pages.at(-1)?.paging.next === null
  if (!isWhole) {
    lists.length = 0
    for await (const list of iterateItems(call, 'GET /lists', {}, { signal })) lists.push(list)
  }
  const lookUp = async (list: List) => {
    const input = { list_id: list.id, id_or_email: address }
    const asked = endpointQuery('GET /lists/:list_id/contacts/:id_or_email', input)
    const contact = await queryClient.fetchQuery(asked).catch(undefinedIfNotFound)
    if (contact) tell([contactChoice(list, contact)])
  }
  const worker = async () => {
    for (let list = lists.shift(); list && !signal.aborted; list = lists.shift()) await lookUp(list)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const contactChoice = (
  list: List,
  contact: { id: string; email_address: string; status: string },
): PaletteItem => ({
  id: `contact:${contact.id}`,
  label: contact.email_address,
  icon: User,
  detail: paletteText.contactIn(list.name, contact.status),
  perform: { copy: contact.email_address },
})

const MAX_RECENT = 8
const nameOf = (fingerprint: string) => entryName(fingerprint, 'recent-choices')

/** What was chosen in the palette, the last choice first. Only ids are kept, and they go with the connection. */
export function recentChoices(fingerprint: string): readonly string[] {
  return (deviceStore.get(nameOf(fingerprint)) ?? '').split('\n').filter(Boolean)
}

export function noteChoice(fingerprint: string, id: string) {
  const others = recentChoices(fingerprint).filter((one) => one !== id)
  deviceStore.set(nameOf(fingerprint), [id, ...others].slice(0, MAX_RECENT).join('\n'))
}
