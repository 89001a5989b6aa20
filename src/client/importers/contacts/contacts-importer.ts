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
import { createOutcomes, type ImportOutcomes } from '#client/importers/core/import-outcomes.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import { finishRun } from '#client/importers/core/import-run.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import type { Contact, List } from '#client/resources.ts'
import type { Capability } from '#contract/capabilities.ts'
import { matchFields } from './contact-columns.ts'
import {
  type ContactDiff,
  type ContactResult,
  outcomeOf,
  outcomesByRow,
  diffContact,
  sourceLocations,
} from './contact-diff.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { fetchFieldNames } from './list-fields.ts'
import { planContacts } from './parse-contacts.ts'
import { writeOneByOne, writeBatches } from './write-contacts.ts'

/** Contacts from CSV files, into one list. */
export const contactsImporter = (list_id: string, options: ContactOptions): Importer =>
  eachFile(
    ({ text, name }) => planContacts(text, name, options),
    async (call, plan, applyOptions) => {
      const target = { list_id, resubscribe: options.resubscribe ?? false }
      const hasExport = (await fetchMe(call))?.capabilities.includes('contacts.export')
      const download = hasExport === true ? applyOptions.download : undefined
      const fields = await fetchFieldNames({ call, download }, list_id)
      return applyContacts(call, renameFields(plan, fields), target, applyOptions)
    },
  )

/** As the dashboard suggests it: a field that the list has under a similar name keeps that name. */
function renameFields(plan: ContactsPlan, fields: readonly string[]): ContactsPlan {
  const names = new Set(plan.contacts.flatMap((contact) => [...contact.fields.keys()]))
  const matches = matchFields([...names], fields)
  if (matches.size === 0) return plan
  const contacts = plan.contacts.map((contact) => ({
    ...contact,
    fields: new Map(
      [...contact.fields].map(([name, value]) => [matches.get(name) ?? name, value] as const),
    ),
  }))
  return { ...plan, contacts }
}

interface ContactTarget {
  readonly list_id: string
  readonly resubscribe: boolean
}

/** How the dashboard follows, stops and continues an import. */
interface ContactRunOptions extends ApplyOptions {
  /** Nothing more is sent once it is aborted, and the import rejects with its reason. */
  readonly signal?: AbortSignal
  /** Whether the key may use import mode; wherever the service has it by default. */
  readonly import_mode?: boolean
  /** What an interrupted run of this plan did: counted again, and not sent. */
  readonly previous?: readonly ContactResult[]
  /** Contacts that it sent last; they were not there before, whether or not the request arrived. */
  readonly sent?: ReadonlySet<PlannedContact>
  readonly onSend?: (diffs: readonly ContactDiff[]) => Promise<void> | void
  readonly onResults?: (results: readonly ContactResult[]) => void
}

/** Applies a plan to one list: fetch, diff, write. A second run of the same plan writes nothing. */
export async function applyContacts(
  call: ImportCall,
  plan: ContactsPlan,
  { list_id, resubscribe }: ContactTarget,
  options: ContactRunOptions = {},
): Promise<ApplyResult<'contacts'>> {
  const { concurrency = 4, previous = [], sent, signal, onSend = () => undefined } = options
  const list = await call('GET /lists/:list_id', { list_id })
  const capabilities = (await fetchMe(call))?.capabilities ?? []
  const outcomes = createOutcomes(plan, options)
  const settle = (results: readonly ContactResult[]) => recordResults(outcomes, results)
  settle(previous)
  const settled = new Set(previous.map(({ contact }) => contact))
  const contacts = plan.contacts.filter((contact) => !settled.has(contact))
  const existing = await fetchExistingContacts(call, list, contacts, concurrency)
  const onSettled = (results: readonly ContactResult[]) => {
    settle(results)
    options.onResults?.(results)
  }

  const unchanged: ContactResult[] = []
  const diffs = contacts.flatMap((contact) => {
    const current = existing.get(contact.key)
    const diff = diffContact(outcomes, contact, current, resubscribe)
    if (diff || !current) return diff ?? []
    const outcome = sent?.has(contact) ? 'created' : 'unchanged'
    unchanged.push({ contact, outcome, id: current.id })
    return []
  })
  onSettled(unchanged)
  if (options.dry_run === true) {
    settle(diffs.map((diff) => ({ contact: diff.contact, outcome: outcomeOf(diff), id: '' })))
  } else if (diffs.length > 0) {
    const has = (...names: readonly Capability[]) =>
      names.every((name) => capabilities.includes(name))
    const mode =
      has('import') && options.import_mode !== false ? createImportMode(options) : undefined
    if (!mode)
      outcomes.warn('this server has no import mode: it sets times and may send events', list.name)
    // Without import mode, `contacts.edit` is what batches need for a status and for tags.
    const write = has('contacts.batch', mode ? 'import' : 'contacts.edit')
      ? writeBatches
      : writeOneByOne
    const context = { call, list_id, settle: onSettled, onSend, signal, mode, concurrency }
    await write(context, diffs)
  }
  const into = { what: 'Contacts of the list', id: list.id, name: list.name }
  return finishRun({ plan, outcomes }, into)
}

function recordResults(
  outcomes: ImportOutcomes<'contacts'>,
  results: readonly ContactResult[],
): void {
  for (const result of results) {
    if ('error' in result)
      for (const location of sourceLocations(result.contact))
        outcomes.recordError('contacts', location, result.error)
    else
      for (const outcome of outcomesByRow(result.contact, result.outcome))
        outcomes.record('contacts', outcome)
  }
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
