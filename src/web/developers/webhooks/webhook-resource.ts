import type { Webhook } from '#client/resources.ts'
import { headerMask } from '#contract/developers/webhook-headers.rules.ts'
import { webhookFormText, webhookText as text } from '#web/messages/en/webhooks.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, inList } from '#web/session/resources/places.ts'
import { changedEntries, setField } from '#web/session/resources/record-field.rules.ts'
import { type Changes, defineResource, type SaveOptions } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
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
  // Nobody can read a value of a header to send it again.
  canUndo: (changes) => !('headers' in changes),
  scope: ({ id }) => `webhook:${id}`,
  save: (session, webhook, changes, options) => saveWebhook(session, webhook, changes, options),
  read: ({ call }, { id: webhook_id }) =>
    call('GET /webhooks/:webhook_id', { webhook_id }).catch(undefinedIfNotFound),
})

/** Shown for a new value until the response comes: unlike that of a stored one, it is a change. */
const newValueMask = `${headerMask}•`

/** The changes without the values of headers, and the resource that saves them with these values: only the request has them. */
export function hideHeaderValues(changes: Changes<Webhook, WebhookField>) {
  if (!changes.headers) return { resource: webhookResource, changes }
  const values = new Map(
    Object.entries(changes.headers).filter(([, value]) => value !== headerMask),
  )
  const headers = Object.fromEntries(
    Object.keys(changes.headers).map((name) => [
      name,
      values.has(name) ? newValueMask : headerMask,
    ]),
  )
  const resource: typeof webhookResource = {
    ...webhookResource,
    save: (session, webhook, masked, options) =>
      saveWebhook(
        session,
        webhook,
        masked,
        {
          ...options,
          onSuccess: (output) => {
            options.onSuccess?.(output)
            // An undo holds this resource, and needs no values.
            values.clear()
          },
        },
        values,
      ),
  }
  return { resource, changes: { ...changes, headers } }
}

function saveWebhook(
  { mutate }: KeySession,
  { id: webhook_id }: Webhook,
  { headers, events, ...changes }: Changes<Webhook, WebhookField>,
  options: SaveOptions<Webhook>,
  values: ReadonlyMap<string, string> = new Map(),
) {
  // Null keeps the stored value.
  const valueOf = (name: string, mask: string) =>
    mask === newValueMask ? (values.get(name) ?? null) : null
  return mutate(
    'PATCH /webhooks/:webhook_id',
    {
      webhook_id,
      ...changes,
      ...(events && { events: asKinds(events) }),
      ...(headers && {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, mask]) => [name, valueOf(name, mask)]),
        ),
      }),
    },
    options,
  )
}

/** The entries that say something, in one order. */
const sorted = (entries: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(entries)
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => [name, typeof value === 'string' ? value : value.toSorted()] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
