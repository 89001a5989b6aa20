import type { Contact, ContactStatus } from '#contract/email/contacts.ts'
import type { EventKind } from '#contract/events.ts'
import type { Context } from '#service/context.ts'
import { withNextVersion } from '#service/field-changes.rules.ts'
import { withStatus } from './contacts.rules.ts'
import { lockContacts, saveDeliveryStatus } from './delivery-status.store.ts'
import { contactEventData } from './upsert-contact.ts'

/** What a delivery says about a contact. A later one is stronger: it replaces an earlier one, never the reverse. */
const deliveryStatuses = ['bounced', 'unsubscribed', 'complained'] as const
export interface DeliveryStatus {
  readonly status: (typeof deliveryStatuses)[number]
  readonly at: string
}

const eventByStatus = {
  bounced: 'contact.bounced',
  unsubscribed: 'contact.unsubscribed',
  complained: 'contact.complained',
} as const satisfies Record<DeliveryStatus['status'], EventKind>

const strengthOf = (status: ContactStatus) =>
  deliveryStatuses.findIndex((candidate) => candidate === status)

export const strongerStatus = (a: DeliveryStatus, b: DeliveryStatus): DeliveryStatus =>
  strengthOf(b.status) > strengthOf(a.status) ? b : a

/**
 * Changes the contacts who bounced, unsubscribed or complained, and emits one event for each that changed. The audience
 * of the campaign was frozen at `audience_at`.
 */
export async function changeDeliveryStatuses(
  { db, now, emit }: Pick<Context, 'db' | 'now' | 'emit'>,
  statuses: ReadonlyMap<string, DeliveryStatus>,
  audience_at: string,
): Promise<void> {
  if (statuses.size === 0) return
  const contacts = await lockContacts(db, [...statuses.keys()])
  const contactsById = new Map(contacts.map((contact) => [contact.id, contact]))
  const updated_at = now.toISOString()
  const changes = [...statuses].flatMap(([id, delivery]) => {
    const before = contactsById.get(id)
    const after = before && applyDeliveryStatus(before, delivery, audience_at)
    return after ? [{ before, after: { ...after, updated_at }, status: delivery.status }] : []
  })
  await saveDeliveryStatus(db, changes)
  for (const { after, status } of changes)
    await emit(eventByStatus[status], contactEventData(withNextVersion(after)))
}

/** A late report does not end a subscription that was renewed after it, but a complaint always counts. */
function applyDeliveryStatus(
  contact: Contact,
  { status, at }: DeliveryStatus,
  audience_at: string,
): Contact | undefined {
  if (strengthOf(status) <= strengthOf(contact.status)) return undefined
  const { subscribed_at } = contact
  const isRenewed = subscribed_at !== null && subscribed_at > audience_at && subscribed_at > at
  return isRenewed && status !== 'complained' ? undefined : withStatus(contact, status, {}, at)
}
