import { allPages } from '#client/importers/core/all-pages.ts'
import { inFlight } from '#client/importers/core/concurrency.ts'
import { addressKey } from '#client/importers/core/email-address.ts'
import type { ImportCall } from '#client/importers/core/import-call.ts'
import { orNothing } from '#client/importers/core/or-nothing.ts'
import type { Contact } from '#contract/email/contacts.ts'
import type { List } from '#contract/email/lists.ts'
import type { PlannedContact } from './contact-plan.ts'

const pageSize = 100

/** Those of the contacts who are on the list already, by their key. */
export async function contactsHere(
  call: ImportCall,
  list: List,
  contacts: readonly PlannedContact[],
  in_flight: number,
): Promise<Map<string, Contact>> {
  const here = new Map<string, Contact>()
  const keep = (contact: Contact) => {
    const key = addressKey(contact.email_address)
    if (key !== undefined) here.set(key, contact)
  }
  const list_id = list.id
  if (list.counts.total / pageSize <= contacts.length) {
    const wanted = new Set(contacts.map(({ key }) => key))
    const all = await allPages((page) => call('GET /lists/:list_id/contacts', { list_id, ...page }))
    for (const contact of all)
      if (wanted.has(addressKey(contact.email_address) ?? '')) keep(contact)
    return here
  }
  // A few for a long list are asked for one by one.
  await inFlight(in_flight, contacts, async ({ email_address }) => {
    const input = { list_id, id_or_email: email_address }
    const contact = await orNothing(call('GET /lists/:list_id/contacts/:id_or_email', input))
    if (contact) keep(contact)
  })
  return here
}
