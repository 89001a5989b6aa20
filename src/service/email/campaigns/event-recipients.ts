import type { DeliveryEvent } from '#contract/email/campaign-delivery.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { addressKey, requireAddressKey } from '#service/email/contacts/email-address.rules.ts'
import { Refusal, invalidField, referenceNotFound } from '#service/refusal.ts'
import { type Addressee, addresseesByAddress, addresseesById } from './campaign-events.store.ts'
import type { StoredCampaign } from './campaigns.store.ts'
import type { Recipient } from './delivery.rules.ts'

interface EventRecipients {
  /** As they are before the events, by contact. */
  readonly recipients: ReadonlyMap<string, Recipient>
  /** The contact of an event. Throws for one who does not exist, or is not a recipient. */
  readonly contactOf: (event: DeliveryEvent) => string
}

/** Looks up the recipients of all events with two statements. An id takes precedence over an address. */
export async function findEventRecipients(
  db: WorkspaceDb,
  { id, list_id }: Pick<StoredCampaign, 'id' | 'list_id'>,
  events: readonly DeliveryEvent[],
): Promise<EventRecipients> {
  const ids = new Set<string>()
  const addresses = new Set<string>()
  for (const { contact_id, email_address } of events)
    if (contact_id !== undefined) ids.add(contact_id)
    else if (email_address !== undefined) addresses.add(email_address)
  const keys = [...addresses].map(addressKey).filter((key) => key !== undefined)
  const byId = await addresseesById(db, id, [...ids])
  const byAddress = list_id === null ? [] : await addresseesByAddress(db, id, list_id, keys)

  const addresseesByContact = new Map(byId.map((addressee) => [addressee.id, addressee]))
  const addresseesByKey = new Map(byAddress.map((addressee) => [addressee.address_key, addressee]))
  const recipients = new Map(
    [...byId, ...byAddress].flatMap((addressee) =>
      addressee.contact_id === null ? [] : [[addressee.id, toRecipient(addressee)]],
    ),
  )
  return {
    recipients,
    contactOf({ contact_id, email_address = '' }) {
      const field = contact_id === undefined ? '/email_address' : '/contact_id'
      const addressee =
        contact_id === undefined
          ? addresseesByKey.get(requireAddressKey(email_address))
          : addresseesByContact.get(contact_id)
      if (!addressee && contact_id !== undefined)
        throw referenceNotFound(field, 'contact', contact_id)
      if (!addressee) throw unknownAddress(email_address)
      if (addressee.contact_id === null)
        throw invalidField(field, 'not_a_recipient', 'This contact is not in the audience.')
      return addressee.id
    },
  }
}

function unknownAddress(email_address: string) {
  const message = `No contact of the list has the address ${email_address}.`
  const details = [{ field: '/email_address', code: 'not_found', message }]
  return new Refusal('not_found', message, { details })
}

const toRecipient = ({ id, address_key: _key, ...times }: Addressee): Recipient => ({
  ...times,
  contact_id: id,
})
