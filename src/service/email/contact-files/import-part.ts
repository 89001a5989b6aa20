import {
  diffContact,
  isUnchanged,
  newContact,
  outcomesByRow,
} from '#client/importers/contacts/contact-diff.ts'
import type { PlannedContact } from '#client/importers/contacts/contact-plan.ts'
import { planRows } from '#client/importers/contacts/parse-contacts.ts'
import type { Outcome } from '#client/importers/core/import-outcomes.ts'
import { parseCsvHeaders, parseCsvPart } from '#client/importers/formats/csv.ts'
import type { ContactImport } from '#contract/email/contact-files.ts'
import type { Contact } from '#contract/email/contacts.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
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
export interface OpenImport extends Omit<ImportFileRow, 'file'> {
  readonly text: string
  readonly headers: readonly string[]
  /** Addresses that a dry run would have created; the database does not know them. */
  readonly planned: Set<string>
}

export async function openImport({ file, ...row }: ImportFileRow): Promise<OpenImport> {
  const text = await unpackText(file)
  const { headers } = parseCsvHeaders(text, row.settings.delimiter)
  return { ...row, text, headers, planned: new Set() }
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
  /** To be added to `planned` after the commit. */
  readonly planned: readonly string[]
}

const maxErrors = 100

/** Imports the next rows of a file, with the counts in the same transaction. Undefined when the import has ended. */
export async function importPart(
  context: PartContext,
  open: OpenImport,
  { lease, leased_until, rows: limit }: PartOptions,
): Promise<PartResult | undefined> {
  const { db, now } = context
  // Before the import and its contacts, in the order in which a list is deleted.
  lockListForKeyShare(db, open.list_id)
  const progress = await lockImportPart(db, open.id, lease, now)
  if (!progress) return undefined
  const { next_offset: offset, next_row: row, counts } = progress
  const { rows, next } =
    offset < open.text.length
      ? parseCsvPart(open.text, { offset, row }, open.settings.delimiter, limit)
      : { rows: [], next: undefined }
  const options = toContactOptions(open.settings, open.created_at)
  const plan = planRows({ headers: open.headers, rows }, open.file_name ?? '', options)
  const tally = createTally()
  for (const { path, id, reason } of plan.findings.rejected)
    tally.fail([Number(path.replace('row ', ''))], id, reason)
  const list = await requireList(db, open.list_id)
  const planned = await applyContacts(context, list, plan.contacts, open, tally)
  const saved: ImportProgress = {
    counts: {
      total: counts.total,
      created: counts.created + tally.counts.created,
      updated: counts.updated + tally.counts.updated,
      skipped: counts.skipped + tally.counts.unchanged,
      failed: counts.failed + tally.errors.length,
    },
    errors: [...progress.errors, ...tally.errors.toSorted(byRow)].slice(0, maxErrors),
    next_offset: next?.offset ?? open.text.length,
    next_row: next?.row ?? row,
  }
  const isFirst = counts.created + counts.updated + counts.skipped + counts.failed === 0
  if (isFirst && next && !open.dry_run) await analyzeContacts(db)
  await saveImportProgress(db, open.id, saved, { lease, now, leased_until })
  if (!next) await finishImport(db, { id: open.id, status: 'completed', error: null }, now)
  return { hasMore: next !== undefined, planned }
}

const byRow = (a: RowError, b: RowError) => a.row - b.row

function createTally() {
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0 }
  const errors: RowError[] = []
  return {
    counts,
    errors,
    count(contact: PlannedContact, outcome: Outcome) {
      for (const one of outcomesByRow(contact.rows.length, outcome)) counts[one] += 1
    },
    fail(rows: readonly number[], email_address: string | null, message: string) {
      for (const row of rows) errors.push({ row, email_address, message })
    },
  }
}
type Tally = ReturnType<typeof createTally>

/** Writes the contacts side by side, in one message to the database. Returns the addresses that a dry run would create. */
async function applyContacts(
  context: PartContext,
  list: ListState,
  contacts: readonly PlannedContact[],
  { id: import_id, dry_run, planned }: OpenImport,
  tally: Tally,
): Promise<string[]> {
  const { db, now } = context
  const byKey = new Map(contacts.map((one) => [addressKey(one.email_address) ?? '', one]))
  const existing = await lockContacts(db, list.id, [...byKey.keys()])
  const spellings = dry_run ? new Map() : await resolveSpellings(context, list.id, contacts)
  const writer = { ...context, now, expectVersion: () => undefined }
  const added: string[] = []

  async function apply(key: string, contact: PlannedContact): Promise<Outcome> {
    const before: Contact | undefined = existing.get(key)
    const diff = diffContact(contact, before, { list })
    if (isUnchanged(diff)) return 'unchanged'
    if (dry_run) return before || planned.has(key) ? 'updated' : 'created'
    if (before) {
      await changeContact(writer, before, { ...diff.changes, import: true })
      return 'updated'
    }
    const tags = contact.tags.map((tag) => spellings.get(tagKey(tag)) ?? tag)
    const draft = { ...newContact(contact), import: true as const }
    const { id } = await createContact(writer, list, draft, key, tags)
    added.push(id)
    return 'created'
  }

  const results = await settleAll(
    [...byKey].map(async ([key, contact]) => {
      try {
        const outcome = await apply(key, contact)
        tally.count(contact, outcome)
        return outcome === 'created' ? [key] : []
      } catch (error) {
        // Refusals precede the writes of their contact.
        if (!(error instanceof Refusal)) throw error
        tally.fail(contact.rows, contact.email_address, error.message)
        return []
      }
    }),
  )
  insertImportedContacts(db, import_id, added)
  return dry_run ? results.flat() : []
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
