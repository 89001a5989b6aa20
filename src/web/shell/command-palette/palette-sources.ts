import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import Mail from 'lucide-react/icons/mail'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageSquare from 'lucide-react/icons/message-square-text'
import Send from 'lucide-react/icons/send'
import SquareKanban from 'lucide-react/icons/square-kanban'
import StickyNote from 'lucide-react/icons/sticky-note'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'

import type {
  Board,
  Campaign,
  Card,
  ChangelogEntry as Entry,
  Contact,
  List,
  PortalUser,
  Post,
} from '#client/resources.ts'
import type { ReadName, ResponseItem } from '#contract/endpoints.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { campaignPages } from '#web/email/campaigns/campaigns.data.ts'
import { findInLists } from '#web/email/contacts/contact.data.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import { unpublishedPages } from '#web/feedback/changelog/changelog.data.ts'
import { stateOf } from '#web/feedback/changelog/entry.rules.ts'
import { formatUserDetail, formatUserName } from '#web/feedback/people/user-name.rules.ts'
import { usersQuery } from '#web/feedback/people/users.data.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { formatStatus } from '#web/ui/pill.tsx'
import { now } from '#web/ui/server-time.ts'
import {
  type PaletteGroup,
  type PaletteItem,
  type PaletteQuery,
  rankMatches,
} from './palette-search.rules.ts'

const paletteText = shellDialogText.palette

export const getCachedBoards = (queryClient: QueryClient): ReadonlyMap<string, Board> =>
  new Map(
    [
      ...getCachedOf<Board>(queryClient, 'GET /boards'),
      ...getCachedOf<Board>(queryClient, 'GET /boards/:board_id'),
    ].map((board) => [board.id, board]),
  )

export const getCachedLists = (queryClient: QueryClient): readonly List[] =>
  uniqueById([
    ...getCachedOf<List>(queryClient, 'GET /lists'),
    ...getCachedOf<List>(queryClient, 'GET /lists/:list_id'),
  ])

/** Cached resources that have a page: boards, then lists, campaigns and cards. */
export function getCachedItems(queryClient: QueryClient): PaletteItem[] {
  const boards = getCachedBoards(queryClient)
  const campaigns = [
    ...getCachedOf<Campaign>(queryClient, 'GET /campaigns'),
    ...getCachedOf<Campaign>(queryClient, 'GET /campaigns/:campaign_id'),
  ]
  const lists = getCachedLists(queryClient)
  const cards = getCachedOf<Card>(queryClient, 'GET /boards/:board_id/cards')
  return [
    ...[...boards.values()].map(toBoardItem),
    ...lists.map(toListItem),
    ...uniqueById(campaigns).map(toCampaignItem),
    ...uniqueById(cards).map((card) => toCardItem(card, boards.get(card.board_id))),
    ...getCachedEntries(queryClient).map(toEntryItem),
    ...getCachedContacts(queryClient, lists),
    ...uniqueById([
      ...getCachedOf<PortalUser>(queryClient, 'GET /feedback/users'),
      ...getCachedOf<PortalUser>(queryClient, 'GET /feedback/users/:user_id'),
    ]).map(toPersonItem),
  ]
}

/** An address may be in several lists. */
function getCachedContacts(queryClient: QueryClient, lists: readonly List[]): PaletteItem[] {
  const contacts = [
    ...getCachedOf<Contact>(queryClient, 'GET /lists/:list_id/contacts'),
    ...getCachedOf<Contact>(queryClient, 'GET /lists/:list_id/contacts/:id_or_email'),
  ]
  const listsById = new Map(lists.map((list) => [list.id, list]))
  return uniqueById(contacts).map((contact) =>
    toContactItem(contact, listsById.get(contact.list_id)),
  )
}

const getCachedEntries = (queryClient: QueryClient) =>
  uniqueById([
    ...getCachedOf<Entry>(queryClient, 'GET /feedback/changelog/entries'),
    ...getCachedOf<Entry>(queryClient, 'GET /feedback/changelog/entries/:entry_id'),
  ])

const toEntryItem = (entry: Entry): PaletteItem => ({
  id: `entry:${entry.id}`,
  label: entry.title,
  icon: Megaphone,
  detail: paletteText.entry[stateOf(entry, now())],
  perform: { to: paths.entry(entry.id) },
})

/** Publishes the drafts that are loaded. */
export const getPublishCommands = (queryClient: QueryClient): PaletteItem[] =>
  getCachedEntries(queryClient)
    .filter((entry) => stateOf(entry, now()) !== 'published')
    .map((entry) => ({
      id: `publish:${entry.id}`,
      label: paletteText.publish(entry.title),
      icon: Send,
      perform: { to: paths.publishEntry(entry.id) },
    }))

const toBoardItem = (board: Board): PaletteItem => ({
  id: `board:${board.id}`,
  label: board.name,
  icon: SquareKanban,
  detail: board.archived ? paletteText.archivedBoard : paletteText.board,
  isArchived: board.archived === true,
  perform: { to: paths.board(board.id) },
})

const toListItem = (list: List): PaletteItem => ({
  id: `list:${list.id}`,
  label: list.name,
  icon: Users,
  detail: list.archived ? paletteText.archivedList : paletteText.list,
  perform: { to: paths.list(list.id) },
})

const toCampaignItem = (campaign: Campaign): PaletteItem => ({
  id: `campaign:${campaign.id}`,
  label: campaign.name,
  icon: Mail,
  detail: paletteText.campaign(formatStatus(campaign.status)),
  perform: { to: paths.campaign(campaign.id) },
})

const toCardItem = (card: Card, board: Board | undefined): PaletteItem => ({
  id: `card:${card.id}`,
  label: card.name,
  icon: StickyNote,
  detail: board ? paletteText.cardIn(board.name) : paletteText.card,
  perform: { to: paths.card(card.board_id, card.id) },
})

const uniqueById = <Item extends { id: string }>(items: readonly Item[]) => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]

/** Every cached item of one endpoint, whatever the shape of the query. */
function getCachedOf<Item>(queryClient: QueryClient, name: ReadName): Item[] {
  type Page = { data: Item[] }
  // `endpointQuery` and `endpointPages` cache one of these three shapes under this name.
  const responses = queryClient.getQueriesData<Item | Page | InfiniteData<Page>>({
    queryKey: [name],
  })
  return responses.flatMap(([, response]) => {
    if (!response || typeof response !== 'object') return []
    if ('pages' in response) return response.pages.flatMap((page) => page.data)
    return 'data' in response ? response.data : [response]
  })
}

type SearchType = ResponseItem<'GET /search'>['type']

/** Icons of what the service finds, and the beginning of the id that the same place has among the loaded items. */
const searchTypes: Readonly<Record<SearchType, readonly [LucideIcon, string]>> = {
  card: [StickyNote, 'card'],
  post: [MessageSquare, 'post'],
  contact: [User, 'contact'],
  user: [User, 'person'],
  entry: [Megaphone, 'entry'],
  campaign: [Mail, 'campaign'],
  list: [Users, 'list'],
  board: [SquareKanban, 'board'],
}

/** Not an address of another site, which `//host` is, also with a tab or a backslash in it. */
const isDashboardPath = (path: string) =>
  path.startsWith('/') &&
  URL.canParse(path, location.origin) &&
  new URL(path, location.origin).origin === location.origin

/** Results of the service in groups of one type, the group with the best result first. */
export function toSearchGroups(results: readonly ResponseItem<'GET /search'>[]): PaletteGroup[] {
  const groups = new Map<SearchType, PaletteItem[]>()
  for (const result of results) {
    // A later version of the service may find more types.
    if (!Object.hasOwn(searchTypes, result.type) || !isDashboardPath(result.url_path)) continue
    const group = groups.get(result.type) ?? []
    groups.set(result.type, [...group, toSearchItem(result)])
  }
  return [...groups].map(([type, items]) => ({ heading: paletteText.types[type], items }))
}

function toSearchItem({
  type,
  id,
  title,
  subtitle,
  match,
  url_path,
}: ResponseItem<'GET /search'>): PaletteItem {
  const [icon, prefix] = searchTypes[type]
  return {
    id: `${prefix}:${id}`,
    label: title,
    icon,
    ...(subtitle && { detail: subtitle }),
    ...(match && { match }),
    perform: { to: url_path },
  }
}

const MAX_REMOTE_RESULTS = 6

/** Reports results as each request completes, until `signal` aborts. */
export async function searchRemote(
  session: KeySession,
  { kind, text }: PaletteQuery,
  onResults: (items: readonly PaletteItem[]) => void,
  signal: AbortSignal,
) {
  if (kind === 'contact') return findContact(session, text, onResults, signal)
  const boards = session.queryClient.fetchInfiniteQuery(boardsQuery(false)).then(({ pages }) => {
    const all = pages.flatMap((page) => page.data).map(toBoardItem)
    onResults(rankMatches(all, text, []))
  })
  const lists = session.queryClient.fetchInfiniteQuery(listPages()).then(({ pages }) => {
    const all = pages.flatMap((page) => page.data).map(toListItem)
    onResults(rankMatches(all, text, []).slice(0, MAX_REMOTE_RESULTS))
  })
  const campaigns = findCampaigns(session, text, onResults, signal)
  const posts = session.queryClient
    .fetchQuery(endpointQuery('GET /feedback/posts', { search: text }))
    .then(({ data }) => onResults(data.slice(0, MAX_REMOTE_RESULTS).map(toPostItem)))
  const unpublished = unpublishedPages(session.capabilities.can('filters'))
  const entries = session.queryClient.fetchInfiniteQuery(unpublished).then(({ pages }) => {
    const all = pages.flatMap((page) => page.data).map(toEntryItem)
    onResults(rankMatches(all, text, []).slice(0, MAX_REMOTE_RESULTS))
  })
  const people = session.capabilities.can('users.search')
    ? session.queryClient
        .fetchQuery(usersQuery({ search: text }))
        .then(({ data }) => onResults(data.slice(0, MAX_REMOTE_RESULTS).map(toPersonItem)))
    : undefined
  // One that fails stops none of the others.
  const results = await Promise.allSettled([boards, lists, campaigns, posts, entries, people])
  const failure = results.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/** The public API cannot search them: the later pages are read, once, while the earlier ones have few matches. */
async function findCampaigns(
  { queryClient }: KeySession,
  text: string,
  onResults: (items: readonly PaletteItem[]) => void,
  signal: AbortSignal,
) {
  const { pages } = await queryClient.fetchInfiniteQuery(campaignPages())
  let count = 0
  const addMatches = (campaigns: readonly Campaign[]) => {
    const matches = rankMatches(campaigns.map(toCampaignItem), text, [])
    const items = matches.slice(0, MAX_REMOTE_RESULTS - count)
    count += items.length
    onResults(items)
    return count < MAX_REMOTE_RESULTS && !signal.aborted
  }
  const cursors = new Set<string>() // a faulty server repeats them
  let starting_after = pages.at(-1)?.paging.next
  let isSearching = addMatches(pages.flatMap(({ data }) => data))
  while (isSearching && starting_after && !cursors.has(starting_after)) {
    cursors.add(starting_after)
    const { data, paging } = await queryClient.fetchQuery(
      endpointQuery('GET /campaigns', { starting_after }),
    )
    isSearching = addMatches(data)
    starting_after = paging.next
  }
}

const toPersonItem = (user: PortalUser): PaletteItem => ({
  id: `person:${user.id}`,
  label: formatUserName(user),
  icon: User,
  detail: formatUserDetail(user) || paletteText.person,
  perform: { to: paths.person(user.id) },
})

function toPostItem(post: Post): PaletteItem {
  const total = totalVotes(post)
  return {
    id: `post:${post.id}`,
    label: post.title,
    icon: MessageSquare,
    detail: total === undefined ? paletteText.plainPost : paletteText.post(total),
    perform: { to: paths.post(post.id) },
  }
}

/** Actions need no request, one letter matches too much, and contacts are found by full address only. */
export function isLocalQuery({ kind, text }: PaletteQuery): boolean {
  if (kind === 'contact') return !isEmailAddress(text)
  return kind === 'actions' || text.length < 2
}

export const isEmailAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

const findContact = (
  session: KeySession,
  address: string,
  onResults: (items: readonly PaletteItem[]) => void,
  signal: AbortSignal,
) =>
  findInLists(session, address, {
    signal,
    onFound: (list, contact) => onResults([toContactItem(contact, list)]),
  })

const toContactItem = (
  { id, list_id, email_address, status }: Contact,
  list?: List,
): PaletteItem => ({
  id: `contact:${id}`,
  label: email_address,
  icon: User,
  detail: list ? paletteText.contactIn(list.name, status) : paletteText.contact(status),
  perform: { to: paths.contact(list_id, id) },
})
