import type { QueryClient } from '@tanstack/react-query'

import type { List, Segment } from '#client/resources.ts'
import { segmentEditText } from '#web/messages/en/segments.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { inList } from '#web/session/resources/places.ts'
import { defineResource, findInPages, type SaveOptions } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'

/** Lists page by page. Archived lists need the capability `filters`. */
export const listPages = (archived = false) =>
  endpointPages('GET /lists', archived ? { archived: true } : {})

export const listQuery = (list_id: string) => endpointQuery('GET /lists/:list_id', { list_id })

export const tagPages = (list_id: string) => endpointPages('GET /lists/:list_id/tags', { list_id })

export const segmentPages = (list_id: string) =>
  endpointPages('GET /lists/:list_id/segments', { list_id })

/** A segment of a list. */
export const segmentResource = defineResource<Segment, 'name' | 'filter'>({
  kind: 'segment',
  places: [inList('GET /lists/:list_id/segments')],
  fields: {
    name: { label: segmentEditText.fields.name, format: formatFieldValue },
    filter: { label: segmentEditText.fields.filter, format: segmentEditText.otherFilter },
  },
  title: ({ name }) => name,
  label: (before, { name = before.name }) => segmentEditText.edited(name),
  scope: ({ id }) => `segment:${id}`,
  save: async ({ mutate }, { id, list_id }, changes, { onSuccess, ...options }) => {
    const result = await mutate(
      'PATCH /lists/:list_id/segments/:segment_id',
      { list_id, segment_id: id, ...changes },
      { ...options, onSuccess: (output) => onSuccess?.({ ...output, list_id }) },
    )
    return result.state === 'success'
      ? { ...result, output: { ...result.output, list_id } }
      : result
  },
  read: (session, { id, list_id }) =>
    findInPages(session, 'GET /lists/:list_id/segments', { list_id }, (one) => one.id === id),
})

/** The request that deletes a segment, as one of its undo or of `removeResource`. */
export const sendSegmentDeletion = (
  { mutate }: KeySession,
  { id, list_id }: Segment,
  options: SaveOptions<unknown>,
) => mutate('DELETE /lists/:list_id/segments/:segment_id', { list_id, segment_id: id }, options)

/** What the header of a list requests, together with the page below it. */
export const listHeaderQueries = (list_id: string) => [
  listQuery(list_id),
  segmentPages(list_id),
  tagPages(list_id),
]

/** A list from the pages of lists, while the list itself is loading. */
export const getCachedList = (queryClient: QueryClient, list_id: string): List | undefined =>
  [listPages(), listPages(true)]
    .flatMap(({ queryKey }) => queryClient.getQueryData(queryKey)?.pages ?? [])
    .flatMap(({ data }) => data)
    .find(({ id }) => id === list_id)
