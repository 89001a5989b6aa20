import type { Webhook } from '#client/resources.ts'
import { webhookFormText, webhookText as text } from '#web/messages/en/webhooks.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, inList } from '#web/session/resources/places.ts'
import { changedEntries, setField } from '#web/session/resources/record-field.rules.ts'
import { defineResource } from '#web/session/resources/resource.ts'
import { asKinds } from './webhook-form.rules.ts'
import { formatAddress, formatKinds } from './webhook-words.rules.ts'

type WebhookField =
  | 'url'
  | 'description'
  | 'events'
  | 'format'
  | 'headers'
  | 'filter'
  | 'ignore_api'
  | 'enabled'

const { fields } = text

export const webhookResource = defineResource<Webhook, WebhookField>({
  kind: 'webhook',
  places: [alone('GET /webhooks/:webhook_id'), inList<Webhook>('GET /webhooks')],
  fields: {
    url: { label: fields.url, format: formatFieldValue },
    description: { label: fields.description, format: formatFieldValue },
    events: {
      label: fields.events,
      format: (events) => formatFieldValue(formatKinds(events)),
      ...setField<string>((kind) => kind),
    },
    format: { label: fields.format, format: (format) => webhookFormText.formats[format] },
    headers: {
      label: fields.headers,
      // Never their values.
      format: (headers) => formatFieldValue(Object.keys(headers).join(', ')),
      isEqual: (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)),
      applyChange: (before, after, other) => {
        const next = new Map(Object.entries(other))
        for (const [name, value] of Object.entries(changedEntries([before], after)))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return Object.fromEntries(next)
      },
    },
    filter: {
      label: fields.filter,
      format: (filter) => text.filterCount(Object.values(filter).flat().length),
      isEqual: (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)),
    },
    ignore_api: { label: fields.ignore_api, format: text.ignoresApi },
    enabled: { label: fields.enabled, format: text.enabled },
  },
  savedFields: ['state', 'disabled_reason', 'disabled_at', 'updated_at'],
  title: formatAddress,
  label: (webhook, { enabled }) => {
    const address = formatAddress(webhook)
    if (enabled === undefined) return text.edited(address)
    return enabled ? text.turnedOn(address) : text.paused(address)
  },
  scope: ({ id }) => `webhook:${id}`,
  save: (
    { mutate },
    { id: webhook_id, headers: stored },
    { headers, events, ...changes },
    options,
  ) =>
    mutate(
      'PATCH /webhooks/:webhook_id',
      {
        webhook_id,
        ...changes,
        ...(events && { events: asKinds(events) }),
        ...(headers && { headers: keepStored(headers, stored) }),
      },
      options,
    ),
  read: ({ call }, { id: webhook_id }) =>
    call('GET /webhooks/:webhook_id', { webhook_id }).catch(undefinedIfNotFound),
})

type Headers = Webhook['headers']

/** A masked value stands for the stored one. */
const keepStored = (headers: Headers, stored: Headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === stored[name] ? null : value]),
  )

/** The entries that say something, in one order. */
const sorted = (entries: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(entries)
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => [name, typeof value === 'string' ? value : value.toSorted()] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
