import MessageSquare from 'lucide-react/icons/message-square-text'
import User from 'lucide-react/icons/user'

import { everyItem } from '#client/paginate.ts'
import type { List } from '#contract/email/lists.ts'
import { shell } from '#web/messages/en/shell.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { noneHere } from '#web/query/none-here.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardsPages } from '#web/tasks/boards/boards.data.ts'
import type { Choice } from './palette-choice.ts'
import { type Asked, matching } from './palette-search.rules.ts'
import { boardChoice } from './palette-sources.ts'

const said = shell.palette
const AT_MOST = 6
const AT_ONCE = 4

/** Asks the service and hands over what it finds, piece by piece as it comes, until that is `dropped`. */
export async function askService(
  session: KeySession,
  { kind, text }: Asked,
  tell: (found: readonly Choice[]) => void,
  dropped: AbortSignal,
) {
  if (kind === 'contact') return findContact(session, text, tell, dropped)
  const boards = session.cache.fetchInfiniteQuery(boardsPages(false)).then(({ pages }) => {
    const all = pages.flatMap((page) => page.data).map(boardChoice)
    tell(matching(all, text, []))
  })
  const posts = session.cache
    .fetchQuery(endpointQuery('GET /feedback/posts', { search: text }))
    .then(({ data }) => tell(data.slice(0, AT_MOST).map(postChoice)))
  await Promise.all([boards, posts])
}

const postChoice = (post: { id: string; title: string; vote_count?: number }): Choice => ({
  id: `post:${post.id}`,
  label: post.title,
  icon: MessageSquare,
  // As `votesIn` of posts.data.ts, which would cost the overview a request if this part drew it in too.
  detail: post.vote_count === undefined ? said.plainPost : said.post(post.vote_count),
  does: { copy: post.title },
})

/** One letter finds too much, an address must be whole, and actions are not in the service. */
export function isNothingToAsk({ kind, text }: Asked): boolean {
  if (kind === 'contact') return !isAddress(text)
  return kind === 'actions' || text.length < 2
}

export const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** One question for each list, a few at a time: the public document finds a contact by its exact address only. */
async function findContact(
  { call, cache }: KeySession,
  address: string,
  tell: (found: readonly Choice[]) => void,
  signal: AbortSignal,
) {
  const first = await cache.fetchInfiniteQuery(endpointPages('GET /lists', {}))
  const lists = first.pages.flatMap((page) => page.data)
  const isWhole = first.pages.at(-1)?.paging.next === null
  if (!isWhole) {
    lists.length = 0
    for await (const list of everyItem(call, 'GET /lists', {}, { signal })) lists.push(list)
  }
  const lookUp = async (list: List) => {
    const input = { list_id: list.id, id_or_email: address }
    const asked = endpointQuery('GET /lists/:list_id/contacts/:id_or_email', input)
    const contact = await cache.fetchQuery(asked).catch(noneHere)
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
): Choice => ({
  id: `contact:${contact.id}`,
  label: contact.email_address,
  icon: User,
  detail: said.contactIn(list.name, contact.status),
  does: { copy: contact.email_address },
})
