import { listHeaderQueries } from '#web/email/lists/lists.data.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { type ContactFilter, needsCapabilities, parseFilter } from './contact-filter.rules.ts'

/** One page of the contacts that match a filter. `limit` needs the capability `filters`. */
export const contactsQuery = (
  { segment_id, status, tag, search, sort, list_id }: ContactFilter,
  starting_after: string | undefined,
  limit?: number,
) => {
  const page = {
    list_id,
    ...(starting_after !== undefined && { starting_after }),
    ...(limit !== undefined && { limit }),
  }
  return segment_id === undefined
    ? endpointQuery('GET /lists/:list_id/contacts', {
        ...page,
        ...(status !== undefined && { status }),
        ...(tag !== undefined && { tag }),
        ...(search !== undefined && { search }),
        ...(sort !== undefined && { sort }),
      })
    : endpointQuery('GET /lists/:list_id/segments/:segment_id/contacts', { ...page, segment_id })
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
  ...(needsCapabilities(url)
    ? []
    : [
        contactsQuery(
          parseFilter({ list_id, segment_id }, url, { search: false, filters: false }),
          url.get('after') ?? undefined,
        ),
      ]),
  ...listHeaderQueries(list_id),
]
