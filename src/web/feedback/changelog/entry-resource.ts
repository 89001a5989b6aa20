import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { endpointPages, undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, inList, showItem } from '#web/session/resources/places.ts'
import { defineResource } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatZonedTime } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { entryQuery } from './changelog.data.ts'
import { entryScope, isSameList } from './entry.rules.ts'

/** Where it can be changed. Its text is saved by the editor while one writes. */
export const entryResource = defineResource<
  Entry,
  'title' | 'body' | 'label_ids' | 'post_ids' | 'publish_at' | 'notify'
>({
  kind: 'changelog_entry',
  places: [
    alone('GET /feedback/changelog/entries/:entry_id'),
    inList<Entry>('GET /feedback/changelog/entries'),
  ],
  fields: {
    title: { label: text.fieldNames.title, format: formatFieldValue },
    body: { label: text.fieldNames.body, format: formatFieldValue },
    label_ids: {
      label: text.fieldNames.label_ids,
      format: (ids = [], { session }) => formatFieldValue(labelNames(session, ids).join(', ')),
      isEqual: isSameList,
    },
    post_ids: {
      label: text.fieldNames.post_ids,
      format: (ids = []) => formatFieldValue(ids.length),
      isEqual: isSameList,
    },
    publish_at: {
      label: text.fieldNames.publish_at,
      format: (at) => formatFieldValue(at && formatZonedTime(new Date(at))),
      isEqual: (one, other) => Date.parse(one ?? '') === Date.parse(other ?? ''),
    },
    notify: { label: text.fieldNames.notify, format: text.notifyState },
  },
  savedFields: ['status', 'published_at', 'url', 'notify', 'updated_at'],
  title: ({ title }) => title,
  label: ({ title }, { publish_at }) => {
    if (publish_at === undefined) return text.edited(title)
    return publish_at
      ? text.scheduled(title, formatZonedTime(new Date(publish_at)))
      : text.unscheduled(title)
  },
  undoQuestion: ({ title }, { publish_at }) =>
    publish_at && Date.parse(publish_at) <= now().getTime() ? text.undoPublishes(title) : undefined,
  scope: ({ id }) => entryScope(id),
  save: ({ mutate }, { id: entry_id }, { label_ids, post_ids, ...changes }, options) =>
    mutate(
      'PATCH /feedback/changelog/entries/:entry_id',
      {
        entry_id,
        ...changes,
        ...(label_ids && { label_ids: [...label_ids] }),
        ...(post_ids && { post_ids: [...post_ids] }),
      },
      options,
    ),
  read: ({ call }, { id: entry_id }) =>
    call('GET /feedback/changelog/entries/:entry_id', { entry_id }).catch(undefinedIfNotFound),
})

function labelNames({ queryClient }: KeySession, ids: readonly string[]): readonly string[] {
  const labels = queryClient
    .getQueryData(endpointPages('GET /feedback/changelog/labels', {}).queryKey)
    ?.pages.flatMap(({ data }) => data)
  return ids.map((id) => labels?.find((label) => label.id === id)?.name ?? id)
}

/** Shows a response at once, before the queries are refetched. Takes one of a list too, whose fields may be absent. */
export function cacheEntry(session: KeySession, entry: Entry) {
  const { queryClient, capabilities } = session
  if (capabilities.can('changelog.edit'))
    queryClient.setQueryData(entryQuery(entry.id).queryKey, entry)
  showItem(session, entryResource, entry)
}
