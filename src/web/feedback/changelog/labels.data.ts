import { useInfiniteQuery } from '@tanstack/react-query'

import type { ChangelogLabel } from '#client/resources.ts'
import { changelogLabelsText as text } from '#web/messages/en/changelog-labels.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { formatColor, formatFieldValue } from '#web/session/resources/format-field.ts'
import { inList } from '#web/session/resources/places.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import { defineResource, findInPages } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'

/** Every label of the changelog; undefined until all are loaded. */
export function useLabels(): readonly ChangelogLabel[] | undefined {
  const query = useInfiniteQuery(endpointPages('GET /feedback/changelog/labels', {}))
  useAllPages(query, true)
  return query.data && !query.hasNextPage ? query.data.pages.flatMap(({ data }) => data) : undefined
}

const endpoint = 'GET /feedback/changelog/labels'
const scope = 'changelog-labels'

export const changelogLabelResource = defineResource<ChangelogLabel, 'name' | 'color'>({
  kind: 'changelog_label',
  places: [inList(endpoint, () => true)],
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    color: { label: text.fields.color, format: formatColor },
  },
  title: ({ name }) => name,
  label: ({ name }) => text.edited(name),
  scope: () => scope,
  save: ({ mutate }, { id: label_id }, changes, options) =>
    mutate('PATCH /feedback/changelog/labels/:label_id', { label_id, ...changes }, options),
  read: (session, { id }) => findInPages(session, endpoint, {}, (one) => one.id === id),
})

/** Creates a label. Resolves with the result: after an error the caller keeps the name. */
export function createLabel(
  session: KeySession,
  fields: { readonly name: string; readonly color: string },
) {
  return session.mutate('POST /feedback/changelog/labels', fields, {
    scope,
    silent: true,
    ...createUndoableCreation(session, changelogLabelResource, {
      label: text.created(fields.name),
      remove: ({ id }, options) =>
        session.mutate('DELETE /feedback/changelog/labels/:label_id', { label_id: id }, options),
    }),
  })
}

/** Deletes a label and takes it off its entries. The caller has confirmed it, and shows an error: there is no undo. */
export const deleteLabel = (session: KeySession, label: ChangelogLabel) =>
  removeResource(
    session,
    changelogLabelResource,
    label,
    (options) =>
      session.mutate(
        'DELETE /feedback/changelog/labels/:label_id',
        { label_id: label.id },
        options,
      ),
    { silent: true },
  )
