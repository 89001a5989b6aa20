import { readSpaces, unescapeFormula } from '#client/csv-text.ts'
import { addressKey } from '#client/importers/core/email-address.ts'
import type { ContactNoteCode, Note } from '#client/importers/core/import-notes.ts'
import { type ParseFindings, createFindings } from '#client/importers/core/import-plan.ts'
import { parseDate } from '#client/importers/core/parse-date.ts'
import { lengthOf, sanitizeLine } from '#client/importers/core/sanitize.ts'
import { parseCsvTable, type CsvRow, type CsvTable } from '#client/importers/formats/csv.ts'
import type { ContactStatus } from '#contract/email/contacts.ts'
import { hasLookAlike } from '#contract/email/email-address.rules.ts'
import { stricter } from '#contract/email/suppressions.rules.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import { parseConsent, resolveConsent } from './consent.ts'
import {
  createColumnTally,
  MAX_NAME_LENGTH,
  classifyColumns,
  type Column,
  type Cell,
  parseJsonFields,
  parseTags,
  parseValue,
} from './contact-columns.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { resolveStatus, inferFileStatus, parseStatusWord, statusWordKey } from './contact-status.ts'
import { createFileDecisions } from './file-decisions.ts'

/** The plan of a CSV file of contacts. */
export function planContacts(
  text: string,
  file_name: string,
  options: ContactOptions,
): ContactsPlan {
  const table = parseCsvTable(text, options.delimiter, { keepsFaulty: true })
  const decisions = createFileDecisions(table.headers, options)
  decisions.add(table.rows)
  return planRows(table, file_name, decisions.finish())
}

/** The plan of some rows of a file, with what all of its rows decided. */
export function planRows(
  { headers, rows }: CsvTable,
  file_name: string,
  options: ContactOptions,
): ContactsPlan {
  const columns = classifyColumns(headers, options)
  // What a column says of itself counts more than what a JSON cell says.
  const ordered = columns.toSorted((a, b) => Number(b.role === 'data') - Number(a.role === 'data'))
  const findings = createFindings<'contacts', ContactNoteCode>()
  const defaultStatus = defaultStatusOf(file_name, headers, options)
  const isStated = defaultStatus !== undefined || columns.some(saysStatus)
  const byKey = new Map<string, PlannedContact>()
  for (const row of rows) {
    const contact = parseRow({ columns, ordered, options, findings, defaultStatus }, row)
    if (!contact) continue
    if (!isStated) findings.warn('no_consent_column', {}, contact.email_address, row.row)
    const previous = byKey.get(contact.key)
    byKey.set(contact.key, previous ? mergeRows(previous, contact, options, findings) : contact)
  }
  const tally = createColumnTally(columns)
  tally.add(rows)
  return {
    source: 'contacts',
    kinds: ['contacts'],
    contacts: [...byKey.values()],
    findings: findings.finish({ contacts: rows.length - findings.rejected.length }, tally.finish()),
  }
}

const saysStatus = ({ role }: Column) =>
  role === 'status' || role === 'opt_in' || role === 'opt_out'

const defaultStatusOf = (
  file_name: string,
  headers: readonly string[],
  { status }: ContactOptions,
) => (status ? { status, column: undefined } : inferFileStatus(file_name, headers))

/** A later row of the same address updates what the earlier one said; the first spelling stays. */
function mergeRows(
  first: PlannedContact,
  later: PlannedContact,
  { resubscribe = false }: ContactOptions,
  findings: ParseFindings<'contacts', ContactNoteCode>,
): PlannedContact {
  const row = later.rows[0]
  findings.warn('repeated_address', {}, first.email_address, row)
  const { status, isStatusAssumed } = mergeStatus(first, later, resubscribe)
  const note = findEarlierStatus(status, later)
  if (note) findings.warn(note.code, note.params, first.email_address, row)
  const tags = [...first.tags]
  addTags(tags, later.tags)
  return {
    ...first,
    fields: new Map([...first.fields, ...later.fields]),
    tags,
    status,
    isStatusAssumed,
    created_at: first.created_at ?? later.created_at,
    unsubscribed_at: first.unsubscribed_at ?? later.unsubscribed_at,
    rows: [...first.rows, ...later.rows],
  }
}

type PlannedStatus = Pick<PlannedContact, 'status' | 'isStatusAssumed'>

/** A status that nobody stated gives way to one that a row states, unless that would subscribe. */
export function mergeStatus(
  first: PlannedStatus,
  later: PlannedStatus,
  resubscribe: boolean,
): PlannedStatus {
  if (first.status === undefined || later.status === undefined)
    return later.status === undefined ? first : later
  if (later.isStatusAssumed && !first.isStatusAssumed) return first
  const isStrict = later.status !== 'subscribed' && later.status !== 'pending'
  if (first.isStatusAssumed && !later.isStatusAssumed && isStrict) return later
  const status = resolveStatus(first.status, later.status, resubscribe)
  return status === later.status ? later : first
}

/** Where the status of all rows of an address is not that of a later one. */
export const findEarlierStatus = (
  merged: ContactStatus | undefined,
  { status }: Pick<PlannedContact, 'status'>,
): Note<'status_of_earlier_row'> | undefined =>
  merged === undefined || status === undefined || merged === status
    ? undefined
    : { code: 'status_of_earlier_row', params: { status: merged } }

function addTags(tags: string[], more: readonly string[]): void {
  const keys = new Set(tags.map(tagKey))
  tags.push(...more.filter((tag) => !keys.has(tagKey(tag))))
}

export const NO_ADDRESS = 'it has no address'
export const INVALID_ADDRESS = 'this is not an email address'

/** Why a row is not imported. */
class RowRejected extends Error {}

interface RowContext {
  readonly columns: readonly Column[]
  /** Those with JSON first. */
  readonly ordered: readonly Column[]
  readonly options: ContactOptions
  readonly findings: ParseFindings<'contacts', ContactNoteCode>
  /** Of rows whose file says nothing else. */
  readonly defaultStatus: ReturnType<typeof defaultStatusOf>
}

/** The address of a row as it is stored, valid or not; empty when there is none. */
export function readAddress(columns: readonly Column[], { cells, problem }: CsvRow): string {
  const address = columns.find(({ role }) => role === 'address')
  const cell = unescapeFormula(cells[address?.at ?? 0] ?? '')
  // A control character that vanished, or a look-alike that became ASCII, would make another address of it; some count as
  // white space.
  const visible = cell.replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd').trim()
  const plain = visible
    .replace(/[\t\n\r]/g, '\ufffd')
    .replace(/[^\x00-\x7f]/gu, (one) => (hasLookAlike(one) ? '\ufffd' : one))
  const { text } = sanitizeLine(plain)
  // The cells of a row that cannot be read may be in other columns.
  return problem === undefined || addressKey(text) !== undefined ? text : ''
}

/** One row as a contact; undefined after rejecting it. */
function parseRow(context: RowContext, row: CsvRow): PlannedContact | undefined {
  const email_address = readAddress(context.columns, row)
  try {
    return parseContact(context, row, email_address)
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error
    const [path, id] = [`row ${row.row}`, email_address || null]
    // It may quote a cell.
    const reason = sanitizeLine(error.message).text
    context.findings.reject({ kind: 'contacts', path, id, reason })
    return undefined
  }
}

function parseContact(
  context: RowContext,
  { row, cells, problem }: CsvRow,
  email_address: string,
): PlannedContact {
  const { columns, ordered, options } = context
  const findings = collectRowNotes(row)
  if (problem !== undefined) throw new RowRejected(problem)
  assertNoExtraCells(columns, cells)
  const key = addressKey(email_address)
  if (email_address === '') throw new RowRejected(NO_ADDRESS)
  if (key === undefined) throw new RowRejected(INVALID_ADDRESS)

  const fields = new Map<string, string | null>()
  const tags: string[] = [...(options.tags ?? [])]
  let stated: ContactStatus | undefined
  let created_at: string | undefined
  for (const { at, header, role, field } of ordered) {
    // An export writes an apostrophe before what a spreadsheet would run as a formula.
    const text = unescapeFormula(cells[at] ?? '')
    const cell = { text, header, contactAddress: email_address, findings }
    if (text.trim() === '') {
      if (role === 'field' && options.clear_empty === true) fields.set(field, null)
    } else if (role === 'field') {
      if (fields.has(field)) findings.warn('repeated_field', { column: field }, email_address)
      fields.set(field, parseValue({ ...cell, text: readSpaces(text) }))
    } else if (role === 'data')
      for (const [name, value] of parseJsonFields(cell)) fields.set(name, value)
    else if (role === 'tags') addTags(tags, parseTags(cell, options.tag_separator))
    else if (role === 'created_at') {
      const date = parseCreatedAt(cell, options)
      if (date === undefined)
        fields.set(header.slice(0, MAX_NAME_LENGTH), parseValue({ ...cell, text: text.trim() }))
      else if (created_at !== undefined && date !== created_at)
        findings.warn('other_date', { column: header }, email_address)
      created_at ??= date
    } else if (role === 'status') {
      const status = parseStatus(cell, options)
      stated = stated === undefined ? status : stricter(stated, status)
    }
  }
  assertWithinLimits(fields, tags)
  const status = resolveRowStatus(context, { cells, stated, email_address, findings })
  findings.passOn(context.findings)
  const isFirstUndecided = status.status === undefined
  return { key, email_address, fields, tags, ...status, isFirstUndecided, created_at, rows: [row] }
}

/** Notes count rows, however many tags or keys of one have the same oddity. A row that is rejected has none. */
function collectRowNotes(row: number) {
  // Most rows have none.
  let notes: Map<string, (findings: Cell['findings']) => void> | undefined
  const warn: Cell['findings']['warn'] = (code, params, example) => {
    notes ??= new Map()
    const key = JSON.stringify([code, params])
    if (notes.has(key)) return
    const { text } = sanitizeLine(example)
    notes.set(key, (findings) => findings.warn(code, params, text, row))
  }
  return {
    warn,
    passOn: (findings: Cell['findings']) => {
      if (notes) for (const note of notes.values()) note(findings)
    },
  }
}

interface StatedRow extends Pick<Cell, 'findings'> {
  readonly cells: readonly string[]
  /** By the columns of statuses. */
  readonly stated: ContactStatus | undefined
  readonly email_address: string
}

type RowStatus = PlannedStatus & Pick<PlannedContact, 'unsubscribed_at'>

/** The strictest of what status, file and consent say. Nobody is subscribed by a cell that is not understood. */
function resolveRowStatus(
  { columns, options, defaultStatus }: RowContext,
  { cells, stated, email_address, findings }: StatedRow,
): RowStatus {
  const base = stated ?? defaultStatus?.status
  const consents = columns.flatMap(({ at, header, role }) =>
    role === 'opt_in' || role === 'opt_out'
      ? [{ header, role, text: unescapeFormula(cells[at] ?? '') }]
      : [],
  )
  for (const { header, role, text } of consents)
    if (role === 'opt_in' && parseConsent(text, role, options).at !== undefined)
      findings.warn('consent_date', { column: header }, email_address)
  const { answer, at, isUnread } = resolveConsent(consents, options)
  const isAnswered = base !== undefined && base !== 'subscribed'
  const noteDefault = (status: ContactStatus | undefined) => {
    if (stated !== undefined || !defaultStatus || defaultStatus.status !== status) return
    const { column } = defaultStatus
    if (options.status) findings.warn('status_chosen', { status }, email_address)
    else if (column === undefined) findings.warn('status_of_file_name', { status }, email_address)
    else findings.warn('status_of_column', { status, column }, email_address)
  }
  if (answer === 'out') {
    const status = base === undefined ? 'unsubscribed' : stricter(base, 'unsubscribed')
    findings.warn('opted_out', { status }, email_address)
    if (isUnread) findings.warn('unread_consent', { status }, email_address)
    return { status, isStatusAssumed: false, unsubscribed_at: at }
  }
  if (answer === 'in') {
    const status = base === undefined ? 'subscribed' : stricter(base, 'subscribed')
    noteDefault(status)
    return { status, isStatusAssumed: false, unsubscribed_at: undefined }
  }
  if (answer === 'silent' || isAnswered) {
    noteDefault(base)
    if (isUnread && base) findings.warn('unread_consent', { status: base }, email_address)
    return { status: base, isStatusAssumed: false, unsubscribed_at: undefined }
  }
  const assumed = options.unknown_consent ?? 'unsubscribed'
  const status = base === undefined ? assumed : stricter(base, assumed)
  noteDefault(status)
  findings.warn('unclear_consent', { status }, email_address)
  return { status, isStatusAssumed: true, unsubscribed_at: undefined }
}

function parseStatus(
  { text, header: column, contactAddress: of, findings }: Cell,
  { unknown_status, status_words }: ContactOptions,
): ContactStatus {
  const status = status_words?.get(statusWordKey(text)) ?? parseStatusWord(text)
  if (status) return status
  if (unknown_status === undefined)
    throw new RowRejected(`"${text.trim()}" in ${column} is no status`)
  const word = sanitizeLine(text).text
  findings.warn('unknown_status', { column, word, status: unknown_status }, of)
  return unknown_status
}

/** Undefined for what is no moment of the past. */
function parseCreatedAt(
  { text, header: column, contactAddress: of, findings }: Cell,
  options: ContactOptions,
): string | undefined {
  const date = parseDate(text, options)
  if (!date) findings.warn('date_as_text', { column }, `${of}, ${text}`)
  else if (date.instant > options.now) {
    findings.warn('future_date_as_text', { column }, `${of}, ${text}`)
  } else {
    const { time_zone } = options
    if (!date.zoned) findings.warn('no_time_zone', { path: column, time_zone }, of)
    return date.instant
  }
  return undefined
}

function assertNoExtraCells(columns: readonly Column[], cells: readonly string[]): void {
  const extra = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
  if (extra.length === 0) return
  const found = `${cells.length} cells for ${columns.length} columns`
  throw new RowRejected(`${found}; "${extra[0]}" has no column`)
}

/** The limits of the service. */
function assertWithinLimits(
  fields: ReadonlyMap<string, string | null>,
  tags: readonly string[],
): void {
  let count = 0
  for (const [name, value] of fields) {
    if (value === null) continue
    count += 1
    const length = lengthOf(value)
    if (length > 2000) throw new RowRejected(`the ${name} has ${length} characters (at most 2,000)`)
  }
  if (count > 100) throw new RowRejected(`it has ${count} fields, more than 100`)
  const tag = tags.find((one) => lengthOf(one) > 100)
  if (tag) throw new RowRejected(`one of the tags has ${lengthOf(tag)} characters (at most 100)`)
  if (tags.length > 100) throw new RowRejected(`it has ${tags.length} tags, more than 100`)
}
