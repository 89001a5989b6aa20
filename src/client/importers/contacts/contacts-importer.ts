import { allPages, inFlight } from '#client/importers/core/concurrency.ts'
import { addressKey } from '#client/importers/core/email-address.ts'
import {
  type ApplyOptions,
  type ImportCall,
  modeOf,
  meOf,
  orNothing,
} from '#client/importers/core/import-call.ts'
import { assertAllSettled, openLedger } from '#client/importers/core/import-outcomes.ts'
import { reportOf, type Applied } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import type { Contact } from '#contract/email/contacts.ts'
import type { List } from '#contract/email/lists.ts'
import { verdictOf, verdictsOf, diffContact } from './contact-diff.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { planContacts } from './parse-contacts.ts'
import { writeOneByOne, writeBatches } from './write-contacts.ts'

/** Contacts from CSV files, into one list. */
export const contactsImporter = (list_id: string, options: ContactOptions): Importer =>
  eachFile(({ text, name }) => {
    const plan = planContacts(text, name, options)
    const target = { list_id, resubscribe: options.resubscribe ?? false }
    return {
      async apply(call, how) {
        return reportOf(plan, await applyContacts(call, plan, target, how), name, how)
      },
    }
  })

export interface ContactTarget {
  readonly list_id: string
  readonly resubscribe: boolean
}

/** Makes and changes what the plan asks for on one list. A second run of the same plan writes nothing. */
export async function applyContacts(
  call: ImportCall,
  plan: ContactsPlan,
  { list_id, resubscribe }: ContactTarget,
  options: ApplyOptions = {},
): Promise<Applied<'contacts'>> {
  const in_flight = options.in_flight ?? 4
  const list = await call('GET /lists/:list_id', { list_id })
  const offered = (await meOf(call))?.capabilities ?? []
  const here = await fetchExistingContacts(call, list, plan.contacts, in_flight)
  const ledger = openLedger(plan, options)

  const works = plan.contacts.flatMap((contact) => {
    const work = diffContact(ledger, contact, here.get(contact.key), resubscribe)
    if (work) return [work]
    for (const verdict of verdictsOf(contact, 'unchanged')) ledger.record('contacts', verdict)
    return []
  })
  if (options.dry_run === true) {
    for (const work of works)
      for (const verdict of verdictsOf(work.contact, verdictOf(work)))
        ledger.record('contacts', verdict)
  } else if (works.length > 0) {
    const mode = offered.includes('import') ? modeOf(options) : undefined
    if (!mode) ledger.note('the service knows no imports: times and silence are its own', list.name)
    const write = mode && offered.includes('contacts.batch') ? writeBatches : writeOneByOne
    await write({ call, list_id, ledger, mode, in_flight }, works)
  }
  assertAllSettled(plan, ledger)
  const { counts, rejected } = ledger
  const into = { what: 'Contacts of the list', id: list.id, name: list.name }
  return { counts, rejected, notes: ledger.notes(), into }
}

const pageSize = 100

/** Those of the contacts who are on the list already, by their key. */
export async function fetchExistingContacts(
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
