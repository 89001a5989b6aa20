import type { FeedbackBoard, Post, PostStatus, PostTag } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { nameKey } from '#contract/names.rules.ts'
import { findStatus, keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { toSearch } from '#web/query/use-debounced-text.ts'

type Sort = NonNullable<Input<'GET /feedback/posts'>['sort']>
export const sorts: readonly Sort[] = ['votes', '-updated_at', 'created_at']

/** In the URL, every status whose category is open or active. No key of a status has a hyphen. */
export const NOT_DONE = 'not-done'

/** What a person may have done with a post. */
export const roles = ['author', 'voter', 'commenter'] as const

/** As a value of owner, tag or ETA: posts without one. */
export const NONE = 'none'

/** Choices of how old a post is at most, in days, and of how many votes it has at least. */
export const ages = ['7', '30', '90'] as const
export const voteCounts = ['5', '10', '50', '100'] as const

const views = ['deleted', 'merged'] as const
type View = (typeof views)[number]

/** What the URL asks for, without what the server cannot do. */
export interface InboxFilter {
  readonly board?: string | undefined
  /** Keys of statuses, or `NOT_DONE`. */
  readonly statuses: readonly string[]
  readonly tag?: string | undefined
  /** Ids of members, or `NONE`. */
  readonly owners: readonly string[]
  readonly eta?: typeof NONE | undefined
  /** In days, today included. */
  readonly created?: string | undefined
  readonly votes?: string | undefined
  /** Ids of the person who wrote the posts, voted for them or commented on them. */
  readonly author?: string | undefined
  readonly voter?: string | undefined
  readonly commenter?: string | undefined
  readonly search?: string | undefined
  readonly sort?: Sort | undefined
  /** Posts that are in no other view. */
  readonly view?: View | undefined
}

interface Supported {
  readonly filters: boolean
  readonly sort: boolean
  readonly views: readonly View[]
}

const MAX_AGE = 3650
const MAX_VOTES = 999_999_999

/** What a person wrote into the URL, if it is one from 1 to `max`. */
function wholeNumber(text: string | undefined, max: number): string | undefined {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : 0
  return value > 0 && value <= max ? String(value) : undefined
}

export function parseFilter(url: URLSearchParams, can: Supported): InboxFilter {
  const text = (name: string) => url.get(name)?.trim() || undefined
  const statuses = text('status')?.split(',') ?? []
  return {
    board: text('board'),
    // Several values of one parameter are an addition.
    statuses: can.filters ? statuses : statuses.slice(0, 1),
    tag: text('tag'),
    owners: (can.filters && text('owner')?.split(',')) || [],
    eta: can.filters && text('eta') === NONE ? NONE : undefined,
    created: can.filters ? wholeNumber(text('created'), MAX_AGE) : undefined,
    votes: can.filters ? wholeNumber(text('votes'), MAX_VOTES) : undefined,
    ...Object.fromEntries(
      roles.map((role) => [role, can.filters ? text(role) : undefined] as const),
    ),
    search: toSearch(url.get('q')),
    view: can.views.find((view) => view === text('view')),
    sort: can.sort ? sorts.find((sort) => sort === text('sort')) : undefined,
  }
}

export const isFiltered = ({ sort: _sort, statuses, owners, ...rest }: InboxFilter): boolean =>
  statuses.length + owners.length > 0 || Object.values(rest).some((value) => value !== undefined)

const isWaiting = ({ category }: Pick<PostStatus, 'category'>) =>
  category === 'open' || category === 'active'

type Kept = Omit<InboxFilter, 'statuses' | 'owners' | 'view' | 'created' | 'votes'>

interface InboxRequest extends Kept {
  status?: string
  owner?: string
  created_since?: string
  votes_min?: number
  deleted?: true
  merged?: true
}

/** The request of a filter; undefined while it needs statuses that are not loaded. Days begin as `startOfDay` says. */
export function toRequest(
  { statuses, owners, view, created, votes, ...filter }: InboxFilter,
  all: readonly PostStatus[] | undefined,
  startOfDay: (daysAgo: number) => Date,
): InboxRequest | undefined {
  const request: InboxRequest = {
    ...(owners.length > 0 && { owner: owners.join() }),
    ...(created && { created_since: startOfDay(Number(created) - 1).toISOString() }),
    ...(votes && { votes_min: Number(votes) }),
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    ...(view && { [view]: true }),
  }
  if (statuses.length === 0) return request
  if (!statuses.includes(NOT_DONE)) return { ...request, status: statuses.join() }
  if (!all) return undefined
  const keys = new Set([
    ...all.filter(isWaiting).map(keyOfStatus),
    ...statuses.filter((one) => one !== NOT_DONE),
  ])
  return keys.size > 0 ? { ...request, status: [...keys].join() } : request
}

/** Whether the server says which statuses are done. */
export const canBeDone = (all: readonly PostStatus[] = []): boolean => all.some(isWaiting)

/** Posts that came before the first known one are held back, so that nothing moves under the pointer. */
export function splitNew(
  posts: readonly Post[],
  known: ReadonlySet<string>,
  openedIds: ReadonlySet<string>,
): { added: readonly Post[]; visible: readonly Post[] } {
  const first = posts.findIndex(({ id }) => known.has(id))
  if (first <= 0) return { added: [], visible: posts }
  const added = posts.slice(0, first).filter(({ id }) => !openedIds.has(id))
  return { added, visible: posts.filter((post) => !added.includes(post)) }
}

type Request = NonNullable<ReturnType<typeof toRequest>>

/**
 * Whether a post still has what the filter asks for, after a change on this device. What this device cannot compare
 * matches: the server has listed the post.
 */
export function stillMatches(
  post: Post,
  { status, tag, owner, eta }: Pick<Request, 'status' | 'tag' | 'owner' | 'eta'>,
  {
    statuses = [],
    tags = [],
  }: { statuses?: readonly PostStatus[] | undefined; tags?: readonly PostTag[] },
): boolean {
  const current = findStatus(statuses, post.status)
  const wanted = status?.split(',').map((value) => findStatus(statuses, value))
  if (current && wanted && !wanted.includes(undefined) && !wanted.includes(current)) return false
  const name = tags.find(({ id, name }) => tag && (id === tag || isSameName(name, tag)))?.name
  if (name !== undefined && !post.tags.some((one) => isSameName(one, name))) return false
  if (tag === NONE && name === undefined && post.tags.length > 0) return false
  if (eta === NONE && post.eta) return false
  return !owner || post.owner === undefined || owner.split(',').includes(post.owner?.id ?? NONE)
}

const isSameName = (one: string, other: string) => nameKey(one) === nameKey(other)

/** Rows that are in use keep their place although the list has them no longer. */
export function keepRows(
  previous: readonly Post[],
  next: readonly Post[],
  isInUse: (post: Post) => boolean,
): readonly Post[] {
  const ids = new Set(next.map(({ id }) => id))
  if (!previous.some((post) => isInUse(post) && !ids.has(post.id))) return next
  const rows = [...next]
  // Of the row before, in `rows`.
  let place = -1
  for (const post of previous) {
    if (ids.has(post.id)) place = rows.findIndex(({ id }) => id === post.id)
    else if (isInUse(post)) rows.splice(++place, 0, post)
  }
  return rows
}

/** All that a filter can name; undefined until they are loaded. */
interface KnownValues {
  readonly board: readonly FeedbackBoard[] | undefined
  readonly status: readonly PostStatus[] | undefined
  readonly tag: readonly PostTag[] | undefined
}

interface MissingValue {
  readonly param: keyof KnownValues
  readonly value: string
  /** The parameter without it. */
  readonly rest: string
}

/** What the filter names and the server has no longer, as the server compares it. */
export function findMissing(
  { board, statuses, tag }: InboxFilter,
  known: KnownValues,
): readonly MissingValue[] {
  const missing: MissingValue[] = []
  // A server that omits slugs may still accept one.
  const isOther = ({ id, slug }: FeedbackBoard) =>
    id !== board && slug !== undefined && slug !== board
  if (board && known.board?.every(isOther)) missing.push({ param: 'board', value: board, rest: '' })
  const isKnown = (value: string) =>
    value === NOT_DONE || !known.status || findStatus(known.status, value) !== undefined
  const gone = statuses.find((value) => !isKnown(value))
  if (gone !== undefined)
    missing.push({ param: 'status', value: gone, rest: statuses.filter(isKnown).join() })
  if (
    tag &&
    tag !== NONE &&
    known.tag?.every(({ id, name }) => id !== tag && !isSameName(name, tag))
  )
    missing.push({ param: 'tag', value: tag, rest: '' })
  return missing
}
