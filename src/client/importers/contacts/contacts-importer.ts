import { allPages, forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { addressKey } from '#client/importers/core/email-address.ts'
import {
  type ApplyOptions,
  type ImportCall,
  createImportMode,
  fetchMe,
  undefinedIfNotFound,
} from '#client/importers/core/import-call.ts'
import { assertAllSettled, createOutcomes } from '#client/importers/core/import-outcomes.ts'
import { createReport, type ApplyResult } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import type { Contact, List } from '#client/resources.ts'
import { outcomeOf, outcomesByRow, diffContact } from './contact-diff.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { planContacts } from './parse-contacts.ts'
import { writeOneByOne, writeBatches } from './write-contacts.ts'

/** Contacts from CSV files, into one list. */
export const contactsImporter = (list_id: string, options: ContactOptions): Importer =>
  eachFile(({ text, name }) => {
    const plan = planContacts(text, name, options)
    const target = { list_id, resubscribe: options.resubscribe ?? false }
    return {
      async apply(call, applyOptions) {
        return createReport(
          plan,
          await applyContacts(call, plan, target, applyOptions),
          name,
          applyOptions,
        )
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
): Promise<ApplyResult<'contacts'>> {
  const in_flight = options.concurrency ?? 4
  const list = await call('GET /lists/:list_id', { list_id })
  const capabilities = (await fetchMe(call))?.capabilities ?? []
  const existing = await fetchExistingContacts(call, list, plan.contacts, in_flight)
  const outcomes = createOutcomes(plan, options)

  const diffs = plan.contacts.flatMap((contact) => {
    const diff = diffContact(outcomes, contact, existing.get(contact.key), resubscribe)
    if (diff) return [diff]
    for (const outcome of outcomesByRow(contact, 'unchanged')) outcomes.record('contacts', outcome)
    return []
  })
  if (options.dry_run === true) {
    for (const work of diffs)
      for (const verdict of outcomesByRow(work.contact, outcomeOf(work)))
        outcomes.record('contacts', verdict)
  } else if (diffs.length > 0) {
    const mode = capabilities.includes('import') ? createImportMode(options) : undefined
    if (!mode)
      outcomes.note('the service knows no imports: times and silence are its own', list.name)
    const write = mode && capabilities.includes('contacts.batch') ? writeBatches : writeOneByOne
    await write({ call, list_id, outcomes, mode, in_flight }, diffs)
  }
  assertAllSettled(plan, outcomes)
  const { counts, rejected } = outcomes
  const into = { what: 'Contacts of the list', id: list.id, name: list.name }
  return { counts, rejected, notes: outcomes.notes(), into }
}

const pageSize = 100

/** Those of the contacts who are on the list already, by their key. */
export async function fetchExistingContacts(
  call: ImportCall,
  list: List,
  contacts: readonly PlannedContact[],
  in_flight: number,
): Promise<Map<string, Contact>> {
  const existing = new Map<string, Contact>()
  const add = (contact: Contact) => {
    const key = addressKey(contact.email_address)
    if (key !== undefined) existing.set(key, contact)
  }
  const list_id = list.id
  if ((list.counts?.total ?? 0) / pageSize <= contacts.length) {
    const plannedKeys = new Set(contacts.map(({ key }) => key))
    const all = await allPages((page) => call('GET /lists/:list_id/contacts', { list_id, ...page }))
    for (const contact of all)
      if (plannedKeys.has(addressKey(contact.email_address) ?? '')) add(contact)
    return existing
  }
  // A few for a long list are asked for one by one.
  await forEachConcurrently(in_flight, contacts, async ({ email_address }) => {
    const input = { list_id, id_or_email: email_address }
    const contact = await undefinedIfNotFound(
      call('GET /lists/:list_id/contacts/:id_or_email', input),
    )
    if (contact) add(contact)
  })
  return existing
}
