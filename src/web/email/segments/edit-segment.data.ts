import type { Segment } from '#client/resources.ts'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { inList } from '#web/session/resources/places.ts'
import { defineResource, findInPages, type SaveOptions } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatRules } from './segment-words.ts'

/** A segment of a list. */
export const segmentResource = defineResource<Segment, 'name' | 'filter'>({
  kind: 'segment',
  places: [inList('GET /lists/:list_id/segments')],
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    filter: {
      label: text.fields.filter,
      format: (filter) => formatFieldValue(filter && formatRules({ filter })),
    },
  },
  title: ({ name }) => name,
  label: (before, { name = before.name }) => text.edited(name),
  scope: ({ id }) => `segment:${id}`,
  save: ({ mutate }, { id: segment_id, list_id }, changes, options) =>
    mutate(
      'PATCH /lists/:list_id/segments/:segment_id',
      { list_id, segment_id, ...changes },
      options,
    ),
  read: (session, { id, list_id }) =>
    findInPages(session, 'GET /lists/:list_id/segments', { list_id }, (one) => one.id === id),
})

/** The request that deletes a segment, as one of its undo or of `removeResource`. */
export const sendSegmentDeletion = (
  { mutate }: KeySession,
  { id, list_id }: Segment,
  options: SaveOptions<unknown>,
) => mutate('DELETE /lists/:list_id/segments/:segment_id', { list_id, segment_id: id }, options)
