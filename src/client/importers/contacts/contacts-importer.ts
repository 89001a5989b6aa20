import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import {
  type ApplyOptions,
  type ImportCall,
  createImportMode,
  fetchMe,
} from '#client/importers/core/import-call.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import { createOutcomes, type ImportOutcomes } from '#client/importers/core/import-outcomes.ts'
import { type ApplyResult, createReport } from '#client/importers/core/import-report.ts'
import { finishRun } from '#client/importers/core/import-run.ts'
import { type Importer, type ReadyImport, withPath } from '#client/importers/core/importer.ts'
import { openCsv } from '#client/importers/formats/csv.ts'
import type { List } from '#client/resources.ts'
import type { Capability } from '#contract/capabilities.ts'
import { matchFields } from './contact-columns.ts'
import {
  type ContactDiff,
  type ContactResult,
  type ExistingContact,
  outcomeOf,
  outcomesByRow,
  diffContact,
  sourceLocations,
} from './contact-diff.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { fetchExistingContacts, openContactLookup } from './existing-contacts.ts'
import { fetchFieldNames } from './list-fields.ts'
import { checkParts, type ContactParts, openContactParts } from './plan-in-parts.ts'
import { writeOneByOne, writeBatches } from './write-contacts.ts'

/** Contacts from CSV files, into one list. A file is checked, and later planned and written, part by part. */
export const contactsImporter =
  (list_id: string, options: ContactOptions): Importer =>
  async (files) => {
    const target = { list_id, resubscribe: options.resubscribe ?? false }
    const ready: ReadyImport[] = []
    for (const file of files) {
      const { path, name } = file
      const [parts, check] = await withPath(file, ({ text }) => {
        const opened = openContactParts(openCsv(text, options.delimiter), name, options)
        return [opened, checkFile(opened)] as const
      })
      ready.push({
        path,
        apply: async (call, how) =>
          createReport(
            check.plan,
            await applyParts(call, parts, check, { ...how, target }),
            name,
            how,
          ),
      })
    }
    return ready
  }

interface FileCheck {
  /** Without contacts: they are planned again when they are written. */
  readonly plan: ContactsPlan
  /** The names of all fields. */
  readonly fields: readonly string[]
}

function checkFile(parts: ContactParts): FileCheck {
  const fields = new Set<string>()
  const findings = checkParts(parts, ({ contacts }) => {
    for (const contact of contacts) for (const name of contact.fields.keys()) fields.add(name)
  })
  return {
    plan: { source: 'contacts', kinds: ['contacts'], contacts: [], findings },
    fields: [...fields],
  }
}

/** Parts that are written at the same time: one is planned while the service writes another. */
const PARTS_AT_ONCE = 2

async function applyParts(
  call: ImportCall,
  parts: ContactParts,
  { plan, fields }: FileCheck,
  options: ApplyOptions & { readonly target: ContactTarget },
): Promise<ApplyResult<'contacts', ContactNoteCode>> {
  const { target, concurrency = 4 } = options
  const run = await openRun(call, plan, target, options)
  const download = run.has('contacts.export') ? options.download : undefined
  const names = matchFields(fields, await fetchFieldNames({ call, download }, target.list_id))
  const { list } = run
  const lookup = await openContactLookup({ ...parts, call, list, download, concurrency })
  await forEachConcurrently(run.hasBatches ? PARTS_AT_ONCE : 1, parts.plans(), async (part) => {
    const contacts = part.contacts.map((contact) => renameFields(contact, names))
    await run.apply(contacts, await lookup(contacts))
  })
  return run.finish()
}

/** As the dashboard suggests it: a field that the list has under a similar name keeps that name. */
function renameFields(contact: PlannedContact, names: ReadonlyMap<string, string>): PlannedContact {
  if (names.size === 0) return contact
  const fields = [...contact.fields].map(
    ([name, value]) => [names.get(name) ?? name, value] as const,
  )
  return { ...contact, fields: new Map(fields) }
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
  target: ContactTarget,
  options: ContactRunOptions = {},
): Promise<ApplyResult<'contacts', ContactNoteCode>> {
  const { concurrency = 4, previous = [] } = options
  const run = await openRun(call, plan, target, options)
  const settled = new Set(previous.map(({ contact }) => contact))
  const contacts = plan.contacts.filter((contact) => !settled.has(contact))
  await run.apply(
    contacts,
    await fetchExistingContacts({ call, list: run.list, concurrency }, contacts),
  )
  return run.finish()
}

/** What every part of an import shares. */
async function openRun(
  call: ImportCall,
  plan: ContactsPlan,
  { list_id, resubscribe }: ContactTarget,
  options: ContactRunOptions,
) {
  const { concurrency = 4, previous = [], sent, signal, onSend = () => undefined } = options
  const list: List = await call('GET /lists/:list_id', { list_id })
  const capabilities = (await fetchMe(call))?.capabilities ?? []
  const has = (...names: readonly Capability[]) =>
    names.every((name) => capabilities.includes(name))
  const mode =
    has('import') && options.import_mode !== false ? createImportMode(options) : undefined
  // Without import mode, `contacts.edit` is what batches need for a status and for tags.
  const hasBatches = has('contacts.batch', mode ? 'import' : 'contacts.edit')
  const outcomes = createOutcomes(plan, options)
  recordResults(outcomes, previous)
  const settle = (results: readonly ContactResult[]) => {
    recordResults(outcomes, results)
    options.onResults?.(results)
  }
  let hasWarned = false

  return {
    list,
    has,
    hasBatches,
    async apply(
      contacts: readonly PlannedContact[],
      existing: ReadonlyMap<string, ExistingContact>,
    ): Promise<void> {
      const unchanged: ContactResult[] = []
      const diffs = contacts.flatMap((contact): ContactDiff[] => {
        const current = existing.get(contact.key)
        if (!current && contact.status === undefined && list.double_opt_in) {
          outcomes.warn('status_of_list', {}, contact.email_address)
        }
        const diff = diffContact(outcomes, contact, current, resubscribe)
        if (diff) return [diff]
        const outcome = sent?.has(contact) ? 'created' : 'unchanged'
        if (current) unchanged.push({ contact, outcome, id: current.id })
        return []
      })
      settle(unchanged)
      if (options.dry_run === true) {
        const results = diffs.map((diff) => ({
          contact: diff.contact,
          outcome: outcomeOf(diff),
          id: '',
        }))
        recordResults(outcomes, results)
      } else if (diffs.length > 0) {
        if (!mode && !hasWarned) outcomes.warn('no_import_mode', {}, list.name)
        hasWarned = true
        const context = { call, list_id, settle, onSend, signal, mode, concurrency }
        await (hasBatches ? writeBatches : writeOneByOne)(context, diffs)
      }
    },
    finish: () =>
      finishRun({ plan, outcomes }, { what: 'Contacts of the list', id: list.id, name: list.name }),
  }
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
