import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import {
  type ApplyOptions,
  type ImportCall,
  createImportMode,
  fetchMe,
} from '#client/importers/core/import-call.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import {
  assertAllSettled,
  createOutcomes,
  type ImportOutcomes,
  type Outcome,
} from '#client/importers/core/import-outcomes.ts'
import { createNoteTally } from '#client/importers/core/import-plan.ts'
import { type ApplyResult, createReport } from '#client/importers/core/import-report.ts'
import { type Importer, type ReadyImport, withPath } from '#client/importers/core/importer.ts'
import { openCsv } from '#client/importers/formats/csv.ts'
import type { List } from '#client/resources.ts'
import type { Capability } from '#contract/capabilities.ts'
import { pendingAtMost } from '#contract/email/contacts.rules.ts'
import { matchFields } from './contact-columns.ts'
import {
  type ContactDiff,
  type ContactResult,
  type ExistingContact,
  type WrittenContact,
  firstRow,
  outcomesByRow,
  diffContact,
  isUnchanged,
  sourceLocations,
  toResult,
} from './contact-diff.ts'
import type { ContactFindings, ContactOptions, PlannedContact } from './contact-plan.ts'
import { countUndecided } from './contact-status.ts'
import { openContactLookup } from './existing-contacts.ts'
import { fetchFieldNames } from './list-fields.ts'
import { checkParts, type ContactParts, openContactParts } from './plan-in-parts.ts'
import { writeOneByOne, writeBatches } from './write-contacts.ts'

/** Contacts from CSV files, into one list. A file is checked, and later planned and written, part by part. */
export const contactsImporter =
  (list_id: string, options: ContactOptions): Importer =>
  async (files) => {
    const ready: ReadyImport[] = []
    for (const file of files) {
      const { path, name } = file
      const checked = await withPath(file, ({ text }) =>
        checkFile(openContactParts(openCsv(text, options.delimiter), name, options)),
      )
      ready.push({
        path,
        apply: async (call, how) => {
          const { resubscribe } = options
          const result = await importContacts(call, list_id, checked, { ...how, resubscribe })
          if (result.error !== undefined) throw result.error
          return createReport(toPlan(checked.findings), result, name, how)
        },
      })
    }
    return ready
  }

/** A file that was planned once, for what it holds. Its contacts are planned again when they are written. */
interface CheckedFile {
  readonly parts: ContactParts
  readonly findings: ContactFindings
  /** The names of all fields, which become fields of the list with similar names; undefined keeps them. */
  readonly fields?: readonly string[]
  readonly undecided?: number
}

function checkFile(parts: ContactParts): CheckedFile {
  const fields = new Set<string>()
  let undecided = 0
  const findings = checkParts(parts, ({ contacts }) => {
    undecided += countUndecided(contacts)
    for (const contact of contacts) for (const name of contact.fields.keys()) fields.add(name)
  })
  return { parts, findings, fields: [...fields], undecided }
}

const formatPending = (count: number) =>
  `Up to ${count} ${count === 1 ? 'contact becomes' : 'contacts become'} pending, because the list asks new contacts to confirm.`

/** What the report needs of a plan. */
const toPlan = (findings: ContactFindings) =>
  ({ source: 'contacts', kinds: ['contacts'], findings }) as const

interface ContactRunOptions extends ApplyOptions {
  readonly resubscribe?: boolean | undefined
  /** Whether the key may use import mode; wherever the service has it by default. */
  readonly import_mode?: boolean
  /** Nothing more is sent once it is aborted. */
  readonly signal?: AbortSignal
  /** Sends nothing more after the first contact that the service rejects. */
  readonly stops_at_error?: boolean
  /** What interrupted runs of this file wrote, by the first row of the contact: counted at once, and not sent. */
  readonly previous?: ReadonlyMap<number, WrittenContact>
  /** First rows of contacts that were not there before and that they sent without a response. */
  readonly sent?: ReadonlySet<number>
  readonly onSend?: (diffs: readonly ContactDiff[]) => Promise<void> | void
  readonly onResults?: (results: readonly ContactResult[]) => void
}

interface ContactRunResult extends ApplyResult<'contacts', ContactNoteCode> {
  /** Why the run failed. A run that was stopped did not. */
  readonly error: unknown
}

/** Parts that are written at the same time: one is planned while the service writes another. */
const PARTS_AT_ONCE = 2

/**
 * Imports a file into one list, part by part: fetch, diff, write. A second run of the same file writes nothing. Resolves
 * with what was done, also when it was stopped or failed.
 */
export async function importContacts(
  call: ImportCall,
  list_id: string,
  { parts, findings, fields, undecided = 0 }: CheckedFile,
  options: ContactRunOptions = {},
): Promise<ContactRunResult> {
  const { previous = new Map<number, WrittenContact>(), concurrency = 4 } = options
  const plan = toPlan(findings)
  const outcomes = createOutcomes(plan, options)
  const notes = createNoteTally<ContactNoteCode>()
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])])
  let into: ContactRunResult['into'] = null
  let error: unknown
  let previousRows = 0
  // Before anything can fail, or stop this run: what is written stays so.
  for (const { outcome, row_count, note } of previous.values()) {
    previousRows += row_count
    recordRows(outcomes, row_count, outcome)
    if (note) notes.add(note)
  }

  const record = (results: readonly ContactResult[]) => {
    recordResults(outcomes, results)
    for (const result of results) if ('note' in result && result.note) notes.add(result.note)
  }
  const settle = (results: readonly ContactResult[]) => {
    record(results)
    options.onResults?.(results)
    if (options.stops_at_error && results.some((result) => 'error' in result)) stop.abort()
  }
  try {
    const list: List = await call('GET /lists/:list_id', { list_id })
    into = { what: 'Contacts of the list', id: list.id, name: list.name }
    const pending = pendingAtMost(undecided, list)
    if (pending > 0) options.onNotice?.(formatPending(pending))
    const capabilities = (await fetchMe(call))?.capabilities ?? []
    const has = (...names: readonly Capability[]) =>
      names.every((name) => capabilities.includes(name))
    const mode =
      has('import') && options.import_mode !== false ? createImportMode(options) : undefined
    // Without import mode, `contacts.edit` is what batches need for a status and for tags.
    const hasBatches = has('contacts.batch', mode ? 'import' : 'contacts.edit')
    const download = has('contacts.export') ? options.download : undefined
    const names = fields && matchFields(fields, await fetchFieldNames({ call, download }, list_id))
    const count = parts.rowCount - previousRows
    const lookup = await openContactLookup({ ...parts, call, list, download, concurrency, count })
    const writeDiffs = hasBatches ? writeBatches : writeOneByOne
    const onSend = options.onSend ?? (() => undefined)
    // Elsewhere a status is enough.
    const resubscribe = options.resubscribe === true && has('suppressions.write')
    const context = { call, list_id, settle, onSend, signal, mode, concurrency, resubscribe }
    let isModeNoted = mode !== undefined
    const noteMode = () => {
      if (!isModeNoted)
        notes.add({ code: 'no_import_mode', params: {}, count: 1, example: list.name })
      isModeNoted = true
    }
    // An earlier run wrote without it.
    if (previous.size > 0) noteMode()

    const isOneByOne = !hasBatches || options.stops_at_error === true
    await forEachConcurrently(isOneByOne ? 1 : PARTS_AT_ONCE, parts.plans(), async (part) => {
      signal.throwIfAborted()
      const contacts = part.contacts
        .filter((contact) => !previous.has(firstRow(contact)))
        .map((contact) => (names ? renameFields(contact, names) : contact))
      const compared = diffPart(contacts, await lookup(contacts), { ...options, list })
      settle(
        compared.filter(isUnchanged).map((diff) => toResult(diff, { id: diff.existing?.id ?? '' })),
      )
      const diffs = compared.filter((diff) => !isUnchanged(diff))
      if (options.dry_run === true) return record(diffs.map((diff) => toResult(diff, { id: '' })))
      if (diffs.length === 0) return
      noteMode()
      await writeDiffs(context, diffs)
    })
    assertAllSettled(plan, outcomes)
  } catch (cause) {
    if (!signal.aborted) error = cause
  }
  const { counts, rejected } = outcomes
  // Results come in any order.
  const ordered = notes.list().toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
  return { counts, rejected, notes: ordered, into, error }
}

/** The contacts of one part beside those of the list. */
const diffPart = (
  contacts: readonly PlannedContact[],
  existing: ReadonlyMap<string, ExistingContact>,
  { list, sent, resubscribe }: ContactRunOptions & { readonly list: List },
): ContactDiff[] =>
  contacts.map((contact) => {
    const current = existing.get(contact.key)
    const isOwn = current !== undefined && sent?.has(firstRow(contact)) === true
    return diffContact(contact, current, { list, resubscribe, isOwn })
  })

/** As the dashboard suggests it: a field that the list has under a similar name keeps that name. */
function renameFields(contact: PlannedContact, names: ReadonlyMap<string, string>): PlannedContact {
  if (names.size === 0) return contact
  const fields = [...contact.fields].map(
    ([name, value]) => [names.get(name) ?? name, value] as const,
  )
  return { ...contact, fields: new Map(fields) }
}

function recordResults(
  outcomes: ImportOutcomes<'contacts', ContactNoteCode>,
  results: readonly ContactResult[],
): void {
  for (const result of results) {
    if ('error' in result)
      for (const location of sourceLocations(result.contact))
        outcomes.recordError('contacts', location, result.error)
    else recordRows(outcomes, result.contact.rows.length, result.outcome)
  }
}

function recordRows(
  outcomes: ImportOutcomes<'contacts', ContactNoteCode>,
  row_count: number,
  outcome: Outcome,
): void {
  for (const one of outcomesByRow(row_count, outcome)) outcomes.record('contacts', one)
}
