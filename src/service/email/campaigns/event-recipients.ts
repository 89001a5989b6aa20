import type { DeliveryEvent } from '#contract/email/campaign-delivery.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { addressKey, requireAddressKey } from '#service/email/contacts/email-address.rules.ts'
import { Refusal, invalidField, referenceNotFound } from '#service/refusal.ts'
import { contactsWithAddress, existingContacts, recipientsWithId } from './campaign-events.store.ts'
import type { StoredCampaign } from './campaigns.store.ts'
import type { Recipient } from './delivery.rules.ts'

interface EventRecipients {
  /** As they are before the events, by contact. */
  readonly recipients: ReadonlyMap<string, Recipient>
  /** The contact of an event. Throws for one who does not exist, or is not a recipient. */
  readonly contactOf: (event: DeliveryEvent) => string
}

/** Looks up the recipients of all events at once. An id takes precedence over an address. */
export async function findEventRecipients(
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
  const searched = [...new Set(keys.values())].filter((key) => key !== undefined)
  const contacts = list_id === null ? [] : await contactsWithAddress(db, list_id, searched)
  const contactByKey = new Map(contacts.map(({ id, address_key }) => [address_key, id]))
  for (const contact_id of contactByKey.values()) ids.add(contact_id)

  const found = await recipientsWithId(db, campaign_id, [...ids])
  const recipients = new Map(found.map((recipient) => [recipient.contact_id, recipient]))
  const others = await existingContacts(
    db,
    [...ids].filter((id) => !recipients.has(id)),
  )
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
