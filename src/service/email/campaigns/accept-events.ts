import type { BatchResult } from '#contract/batch-result.ts'
import type { DeliveryEvent } from '#contract/email/campaign-delivery.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
import type { Parsed } from '#contract/endpoints.ts'
import { invalidItem, refusedItem } from '#service/batch-result.ts'
import type { Context } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { requireAddressKey } from '#service/email/contacts/email-address.rules.ts'
import { Refusal, invalidField, referenceNotFound } from '#service/refusal.ts'
import { contactsWithAddress, existingContacts, recipientsWithId } from './campaign-events.store.ts'
import { wrongState } from './campaign-sending.ts'
import type { StoredCampaign } from './campaigns.store.ts'
import type { Recipient } from './delivery.rules.ts'

type Item = Parsed<'POST /campaigns/:campaign_id/events'>['events'][number]

/** `contact_id` is undefined for `finished`, which is about no recipient. */
interface AcceptedEvent {
  readonly index: number
  readonly event: DeliveryEvent
  readonly contact_id: string | undefined
}

interface Acceptance {
  readonly accepted: readonly AcceptedEvent[]
  /** One for each item: 201 for an accepted one. */
  readonly results: BatchResult[]
  /** As they are before the events, by contact. */
  readonly recipients: ReadonlyMap<string, Recipient>
}

// The clock of a sender may be ahead or behind.
const toleranceMs = 5 * 60_000

/** Decides which items can be counted. A rejected one does not affect the others. */
export async function acceptEvents(
  { db, now }: Pick<Context, 'db' | 'now'>,
  campaign: StoredCampaign & { readonly audience_at: string },
  items: readonly Item[],
): Promise<Acceptance> {
  const events = items.flatMap(({ event }) => event ?? [])
  const { recipients, contactOf } = await findEventRecipients(db, campaign, events)
  const accepted: AcceptedEvent[] = []
  const results = items.map((item, index): BatchResult => {
    if (!item.event) return { index, ...invalidItem(item.issues) }
    try {
      const event = limitTime(item.event, campaign.audience_at, now)
      const isFinished = event.type === 'finished'
      if (isFinished) requireOpenDelivery(campaign)
      accepted.push({ index, event, contact_id: isFinished ? undefined : contactOf(event) })
      return { index, status: 201 }
    } catch (error) {
      return { index, ...refusedItem(error) }
    }
  })
  return { accepted, results, recipients }
}

/** A sender may report the end more than once, but not after the campaign was canceled. */
function requireOpenDelivery({ status }: StoredCampaign): void {
  if (status === 'cancelled' || status === 'error') throw wrongState(status)
}

function limitTime(event: DeliveryEvent, audience_at: string, now: Date): DeliveryEvent {
  const earliest = new Date(Date.parse(audience_at) - toleranceMs).toISOString()
  if (event.at < earliest)
    throw invalidField('/at', 'before_sending', 'This event is older than the sending.')
  const latest = new Date(now.getTime() + toleranceMs).toISOString()
  if (event.at > latest)
    throw invalidField('/at', 'in_future', 'The time of an event must not be in the future.')
  const current = now.toISOString()
  return event.at > current ? { ...event, at: current } : event
}

interface EventRecipients extends Pick<Acceptance, 'recipients'> {
  /** The contact of an event. Throws for one who does not exist, or is not a recipient. */
  readonly contactOf: (event: DeliveryEvent) => string
}

/** Looks up the recipients of all events at once. An id takes precedence over an address. */
async function findEventRecipients(
  db: WorkspaceDb,
  { id: campaign_id, list_id }: Pick<StoredCampaign, 'id' | 'list_id'>,
  events: readonly DeliveryEvent[],
): Promise<EventRecipients> {
  const ids = new Set<string>()
  const addresses = new Set<string>()
  for (const { contact_id, email_address } of events)
    if (contact_id !== undefined) ids.add(contact_id)
    else if (email_address !== undefined) addresses.add(email_address)
  // Each address once: normalizing one is slow.
  const keys = new Map([...addresses].map((address) => [address, addressKey(address)]))
  const addressKeys = [...new Set(keys.values())].filter((key) => key !== undefined)
  const contacts =
    list_id === null || addressKeys.length === 0
      ? []
      : await contactsWithAddress(db, list_id, addressKeys)
  const contactByKey = new Map(contacts.map(({ id, address_key }) => [address_key, id]))
  for (const contact_id of contactByKey.values()) ids.add(contact_id)

  const found = await recipientsWithId(db, campaign_id, [...ids])
  const recipients = new Map(found.map((recipient) => [recipient.contact_id, recipient]))
  const missing = [...ids].filter((id) => !recipients.has(id))
  const others = missing.length === 0 ? new Set() : await existingContacts(db, missing)
  return {
    recipients,
    contactOf({ contact_id, email_address = '' }) {
      const id = contact_id ?? contactByKey.get(keys.get(email_address) ?? '')
      if (id !== undefined && recipients.has(id)) return id
      const field = contact_id === undefined ? '/email_address' : '/contact_id'
      if (id !== undefined && others.has(id))
        throw invalidField(field, 'not_a_recipient', 'This contact is not in the audience.')
      if (id !== undefined) throw referenceNotFound(field, 'contact', id)
      requireAddressKey(email_address)
      throw unknownAddress(email_address)
    },
  }
}

function unknownAddress(email_address: string) {
  const message = `No contact of the list has the address ${email_address}.`
  const details = [{ field: '/email_address', code: 'not_found', message }]
  return new Refusal('not_found', message, { details })
}
