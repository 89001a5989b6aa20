import type { List, ListTag, Segment } from '#client/resources.ts'
import type { ContactSort } from '#contract/email/contacts.ts'
import { findTag, joinTags, splitTags } from '#contract/email/tags.rules.ts'
import { toSearch } from '#web/query/use-debounced-text.ts'

/** Which contacts a table shows. */
export interface ContactFilter {
  readonly list_id: string
  /** Together with other filters it needs `filters`. */
  readonly segment_id?: string | undefined
  /** Several, with commas between them, need `filters`. */
  readonly status?: string | undefined
  readonly tag?: string | undefined
  /** Any of several, as `joinTags` writes them; needs `filters`. */
  readonly tags?: string | undefined
  /** Words that contacts contain; needs `contacts.search`. */
  readonly search?: string | undefined
  /** Needs `filters`; newest first without it. */
  readonly sort?: ContactSort | undefined
}

const sorts: readonly string[] = [
  'created_at',
  'email_address',
  '-email_address',
  'updated_at',
  '-updated_at',
  'status',
  '-status',
] satisfies ContactSort[]

const isSort = (sort: string | null): sort is ContactSort => sort !== null && sorts.includes(sort)

interface Supported {
  readonly search: boolean
  /** Orders, several statuses or tags at once, and all of them within a segment. */
  readonly filters: boolean
}

/** The server rejects a request with more. */
const MAX_TAGS = 100

/** The filter in a URL, without what the server cannot do. */
export function parseFilter(
  { list_id, segment_id }: Pick<ContactFilter, 'list_id' | 'segment_id'>,
  url: URLSearchParams,
  can: Supported,
): ContactFilter {
  if (segment_id !== undefined && !can.filters) return { list_id, segment_id }
  const text = (name: string) => url.get(name)?.trim() || undefined
  const sort = url.get('sort')
  const names = url.getAll('tag').map((name) => name.trim())
  const tags = [...new Set(names.filter(Boolean))].slice(0, MAX_TAGS)
  return {
    list_id,
    segment_id,
    status: can.filters ? text('status') : text('status')?.split(',')[0],
    tag: can.filters && tags.length > 1 ? undefined : tags[0],
    tags: can.filters && tags.length > 1 ? joinTags(tags) : undefined,
    search: can.search ? toSearch(url.get('q')) : undefined,
    sort: can.filters && isSort(sort) ? sort : undefined,
  }
}

/** Filtered otherwise than by a segment. */
export const hasFilters = ({
  status,
  tag,
  tags,
  search,
}: Pick<ContactFilter, 'status' | 'tag' | 'tags' | 'search'>): boolean =>
  [status, tag, tags, search].some((value) => value !== undefined)

export const isFiltered = (filter: ContactFilter): boolean =>
  filter.segment_id !== undefined || hasFilters(filter)

/** Those of a filter. */
export const tagsOf = ({ tag, tags }: Pick<ContactFilter, 'tag' | 'tags'>): readonly string[] =>
  tags === undefined ? (tag === undefined ? [] : [tag]) : splitTags(tags)

/** Whether the URL names what only some servers can do, so that the request waits for the capabilities. */
export const needsCapabilities = (url: URLSearchParams, segment_id?: string): boolean =>
  url.has('q') ||
  url.has('sort') ||
  url.get('status')?.includes(',') === true ||
  url.getAll('tag').length > 1 ||
  (segment_id !== undefined && (url.has('status') || url.has('tag')))

/** How many contacts match. An estimate comes from the counts of a list, a tag or a segment, which are older than the page. */
export interface ContactTotal {
  readonly count: number
  readonly isEstimate: boolean
}

interface Counted {
  readonly list?: Pick<List, 'counts'> | undefined
  readonly tags?: readonly Pick<ListTag, 'name' | 'contact_count'>[] | undefined
  readonly segments?: readonly Pick<Segment, 'id' | 'contact_count'>[] | undefined
}

/** The total that the resources around the table tell; undefined where only a count of the matches can. */
export function estimateTotal(
  filter: ContactFilter,
  { list, tags, segments }: Counted,
): ContactTotal | undefined {
  const { segment_id, status, tag, search } = filter
  // A contact may have several of the tags.
  if (search !== undefined || filter.tags !== undefined) return undefined
  if ([segment_id, status, tag].filter((value) => value !== undefined).length > 1) return undefined
  if (segment_id !== undefined)
    return roundTotal(segments?.find(({ id }) => id === segment_id)?.contact_count)
  if (tag !== undefined) return roundTotal(tags && findTag(tags, tag)?.contact_count)
  const counts = list?.counts
  if (!counts) return undefined
  if (status === undefined) return roundTotal(counts.total)
  const parts = statusesOf(status)
  const isCounted = (name: string): name is keyof typeof counts =>
    name !== 'total' && Object.hasOwn(counts, name)
  return parts.every(isCounted)
    ? roundTotal(parts.reduce((sum, name) => sum + counts[name], 0))
    : undefined
}

/** Counts of up to 10,000 are exact; above, people read thousands. */
function roundTotal(count: number | undefined): ContactTotal | undefined {
  if (count === undefined) return undefined
  const step = count < 10_000 ? 1 : 10 ** (String(count).length - 4)
  return { count: Math.round(count / step) * step, isEstimate: step > 1 }
}

/** Those of a filter. */
export const statusesOf = (status: string | undefined): readonly string[] =>
  status?.split(',').filter(Boolean) ?? []

/** Statuses that contacts can have, as far as this version knows. */
const knownStatuses = ['subscribed', 'pending', 'unsubscribed', 'bounced', 'complained']

/** Those of the filter: the known ones, then others that were seen in rows or in the URL. */
export const statusOptions = (...seen: readonly (string | undefined)[]): readonly string[] => [
  ...new Set([...knownStatuses, ...seen.filter((status) => status !== undefined)]),
]
