import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { createCsv, protectSpaces } from '#client/csv-text.ts'
import {
  classifyColumns,
  createColumnTally,
  readColumns,
} from '#client/importers/contacts/contact-columns.ts'
import { formatTagCell } from '#client/importers/contacts/contact-csv.ts'
import type { ContactOptions, ContactsPlan } from '#client/importers/contacts/contact-plan.ts'
import { countUndecided, statusWordKey } from '#client/importers/contacts/contact-status.ts'
import { createFileDecisions } from '#client/importers/contacts/file-decisions.ts'
import { planRows } from '#client/importers/contacts/parse-contacts.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { UnmappedFields } from '#client/importers/core/import-plan.ts'
import { sanitizeText } from '#client/importers/core/sanitize.ts'
import {
  columnName,
  type CsvPosition,
  type CsvRow,
  detectDelimiter,
  parseCsvHeaders,
  parseCsvPart,
} from '#client/importers/formats/csv.ts'
import type { ContactImport } from '#contract/email/contact-files.ts'
import { pendingAtMost } from '#contract/email/contacts.rules.ts'
import type { List } from '#contract/email/lists.ts'
import type { Parsed } from '#contract/endpoints.ts'
import { invalidField } from '#service/refusal.ts'

type Input = Omit<Parsed<'POST /lists/:list_id/imports'>, 'list_id'>

/** How the file of an import is read, as stored with it. */
export interface ImportSettings extends Omit<
  Input,
  'csv' | 'contacts' | 'file_name' | 'dry_run' | 'delimiter' | 'mapping'
> {
  readonly delimiter: string
  readonly mapping: NonNullable<Input['mapping']>
}

/** A file that was read to the end. */
interface CheckedFile extends Pick<ContactImport, 'not_mapped' | 'pending_at_most'> {
  readonly settings: ImportSettings
  readonly text: string
  /** Where the first row after the headers is; undefined when the file has headers alone. */
  readonly start: CsvPosition | undefined
  readonly total: number
}

const rowsPerTurn = 2000
/** More columns than this are none that people wrote. */
const maxNotMapped = 1000

/** Reads the whole file before anything is written: refuses one that an import cannot read. */
export async function checkFile(
  input: Input,
  list: Pick<List, 'double_opt_in'>,
  now: Date,
): Promise<CheckedFile> {
  const [field, source] = sourceOf(input)
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const { csv: _csv, contacts: _contacts, file_name: _name, dry_run: _dry, ...options } = input
  const delimiter = field === '/csv' ? (input.delimiter ?? detectDelimiter(text)) : ','
  const mapping = (input.mapping ?? []).map((one) => ({ ...one, column: columnName(one.column) }))
  const settings = { ...options, delimiter, mapping }
  try {
    const { headers, next: start } = parseCsvHeaders(text, delimiter)
    const unknown = settings.mapping.find(({ column }) => !headers.includes(column))
    if (unknown)
      throw invalidField('/mapping', 'unknown_column', `No column is called "${unknown.column}".`)
    const decisions = createFileDecisions(headers, toContactOptions(settings, now.toISOString()))
    const cells = createColumnTally(readColumns(headers))
    const source = { text, start, delimiter }
    const total = await readRows(source, (rows) => {
      decisions.add(rows)
      cells.add(rows)
    })
    const decided = decisions.finish()
    const { columns = new Map(), date_order } = decided
    const mapped = [...columns].map(([column, target]) => ({ column, target }))
    const { not_mapped } = cells.finish(classifyColumns(headers, decided))
    const plan = (rows: readonly CsvRow[]) =>
      planRows({ headers, rows }, input.file_name ?? '', decided)
    return {
      ...{ settings: { ...settings, mapping: mapped, date_order }, text, start, total },
      not_mapped: limitColumns(not_mapped),
      // Only where the list asks, and no option states a status, is the file planned before the job does.
      pending_at_most:
        pendingAtMost(1, list) === 0 || input.status !== undefined
          ? 0
          : pendingAtMost(await readUndecided(source, plan), list),
    }
  } catch (error) {
    if (error instanceof FileRefused) throw invalidField(field, error.code, error.message)
    throw error
  }
}

function sourceOf(input: Input): readonly [field: string, text: string] {
  const { csv, contacts, mapping = [] } = input
  if ((csv === undefined) === (contacts === undefined))
    throw invalidField('/csv', 'required', 'Specify either csv or contacts.')
  if (contacts === undefined) return ['/csv', csv ?? '']
  const names = [...new Set(contacts.flatMap((contact) => Object.keys(contact)))]
  const columns = new Map(mapping.map((one) => [columnName(one.column), one.target]))
  const roles = readColumns(names.map(columnName), { columns }).map(({ role }) => role)
  const rows = contacts.map((contact) =>
    names.map((name, at) => {
      const cell = Object.hasOwn(contact, name) ? contact[name] : undefined
      if (Array.isArray(cell)) return formatTagCell(cell)
      const text = String(cell ?? '')
      // Spaces around an address or a status are no part of it.
      return roles[at] === 'field' ? protectSpaces(text) : text
    }),
  )
  return ['/contacts', createCsv(names, rows)]
}

const maxTextLength = 200

/** A text of the file as it is stored with the import: in a form that the database accepts, and short. */
export function toStoredText(value: string): string {
  const { text } = sanitizeText(value)
  return text.length > maxTextLength ? `${[...text].slice(0, maxTextLength - 1).join('')}…` : text
}

function limitColumns(columns: UnmappedFields['not_mapped']): ContactImport['not_mapped'] {
  const others = columns.slice(maxNotMapped)
  const count = others.reduce((sum, one) => sum + one.count, 0)
  const name = others.length === 1 ? '1 other column' : `${others.length} other columns`
  return [
    ...columns
      .slice(0, maxNotMapped)
      .map((one) => ({ column: toStoredText(one.path), count: one.count, example: one.example })),
    ...(others.length > 0 ? [{ column: name, count, example: '' }] : []),
  ]
}

/** The number of addresses whose first row says no status. */
async function readUndecided(
  source: RowSource,
  plan: (rows: readonly CsvRow[]) => ContactsPlan,
): Promise<number> {
  const seen = new Set<string>()
  let count = 0
  await readRows(source, (rows) => {
    const contacts = plan(rows).contacts.filter(({ key }) => !seen.has(key))
    for (const { key } of contacts) seen.add(key)
    count += countUndecided(contacts)
  })
  return count
}

interface RowSource extends Pick<CheckedFile, 'text' | 'start'> {
  readonly delimiter: string
}

/** The number of rows, after passing on all of them. */
async function readRows(
  { text, start, delimiter }: RowSource,
  onRows: (rows: readonly CsvRow[]) => void,
): Promise<number> {
  let count = 0
  for (let position = start; position;) {
    const { rows, next } = parseCsvPart(text, position, delimiter, rowsPerTurn)
    count += rows.length
    onRows(rows)
    position = next
    // Other requests run in between.
    await nextTurn()
  }
  return count
}

/** `now` is the moment of the import: nobody subscribed later. */
export function toContactOptions(settings: ImportSettings, now: string): ContactOptions {
  const { delimiter: _, mapping, status_words = [], emit_events: _events, ...options } = settings
  return {
    ...options,
    now,
    columns: new Map(mapping.map((one) => [one.column, one.target])),
    status_words: new Map(status_words.map(({ word, status }) => [statusWordKey(word), status])),
  }
}

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** A text of any characters as one that PostgreSQL stores. */
export const packText = async (text: string): Promise<string> =>
  (await compress(text, { level: 1 })).toString('base64')

export const unpackText = async (packed: string): Promise<string> =>
  (await decompress(Buffer.from(packed, 'base64'))).toString('utf8')
