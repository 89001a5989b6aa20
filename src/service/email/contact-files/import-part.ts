import { setImmediate as nextTurn } from 'node:timers/promises'

import {
  type ContactDiff,
  createLeftNote,
  diffContact,
  expectedOutcome,
  firstRow,
  isListNoteCode,
  isUnchanged,
  newContact,
  outcomesByRow,
} from '#client/importers/contacts/contact-diff.ts'
import type { PlannedContact } from '#client/importers/contacts/contact-plan.ts'
import {
  findEarlierStatus,
  mergeStatus,
  planRows,
} from '#client/importers/contacts/parse-contacts.ts'
import { hashText } from '#client/importers/contacts/plan-in-parts.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import { type ImportWarning, createNoteTally } from '#client/importers/core/import-plan.ts'
import { sanitizeText } from '#client/importers/core/sanitize.ts'
import { type CsvRow, parseCsvHeaders, parseCsvPart } from '#client/importers/formats/csv.ts'
import type { ContactImport } from '#contract/email/contact-files.ts'
import { type Contact, ContactStatus } from '#contract/email/contacts.ts'
import { stricter, suppressedStatus } from '#contract/email/suppressions.rules.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import type { Context } from '#service/context.ts'
import { settleAll } from '#service/db/transactions.ts'
import { lockContacts } from '#service/email/contacts/contact-lookup.store.ts'
import { analyzeContacts } from '#service/email/contacts/contact-writes.store.ts'
import { nextStatus } from '#service/email/contacts/contacts.rules.ts'
import { requireList } from '#service/email/contacts/contacts.ts'
import { resolveTagNames } from '#service/email/contacts/tags.store.ts'
import {
  type ListState,
  changeContact,
  createContact,
} from '#service/email/contacts/upsert-contact.ts'
import { lockListForKeyShare } from '#service/email/lists/lists.store.ts'
import { Refusal } from '#service/refusal.ts'
import { type Suppression, findSuppressions } from '#service/suppressions.store.ts'
import {
  type ImportFileRow,
  type ImportProgress,
  finishImport,
  insertImportedContacts,
  lockImportPart,
  saveImportProgress,
} from './contact-imports.store.ts'
import { toContactOptions, toStoredText, unpackText } from './import-file.ts'

/** An unfinished import whose file is in memory. */
export interface OpenImport extends Omit<ImportFileRow, 'file' | 'next_row'> {
  readonly text: string
  readonly headers: readonly string[]
  /** Those of the rows before `next_offset`: a later row repeats them, and a dry run has not written them. */
  readonly addresses: ReturnType<typeof createAddressTable>
  next_offset: number
}

type RowStatus = Pick<PlannedContact, 'status' | 'isStatusAssumed'>

/**
 * The hashes of addresses and what their rows say of the status, outside of the heap: texts that outlive their part cost more
 * to collect than the part costs to plan.
 */
function createAddressTable(count: number) {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 2))
  const table = new Float64Array(size)
  // The number of a status in `rowStatuses`.
  const statuses = new Uint8Array(size)
  // Zero is a free place.
  const find = (value: number) => {
    let at = value % size
    while (table[at] !== 0 && table[at] !== value) at = (at + 1) % size
    return at
  }
  const get = (at: number) => (table[at] === 0 ? undefined : rowStatuses[statuses[at] ?? 0])
  return {
    /** What the rows before say of the status; undefined for an address that none of them has. */
    get: (key: string): RowStatus | undefined => get(find(hashText(key) + 1)),
    add: ({ key, ...later }: Pick<PlannedContact, 'key' | keyof RowStatus>) => {
      const value = hashText(key) + 1
      const at = find(value)
      const earlier = get(at)
      const { status, isStatusAssumed } = earlier ? mergeStatus(earlier, later, false) : later
      table[at] = value
      statuses[at] = rowStatuses.findIndex(
        (one) => one.status === status && one.isStatusAssumed === isStatusAssumed,
      )
    },
  }
}

const rowStatuses: readonly RowStatus[] = [undefined, ...ContactStatus.options].flatMap(
  (status) => [
    { status, isStatusAssumed: false },
    { status, isStatusAssumed: true },
  ],
)

const rowsPerTurn = 500

export async function openImport({ file, next_row, ...row }: ImportFileRow): Promise<OpenImport> {
  const text = await unpackText(file)
  const { headers, next: start } = parseCsvHeaders(text, row.settings.delimiter)
  const open = { ...row, text, headers, addresses: createAddressTable(row.total) }
  // Another process has imported the rows before.
  for (let position = start; position && position.offset < row.next_offset;) {
    const { rows, next } = parseCsvPart(text, position, row.settings.delimiter, rowsPerTurn)
    const before = rows.filter((one) => one.row < next_row)
    for (const contact of planPart(open, before).contacts) open.addresses.add(contact)
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
  for (const contact of addresses) open.addresses.add(contact)
  open.next_offset = next_offset
}

type PartContext = Pick<Context, 'db' | 'now' | 'emit' | 'hashAddress'>
type RowError = ContactImport['errors'][number]

interface PartOptions {
  /** Names the process. */
  readonly lease: string
  readonly lease_ms: number
  readonly rows: number
}

export interface PartResult {
  readonly hasMore: boolean
  /** Those that the service accepted. */
  readonly addresses: readonly PlannedContact[]
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
  { lease, lease_ms, rows: limit }: PartOptions,
): Promise<PartResult | undefined> {
  const { db, now } = context
  // Before the import and its contacts, in the order in which a list is deleted.
  lockListForKeyShare(db, open.list_id)
  const progress = await lockImportPart(db, open.id, lease)
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
  const addresses = await applyContacts(context, list, plan.contacts, open, tally)
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
  await saveImportProgress(db, open.id, saved, { lease, lease_ms, now })
  if (!next) await finishImport(db, { id: open.id, status: 'completed', error: null }, now)
  return {
    hasMore: next !== undefined,
    addresses,
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
      // The database stores no text with NUL or half a character: then the part would never be saved.
      const { text } = sanitizeText(message)
      for (const row of rows) errors.push({ row, email_address, message: text })
    },
  }
}
type Tally = ReturnType<typeof createTally>

/** Only `importPart` writes them. */
export const readNotes = (notes: ImportProgress['notes']) =>
  notes as ImportWarning<ContactNoteCode>[]

const maxNotes = 100

/** A note is stored with the import, and its texts come from the file. */
function shortenNote(note: ImportWarning<ContactNoteCode>): ImportWarning<ContactNoteCode> {
  const params = Object.entries(note.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? toStoredText(value) : value,
  ])
  // The parameters of the same code, with shorter texts.
  return {
    ...note,
    params: Object.fromEntries(params) as typeof note.params,
    example: toStoredText(note.example),
  }
}

/**
 * Words of the file may make any number of notes: beyond the limit they are counted together. Those of the list are few, and
 * one of each code says what happened.
 */
function limitNotes(
  notes: readonly ImportWarning<ContactNoteCode>[],
): ImportWarning<ContactNoteCode>[] {
  const named = notes.filter(({ code }) => code !== 'other_notes')
  const codes = new Map(named.toReversed().map((note) => [note.code, note]))
  const isNeeded = (note: (typeof named)[number]) =>
    isListNoteCode(note.code) || codes.get(note.code) === note
  const listed =
    named.length > maxNotes
      ? named.toSorted((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)))
      : named
  const others = [...notes.filter(({ code }) => code === 'other_notes'), ...listed.slice(maxNotes)]
  const [first] = others
  if (!first) return listed
  const count = others.reduce((sum, one) => sum + one.count, 0)
  return [...listed.slice(0, maxNotes), { ...first, code: 'other_notes', params: {}, count }]
}

/** Writes the contacts side by side, in one message to the database. Returns those that the service accepted. */
async function applyContacts(
  context: PartContext,
  list: ListState,
  contacts: readonly PlannedContact[],
  { id: import_id, dry_run, addresses }: OpenImport,
  tally: Tally,
): Promise<PlannedContact[]> {
  const { db, now } = context
  const keys = contacts.map(({ key }) => key)
  const [existing, suppressions] = await settleAll([
    lockContacts(db, list.id, keys),
    // After the locks, which wait for deletions of the contacts.
    findSuppressions(db, list.id, keys.map(context.hashAddress)),
  ])
  const knownOf = ({ key }: PlannedContact) => suppressions.get(context.hashAddress(key)) ?? []
  const spellings = dry_run ? new Map() : await resolveSpellings(context, list.id, contacts)
  const writer = { ...context, now, expectVersion: () => undefined }
  const added: string[] = []
  const accepted: PlannedContact[] = []
  const notes: ImportWarning<ContactNoteCode>[] = []

  async function apply(
    contact: PlannedContact,
    before: Contact | undefined,
    diff: ContactDiff,
  ): Promise<Outcome> {
    if (dry_run) return before || addresses.get(contact.key) ? 'updated' : 'created'
    if (before) {
      const known = knownOf(contact)
      const change = { ...diff.changes, import: true as const }
      const after = await changeContact(writer, before, change, { known })
      return after === before ? 'unchanged' : 'updated'
    }
    const tags = contact.tags.map((tag) => spellings.get(tagKey(tag)) ?? tag)
    const draft = { ...newContact(contact), import: true as const }
    const lookups = { tags, known: knownOf(contact) }
    const { id } = await createContact(writer, list, draft, contact.key, lookups)
    added.push(id)
    return 'created'
  }

  /** Of a contact that is not there, for a dry run too: it had left, and has that status again. */
  function leftNote(contact: PlannedContact) {
    if (existing.has(contact.key)) return undefined
    const suppressed = suppressedStatus(knownOf(contact))
    if (suppressed === undefined) return undefined
    const status = stricter(suppressed, contact.status ?? suppressed)
    return status === contact.status ? undefined : createLeftNote(contact, status)
  }

  function record(diff: ContactDiff, outcome: Outcome): void {
    const { contact } = diff
    const note = leftNote(contact) ?? diff.note
    tally.count(contact, outcome)
    accepted.push(contact)
    const earlier = addresses.get(contact.key)
    if (earlier) notes.push(...repetitionNotes(contact, earlier))
    // What an earlier row states of the status was compared with the list there.
    const isCompared = earlier && (isStatusStated(earlier) || note?.code === 'status_of_list')
    if (note && !isCompared && outcome === expectedOutcome(diff)) notes.push(note)
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
    const before = existing.get(contact.key)
    const isStatusKept = before !== undefined && keepsStatus(before, contact, knownOf(contact))
    const diff = diffContact(contact, before, { list, isStatusKept })
    if (isUnchanged(diff)) record(diff, 'unchanged')
    else changed.push(diff)
  }
  await settleAll(changed.map(write))
  insertImportedContacts(db, import_id, added)
  // The first example of a note is kept, whichever contact was written first.
  for (const note of notes.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))) tally.note(note)
  return accepted
}

/** Whether what is known of the address keeps the contact from the status of the file. */
const keepsStatus = (
  before: Contact,
  { status }: PlannedContact,
  known: readonly Suppression[],
): boolean =>
  known.length > 0 &&
  nextStatus(before, { status, isLifting: false, isDirect: false, isStrict: false }, known) ===
    before.status

const isStatusStated = ({ status, isStatusAssumed }: RowStatus) =>
  status !== undefined && !isStatusAssumed

/** Those of a row whose address an earlier part has, as planning both rows together notes them. */
function repetitionNotes(
  contact: PlannedContact,
  earlier: RowStatus,
): ImportWarning<'repeated_address' | 'status_of_earlier_row'>[] {
  const place = { count: 1, example: contact.email_address, row: firstRow(contact) }
  const status = findEarlierStatus(mergeStatus(earlier, contact, false).status, contact)
  return [
    { code: 'repeated_address', params: {}, ...place },
    ...(status ? [{ ...status, ...place }] : []),
  ]
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
