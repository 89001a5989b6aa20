import { listHeaderQueries } from '#web/email/lists/lists.data.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import {
  type ContactFilter,
  hasFilters,
  needsCapabilities,
  parseFilter,
} from './contact-filter.rules.ts'

/** What `GET /lists/:list_id/contacts` and its export take of a filter. */
export const toListFilter = ({
  list_id,
  segment_id,
  status,
  tag,
  tags,
  search,
  sort,
}: ContactFilter) => ({
  list_id,
  ...(segment_id !== undefined && { segment_id }),
  ...(status !== undefined && { status }),
  ...(tag !== undefined && { tag }),
  ...(tags !== undefined && { tags }),
  ...(search !== undefined && { search }),
  ...(sort !== undefined && { sort }),
})

/** A segment alone has a request of its own, which every server knows. */
export const isSegmentAlone = <Filter extends ContactFilter>(
  filter: Filter,
): filter is Filter & { readonly segment_id: string } =>
  filter.segment_id !== undefined && !hasFilters(filter) && filter.sort === undefined

/** One page of the contacts that match a filter. `limit` needs the capability `filters`. */
export const contactsQuery = (
  filter: ContactFilter,
  starting_after: string | undefined,
  limit?: number,
) => {
  const page = {
    ...(starting_after !== undefined && { starting_after }),
    ...(limit !== undefined && { limit }),
  }
  if (!isSegmentAlone(filter))
    return endpointQuery('GET /lists/:list_id/contacts', { ...toListFilter(filter), ...page })
  const { list_id, segment_id } = filter
  return endpointQuery('GET /lists/:list_id/segments/:segment_id/contacts', {
    list_id,
    segment_id,
    ...page,
  })
}

/** How many contacts match, without the rows that the table requests. Needs `totals` and `filters`. */
export const totalQuery = (filter: ContactFilter) => {
  const { queryKey } = contactsQuery({ ...filter, sort: undefined }, undefined, 1)
  const [name, input] = queryKey
  return { queryKey: [name, { ...input, include_total: true }] }
}

/** What the page of a list requests before it renders. */
export const contactPageQueries = (
  list_id: string,
  segment_id: string | undefined,
  url: URLSearchParams,
) => [
  ...(needsCapabilities(url, segment_id)
    ? []
    : [
        contactsQuery(
          parseFilter({ list_id, segment_id }, url, { search: false, filters: false }),
          url.get('after') ?? undefined,
        ),
      ]),
  ...listHeaderQueries(list_id),
]
