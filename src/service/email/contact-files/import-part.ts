import { setImmediate as nextTurn } from 'node:timers/promises'

import {
  type ContactDiff,
  diffContact,
  expectedOutcome,
  firstRow,
  isListNoteCode,
  isUnchanged,
  newContact,
  outcomesByRow,
} from '#client/importers/contacts/contact-diff.ts'
import type { PlannedContact } from '#client/importers/contacts/contact-plan.ts'
import { planRows } from '#client/importers/contacts/parse-contacts.ts'
import { hashText } from '#client/importers/contacts/plan-in-parts.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import { type ImportWarning, createNoteTally } from '#client/importers/core/import-plan.ts'
import { type CsvRow, parseCsvHeaders, parseCsvPart } from '#client/importers/formats/csv.ts'
import type { ContactImport } from '#contract/email/contact-files.ts'
import type { Contact } from '#contract/email/contacts.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import type { Context } from '#service/context.ts'
import { settleAll } from '#service/db/transactions.ts'
import { lockContacts } from '#service/email/contacts/contact-lookup.store.ts'
import { analyzeContacts } from '#service/email/contacts/contact-writes.store.ts'
import { requireList } from '#service/email/contacts/contacts.ts'
import { resolveTagNames } from '#service/email/contacts/tags.store.ts'
import {
  type ListState,
  changeContact,
  createContact,
} from '#service/email/contacts/upsert-contact.ts'
import { lockListForKeyShare } from '#service/email/lists/lists.store.ts'
import { Refusal } from '#service/refusal.ts'
import {
  type ImportFileRow,
  type ImportProgress,
  finishImport,
  insertImportedContacts,
  lockImportPart,
  saveImportProgress,
} from './contact-imports.store.ts'
import { toContactOptions, unpackText } from './import-file.ts'

/** An unfinished import whose file is in memory. */
export interface OpenImport extends Omit<ImportFileRow, 'file' | 'next_row'> {
  readonly text: string
  readonly headers: readonly string[]
  /** The addresses of the rows before `next_offset`: a later row repeats them, and a dry run has not written them. */
  readonly addresses: ReturnType<typeof createAddressSet>
  next_offset: number
}

/** Their hashes outside of the heap: texts that outlive their part cost more to collect than the part costs to plan. */
function createAddressSet(count: number) {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 2))
  const table = new Float64Array(size)
  // Zero is a free place.
  const find = (value: number) => {
    let at = value % size
    while (table[at] !== 0 && table[at] !== value) at = (at + 1) % size
    return at
  }
  return {
    has: (key: string) => table[find(hashText(key) + 1)] !== 0,
    add: (key: string) => {
      const value = hashText(key) + 1
      table[find(value)] = value
    },
  }
}

const rowsPerTurn = 500

export async function openImport({ file, next_row, ...row }: ImportFileRow): Promise<OpenImport> {
  const text = await unpackText(file)
  const { headers, next: start } = parseCsvHeaders(text, row.settings.delimiter)
  const open = { ...row, text, headers, addresses: createAddressSet(row.total) }
  // Another process has imported the rows before.
  for (let position = start; position && position.offset < row.next_offset;) {
    const { rows, next } = parseCsvPart(text, position, row.settings.delimiter, rowsPerTurn)
    const before = rows.filter((one) => one.row < next_row)
    for (const { key } of planPart(open, before).contacts) open.addresses.add(key)
    position = next
    await nextTurn()
  }
  return open
}

const planPart = (
  {
    headers,
    file_name,
    settings,
    created_at,
  }: Pick<OpenImport, 'headers' | 'file_name' | 'settings' | 'created_at'>,
  rows: readonly CsvRow[],
) => planRows({ headers, rows }, file_name ?? '', toContactOptions(settings, created_at))

/** To be called after the commit of a part. */
export function advance(open: OpenImport, { addresses, next_offset }: PartResult): void {
  for (const key of addresses) open.addresses.add(key)
  open.next_offset = next_offset
}

type PartContext = Pick<Context, 'db' | 'now' | 'emit'>
type RowError = ContactImport['errors'][number]

interface PartOptions {
  /** Names the process. */
  readonly lease: string
  readonly leased_until: Date
  readonly rows: number
}

export interface PartResult {
  readonly hasMore: boolean
  readonly addresses: readonly string[]
  readonly next_offset: number
}

const maxErrors = 100

/**
 * Imports the next rows of a file, with the counts in the same transaction. Undefined when the import has ended, or another
 * process has gone on with it.
 */
export async function importPart(
  context: PartContext,
  open: OpenImport,
  { lease, leased_until, rows: limit }: PartOptions,
): Promise<PartResult | undefined> {
  const { db, now } = context
  // Before the import and its contacts, in the order in which a list is deleted.
  lockListForKeyShare(db, open.list_id)
  const progress = await lockImportPart(db, open.id, lease, now)
  if (progress?.next_offset !== open.next_offset) return undefined
  const { next_offset: offset, next_row: row, counts } = progress
  const { rows, next } =
    offset < open.text.length
      ? parseCsvPart(open.text, { offset, row }, open.settings.delimiter, limit)
      : { rows: [], next: undefined }
  const plan = planPart(open, rows)
  const tally = createTally()
  for (const note of [...readNotes(progress.notes), ...plan.findings.notes]) tally.note(note)
  for (const { path, id, reason } of plan.findings.rejected)
    tally.fail([Number(path.replace('row ', ''))], id, reason)
  const list = await requireList(db, open.list_id)
  await applyContacts(context, list, plan.contacts, open, tally)
  const saved: ImportProgress = {
    counts: {
      total: counts.total,
      created: counts.created + tally.counts.created,
      updated: counts.updated + tally.counts.updated,
      skipped: counts.skipped + tally.counts.unchanged,
      failed: counts.failed + tally.errors.length,
    },
    errors: [...progress.errors, ...tally.errors.toSorted(byRow)].slice(0, maxErrors),
    notes: tally.notes(),
    next_offset: next?.offset ?? open.text.length,
    next_row: next?.row ?? row,
  }
  const isFirst = counts.created + counts.updated + counts.skipped + counts.failed === 0
  if (isFirst && next && !open.dry_run) await analyzeContacts(db)
  await saveImportProgress(db, open.id, saved, { lease, now, leased_until })
  if (!next) await finishImport(db, { id: open.id, status: 'completed', error: null }, now)
  return {
    hasMore: next !== undefined,
    addresses: plan.contacts.map(({ key }) => key),
    next_offset: saved.next_offset,
  }
}

const byRow = (a: RowError, b: RowError) => a.row - b.row

function createTally() {
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0 }
  const errors: RowError[] = []
  const notes = createNoteTally<ContactNoteCode>()
  return {
    counts,
    errors,
    note: (note: ImportWarning<ContactNoteCode>) => notes.add(shortenNote(note)),
    notes: () => limitNotes(notes.list()),
    count(contact: PlannedContact, outcome: Outcome) {
      for (const one of outcomesByRow(contact.rows.length, outcome)) counts[one] += 1
    },
    fail(rows: readonly number[], email_address: string | null, message: string) {
      for (const row of rows) errors.push({ row, email_address, message })
    },
  }
}
type Tally = ReturnType<typeof createTally>

/** Only `importPart` writes them. */
export const readNotes = (notes: ImportProgress['notes']) =>
  notes as ImportWarning<ContactNoteCode>[]

const maxNotes = 100
const maxTextLength = 200
const shorten = (text: string) =>
  text.length > maxTextLength ? `${[...text].slice(0, maxTextLength - 1).join('')}…` : text

/** A note is stored with the import, and its texts come from the file. */
function shortenNote(note: ImportWarning<ContactNoteCode>): ImportWarning<ContactNoteCode> {
  const params = Object.entries(note.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? shorten(value) : value,
  ])
  // The parameters of the same code, with shorter texts.
  return {
    ...note,
    params: Object.fromEntries(params) as typeof note.params,
    example: shorten(note.example),
  }
}

/** Words of the file may make any number of notes: beyond the limit they are counted together. Those of the list are few. */
function limitNotes(
  notes: readonly ImportWarning<ContactNoteCode>[],
): ImportWarning<ContactNoteCode>[] {
  const named = notes.filter(({ code }) => code !== 'other_notes')
  const listed =
    named.length > maxNotes
      ? named.toSorted((a, b) => Number(isListNoteCode(b.code)) - Number(isListNoteCode(a.code)))
      : named
  const others = [...notes.filter(({ code }) => code === 'other_notes'), ...listed.slice(maxNotes)]
  const [first] = others
  if (!first) return listed
  const count = others.reduce((sum, one) => sum + one.count, 0)
  return [...listed.slice(0, maxNotes), { ...first, code: 'other_notes', params: {}, count }]
}

/** Writes the contacts side by side, in one message to the database. */
async function applyContacts(
  context: PartContext,
  list: ListState,
  contacts: readonly PlannedContact[],
  { id: import_id, dry_run, addresses }: OpenImport,
  tally: Tally,
): Promise<void> {
  const { db, now } = context
  const keys = contacts.map(({ key }) => key)
  const existing = await lockContacts(db, list.id, keys)
  const spellings = dry_run ? new Map() : await resolveSpellings(context, list.id, contacts)
  const writer = { ...context, now, expectVersion: () => undefined }
  const added: string[] = []

  async function apply(
    contact: PlannedContact,
    before: Contact | undefined,
    diff: ContactDiff,
  ): Promise<Outcome> {
    if (dry_run) return before || addresses.has(contact.key) ? 'updated' : 'created'
    if (before) {
      await changeContact(writer, before, { ...diff.changes, import: true })
      return 'updated'
    }
    const tags = contact.tags.map((tag) => spellings.get(tagKey(tag)) ?? tag)
    const draft = { ...newContact(contact), import: true as const }
    const { id } = await createContact(writer, list, draft, contact.key, tags)
    added.push(id)
    return 'created'
  }

  function record(diff: ContactDiff, outcome: Outcome): void {
    tally.count(diff.contact, outcome)
    if (diff.note && outcome === expectedOutcome(diff)) tally.note(diff.note)
  }

  async function write(diff: ContactDiff): Promise<void> {
    const { contact } = diff
    try {
      record(diff, await apply(contact, existing.get(contact.key), diff))
    } catch (error) {
      // Refusals precede the writes of their contact.
      if (!(error instanceof Refusal)) throw error
      tally.fail(contact.rows, contact.email_address, error.message)
    }
  }

  // A file that was imported before has thousands without a change: they need no promise each.
  const changed: ContactDiff[] = []
  for (const contact of contacts) {
    const { key, email_address: example } = contact
    if (addresses.has(key))
      tally.note({
        ...{ code: 'repeated_address', params: {} },
        ...{ count: 1, example, row: firstRow(contact) },
      })
    const diff = diffContact(contact, existing.get(key), { list })
    if (isUnchanged(diff)) record(diff, 'unchanged')
    else changed.push(diff)
  }
  await settleAll(changed.map(write))
  insertImportedContacts(db, import_id, added)
}

/** The tags of all contacts in the spelling of the list, by key; inserts those that are missing. */
async function resolveSpellings(
  { db, now }: PartContext,
  list_id: string,
  contacts: readonly PlannedContact[],
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(contacts.flatMap(({ tags }) => tags))]
  const resolved = await resolveTagNames(db, list_id, names, now)
  return new Map(resolved.map((name) => [tagKey(name), name]))
}
