import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { addressKey } from '#client/importers/core/email-address.ts'
import {
  type ApplyOptions,
  type ImportCall,
  createImportMode,
  fetchMe,
  undefinedIfNotFound,
  fetchAll,
} from '#client/importers/core/import-call.ts'
import { createOutcomes } from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import { finishRun } from '#client/importers/core/import-run.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import type { Contact, List } from '#client/resources.ts'
import { outcomeOf, outcomesByRow, diffContact } from './contact-diff.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { planContacts } from './parse-contacts.ts'
import { writeOneByOne, writeBatches } from './write-contacts.ts'

/** Contacts from CSV files, into one list. */
export const contactsImporter = (list_id: string, options: ContactOptions): Importer =>
  eachFile(
    ({ text, name }) => planContacts(text, name, options),
    (call, plan, applyOptions) => {
      const target = { list_id, resubscribe: options.resubscribe ?? false }
      return applyContacts(call, plan, target, applyOptions)
    },
  )

interface ContactTarget {
  readonly list_id: string
  readonly resubscribe: boolean
}

/** Applies a plan to one list: fetch, diff, write. A second run of the same plan writes nothing. */
export async function applyContacts(
  call: ImportCall,
  plan: ContactsPlan,
  { list_id, resubscribe }: ContactTarget,
  options: ApplyOptions = {},
): Promise<ApplyResult<'contacts'>> {
  const concurrency = options.concurrency ?? 4
  const list = await call('GET /lists/:list_id', { list_id })
  const capabilities = (await fetchMe(call))?.capabilities ?? []
  const existing = await fetchExistingContacts(call, list, plan.contacts, concurrency)
  const outcomes = createOutcomes(plan, options)

  const diffs = plan.contacts.flatMap((contact) => {
    const diff = diffContact(outcomes, contact, existing.get(contact.key), resubscribe)
    if (diff) return [diff]
    for (const outcome of outcomesByRow(contact, 'unchanged')) outcomes.record('contacts', outcome)
    return []
  })
  if (options.dry_run === true) {
    for (const diff of diffs)
      for (const outcome of outcomesByRow(diff.contact, outcomeOf(diff)))
        outcomes.record('contacts', outcome)
  } else if (diffs.length > 0) {
    const mode = capabilities.includes('import') ? createImportMode(options) : undefined
    if (!mode)
      outcomes.warn('this server has no import mode: it sets times and may send events', list.name)
    const write = mode && capabilities.includes('contacts.batch') ? writeBatches : writeOneByOne
    await write({ call, list_id, outcomes, mode, concurrency }, diffs)
  }
  const into = { what: 'Contacts of the list', id: list.id, name: list.name }
  return finishRun({ plan, outcomes }, into)
}

const pageSize = 100

/** The contacts that are on the list already, by address key. */
async function fetchExistingContacts(
  call: ImportCall,
  list: List,
  contacts: readonly PlannedContact[],
  concurrency: number,
): Promise<Map<string, Contact>> {
  const existing = new Map<string, Contact>()
  const add = (contact: Contact) => {
    const key = addressKey(contact.email_address)
    if (key !== undefined) existing.set(key, contact)
  }
  const list_id = list.id
  if ((list.counts?.total ?? 0) / pageSize <= contacts.length) {
    const plannedKeys = new Set(contacts.map(({ key }) => key))
    const all = await fetchAll(call, 'GET /lists/:list_id/contacts', { list_id })
    for (const contact of all)
      if (plannedKeys.has(addressKey(contact.email_address) ?? '')) add(contact)
    return existing
  }
  // A few contacts of a long list are fetched one by one.
  await forEachConcurrently(concurrency, contacts, async ({ email_address }) => {
    const input = { list_id, id_or_email: email_address }
    const contact = await undefinedIfNotFound(
      call('GET /lists/:list_id/contacts/:id_or_email', input),
    )
    if (contact) add(contact)
  })
  return existing
}
