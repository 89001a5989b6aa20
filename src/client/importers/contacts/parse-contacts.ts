import { addressKey } from '#client/importers/core/email-address.ts'
import { type ParseFindings, createFindings } from '#client/importers/core/import-plan.ts'
import { writtenTime } from '#client/importers/core/parse-date.ts'
import { lengthOf, oneLine } from '#client/importers/core/sanitize.ts'
import { readCsvTable, type CsvRow } from '#client/importers/formats/csv.ts'
import type { ContactStatus } from '#contract/email/contacts.ts'
import {
  columnsLeftOut,
  columnsOf,
  type Column,
  type Cell,
  dataOf,
  tagsOf,
  valueOf,
} from './contact-columns.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { statusAfter, statusOfFile, statusOfWord, stricter } from './contact-status.ts'

/** A CSV file of contacts as what it asks for. The whole file is read here, before anything is written. */
export function planContacts(
  text: string,
  file_name: string,
  options: ContactOptions,
): ContactsPlan {
  const { headers, rows } = readCsvTable(text)
  const columns = columnsOf(headers, options.all_columns)
  const notebook = createFindings<'contacts'>()
  const otherwise = otherwiseOf(file_name, headers, options)
  const byKey = new Map<string, PlannedContact>()
  for (const row of rows) {
    const read = readContact({ columns, options, notebook }, row)
    if (!read) continue
    const contact =
      read.status === undefined && otherwise ? { ...read, status: otherwise.status } : read
    if (contact !== read) {
      const what = `status: none in the row, ${contact.status} by ${otherwise?.why}`
      notebook.warn(what, read.email_address)
    }
    const before = byKey.get(contact.key)
    byKey.set(contact.key, before ? merged(before, contact, options, notebook) : contact)
  }
  return {
    source: 'contacts',
    kinds: ['contacts'],
    contacts: [...byKey.values()],
    findings: {
      read: { contacts: rows.length },
      rejected: notebook.rejected,
      notes: notebook.notes(),
      ...columnsLeftOut(columns, rows),
    },
  }
}

const otherwiseOf = (file_name: string, headers: readonly string[], { status }: ContactOptions) =>
  status ? { status, why: 'the option --status' } : statusOfFile(file_name, headers)

/** A later row of the same address updates what the earlier one said; the first spelling stays. */
function merged(
  first: PlannedContact,
  later: PlannedContact,
  { resubscribe = false }: ContactOptions,
  notebook: ParseFindings<'contacts'>,
): PlannedContact {
  notebook.warn('the same address in several rows: the later ones update', first.email_address)
  const status =
    first.status && later.status
      ? statusAfter(first.status, later.status, resubscribe)
      : (later.status ?? first.status)
  if (later.status !== undefined && status !== later.status) {
    notebook.warn(`status: ${status} in an earlier row, and stays so`, first.email_address)
  }
  const known = new Set(first.tags.map((tag) => tag.toLowerCase()))
  return {
    ...first,
    fields: new Map([...first.fields, ...later.fields]),
    tags: [...first.tags, ...later.tags.filter((tag) => !known.has(tag.toLowerCase()))],
    status,
    created_at: first.created_at ?? later.created_at,
    rows: [...first.rows, ...later.rows],
  }
}

/** Why a row is not imported. */
class RowRejected extends Error {}

interface RowReading {
  readonly columns: readonly Column[]
  readonly options: ContactOptions
  readonly notebook: ParseFindings<'contacts'>
}

/** One row as a contact; undefined after rejecting it. */
function readContact(reading: RowReading, row: CsvRow): PlannedContact | undefined {
  const address = reading.columns.find(({ role }) => role === 'address')
  const email_address = oneLine(row.cells[address?.at ?? 0] ?? '').text
  try {
    return contactOf(reading, row, email_address)
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error
    const [path, id] = [`row ${row.row}`, email_address || null]
    reading.notebook.reject({ kind: 'contacts', path, id, reason: error.message })
    return undefined
  }
}

function contactOf(
  reading: RowReading,
  { row, cells }: CsvRow,
  email_address: string,
): PlannedContact {
  const { columns, options, notebook } = reading
  refuseLong(columns, cells)
  const key = addressKey(email_address)
  if (email_address === '') throw new RowRejected('it has no address')
  if (key === undefined) throw new RowRejected('this is not an email address')

  const fields = new Map<string, string | null>()
  const tags: string[] = []
  let status: ContactStatus | undefined
  let created_at: string | undefined
  for (const { at, header, role } of inOrder(columns)) {
    const text = cells[at] ?? ''
    const cell = { text, header, of: email_address, notebook }
    if (text.trim() === '') {
      if (role === 'field' && options.clear_empty === true) fields.set(header, null)
    } else if (role === 'field') {
      if (fields.has(header))
        notebook.warn(`${header}: named twice, the column counts`, email_address)
      fields.set(header, valueOf(cell))
    } else if (role === 'data') for (const [name, value] of dataOf(cell)) fields.set(name, value)
    else if (role === 'tags') tags.push(...tagsOf(cell))
    else if (role === 'created_at') created_at = momentOf(cell, options)
    else if (role === 'status' || role === 'unsubscribed') {
      const said = statusOf(cell, role, options)
      status = status === undefined ? said : stricter(status, said)
    }
  }
  refuseUnfit(fields, tags)
  return { key, email_address, fields, tags, status, created_at, rows: [row] }
}

/** What a column says of itself counts more than what a JSON cell says. */
const inOrder = (columns: readonly Column[]) => [
  ...columns.filter(({ role }) => role === 'data'),
  ...columns.filter(({ role }) => role !== 'data'),
]

function statusOf(
  { text, header, of, notebook }: Cell,
  role: 'status' | 'unsubscribed',
  { unknown_status }: ContactOptions,
): ContactStatus {
  const said = statusOfWord(text)
  const turned = { subscribed: 'unsubscribed', unsubscribed: 'subscribed' } as const
  if (said && role === 'status') return said
  if (said === 'subscribed' || said === 'unsubscribed') return turned[said]
  if (said) return said
  if (unknown_status === undefined)
    throw new RowRejected(`"${text.trim()}" in ${header} is no status`)
  notebook.warn(`${header}: "${text.trim()}" is no status, imported as ${unknown_status}`, of)
  return unknown_status
}

function momentOf(
  { text, header, of, notebook }: Cell,
  options: ContactOptions,
): string | undefined {
  const written = writtenTime(text, options.time_zone)
  if (!written)
    notebook.warn(`${header}: not a date, the time of the import instead`, `${of}, ${text}`)
  else if (written.instant > options.now) {
    notebook.warn(`${header}: still to come, the time of the import instead`, `${of}, ${text}`)
  } else {
    if (!written.zoned)
      notebook.warn(`${header}: no time zone in it, read as ${options.time_zone}`, of)
    return written.instant
  }
  return undefined
}

function refuseLong(columns: readonly Column[], cells: readonly string[]): void {
  const more = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
  if (more.length === 0) return
  const found = `${cells.length} cells, and the file ${columns.length} columns`
  throw new RowRejected(`it has ${found}; nothing says what "${more[0]}" is`)
}

/** The limits of the service. */
function refuseUnfit(fields: ReadonlyMap<string, string | null>, tags: readonly string[]): void {
  const [name, value] = [...fields].find(([, text]) => lengthOf(text ?? '') > 2000) ?? []
  if (value) throw new RowRejected(`its ${name} has ${lengthOf(value)} characters, more than 2,000`)
  const set = [...fields.values()].filter((text) => text !== null)
  if (set.length > 100) throw new RowRejected(`it has ${set.length} fields, more than 100`)
  const tag = tags.find((one) => lengthOf(one) > 100)
  if (tag) throw new RowRejected(`one of its tags has ${lengthOf(tag)} characters, more than 100`)
  if (tags.length > 100) throw new RowRejected(`it has ${tags.length} tags, more than 100`)
}
