import { createCsv, unescapeFormula } from '#client/csv-text.ts'
import { type ColumnTarget, suggestTargets } from '#client/importers/contacts/contact-columns.ts'
import type { ContactFindings, ContactOptions } from '#client/importers/contacts/contact-plan.ts'
import { countUndecided, statusWordKey } from '#client/importers/contacts/contact-status.ts'
import { createFileDecisions } from '#client/importers/contacts/file-decisions.ts'
import { INVALID_ADDRESS, NO_ADDRESS, planRows } from '#client/importers/contacts/parse-contacts.ts'
import {
  checkParts,
  type ContactParts,
  openContactParts,
} from '#client/importers/contacts/plan-in-parts.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import { createDateOrderTally } from '#client/importers/core/parse-date.ts'
import {
  type CsvTable,
  detectDelimiter,
  parseCsvTable,
  toCsvSource,
} from '#client/importers/formats/csv.ts'
import { decodeText, detectEncoding, isBinary } from '#client/importers/formats/decode-text.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import type {
  FileCheck,
  FileFormat,
  FileRow,
  ImportChoices,
  OpenedFile,
  PreviewRow,
  RowGroup,
} from './worker-api.ts'

export interface ContactFile {
  readonly opened: OpenedFile
  readonly table: CsvTable
}

const MAX_EXAMPLES = 3
const PREVIEW_ROWS = 5
/** More rows of a group are in the file of rejected rows. */
const MAX_LISTED = 100

interface ParseOptions extends Partial<FileFormat> {
  /** Fields of the list, which columns of a similar name become. */
  readonly fields?: readonly string[]
}

/** Parses a file, in the format found in it unless one is given. Throws a `FileRefused` that says what is wrong with it. */
export function parseContactFile(
  name: string,
  content: Uint8Array | string,
  { fields = [], ...format }: ParseOptions = {},
): ContactFile {
  const isText = typeof content === 'string'
  if (!isText && isBinary(content)) throw new FileRefused(text.notText)
  const encoding = isText ? 'utf-8' : (format.encoding ?? detectEncoding(content))
  const file = isText ? content : decodeText(content, encoding)
  const delimiter = format.delimiter ?? detectDelimiter(file)
  const table = parseCsvTable(file, delimiter, { renamesRepeated: true, keepsFaulty: true })
  if (table.rows.length === 0) throw new FileRefused(text.onlyHeaders)
  return {
    table,
    opened: {
      name,
      encoding,
      delimiter,
      headers: table.headers,
      fields,
      row_count: table.rows.length,
      targets: findTargets(table, fields),
      date_orders: table.headers.map((_, at) => findDateOrder(table, at)),
      examples: table.headers.map((_, at) => findExamples(table, at)),
    },
  }
}

function findDateOrder({ rows }: CsvTable, at: number) {
  const tally = createDateOrderTally()
  for (const { cells } of rows) tally.add(cells[at] ?? '')
  return tally.finish()
}

/** What headers suggest, or what the cells show; undefined where somebody has to say what the column means. */
function findTargets(table: CsvTable, fields: readonly string[]) {
  const decisions = createFileDecisions(table.headers, { time_zone: 'UTC', now: LATEST })
  decisions.add(table.rows)
  const found = decisions.resolveColumns()
  const ambiguous = new Set(
    decisions.findConsents().flatMap(({ header, isAmbiguous }) => (isAmbiguous ? [header] : [])),
  )
  return suggestTargets(table.headers, fields).map((suggested, at) => {
    const header = table.headers[at] ?? ''
    return ambiguous.has(header) ? undefined : (found.get(header) ?? suggested)
  })
}

/** Every moment that a file can name has passed, before it is known when the import began. */
const LATEST = '9999-12-31T23:59:59.999Z'

/** The first values of a column, from the beginning of the file. */
function findExamples({ rows }: CsvTable, at: number): string[] {
  const examples = new Set<string>()
  for (const { cells } of rows.slice(0, 200)) {
    const value = cells[at]?.trim()
    if (value) examples.add(value.slice(0, 80))
    if (examples.size === MAX_EXAMPLES) break
  }
  return [...examples]
}

const toOptions = ({ headers }: CsvTable, choices: ImportChoices): ContactOptions => ({
  time_zone: choices.time_zone,
  date_order: choices.date_order,
  now: choices.now,
  tags: choices.tags,
  status: choices.status,
  unknown_consent: choices.unknown_consent,
  status_words: new Map(
    Object.entries(choices.status_words ?? {}).flatMap(([word, status]) =>
      status === undefined ? [] : [[statusWordKey(word), status] as const],
    ),
  ),
  ...(choices.tag_separator === ',' ? {} : { tag_separator: choices.tag_separator }),
  columns: new Map(
    headers.flatMap((header, at): [string, ColumnTarget][] => {
      const target = choices.targets[at]
      return target === undefined ? [] : [[header, target]]
    }),
  ),
})

/** The contacts of a file, which are planned part by part. */
export const openParts = ({ table, opened }: ContactFile, choices: ImportChoices): ContactParts =>
  openContactParts(toCsvSource(table), opened.name, toOptions(table, choices))

/** What the columns of consent say, and the words in columns of statuses that are none. */
export function findOpenQuestions({ table }: ContactFile, choices: ImportChoices) {
  const decisions = createFileDecisions(table.headers, toOptions(table, choices))
  decisions.add(table.rows)
  return {
    consents: decisions.findConsents(),
    open_consents: decisions.countOpen(),
    status_words: decisions.findStatusWords(),
  }
}

/** The first rows as they will be stored. */
export function previewContacts(file: ContactFile, choices: ImportChoices): PreviewRow[] {
  const { headers, rows } = file.table
  const options = toOptions(file.table, choices)
  return rows.slice(0, PREVIEW_ROWS).map((row) => {
    const plan = planRows({ headers, rows: [row] }, file.opened.name, options)
    const [contact] = plan.contacts
    const [rejection] = plan.findings.rejected
    return {
      row: row.row,
      email_address: contact?.email_address ?? rejection?.id ?? '',
      status: contact?.status,
      tags: contact?.tags ?? [],
      fields: [...(contact?.fields ?? [])].flatMap(([name, value]) =>
        value === null ? [] : [[name, value] as const],
      ),
      problem: rejection?.reason,
    }
  })
}

/** What a file has, before anything is written, and what planning it finds. */
export function checkContacts(
  file: ContactFile,
  choices: ImportChoices,
): { check: FileCheck; findings: ContactFindings } {
  const groups: Record<RowGroup, { count: number; first: FileRow[] }> = {
    valid: { count: 0, first: [] },
    repeated: { count: 0, first: [] },
    empty: { count: 0, first: [] },
    invalid: { count: 0, first: [] },
    other: { count: 0, first: [] },
  }
  const add = (group: RowGroup, row: FileRow) => {
    groups[group].count += 1
    if (groups[group].first.length < MAX_LISTED) groups[group].first.push(row)
  }
  let undecided = 0
  const findings = checkParts(openParts(file, choices), ({ contacts }) => {
    undecided += countUndecided(contacts)
    for (const { rows, email_address } of contacts)
      for (const [index, row] of rows.entries()) {
        add('valid', { row, email_address, detail: '' })
        if (index > 0) add('repeated', { row, email_address, detail: text.repeats(rows[0] ?? 0) })
      }
  })
  const { rejected, notes, not_mapped, read } = findings
  for (const { path, id, reason } of rejected)
    add(groupOf(reason), { row: parseRow(path), email_address: id ?? '', detail: reason })
  return {
    check: { rows: read.contacts, rejected: rejected.length, groups, undecided, notes, not_mapped },
    findings,
  }
}

const groupOf = (reason: string): RowGroup =>
  reason === NO_ADDRESS ? 'empty' : reason === INVALID_ADDRESS ? 'invalid' : 'other'

export const parseRow = (path: string) => Number(/\d+/.exec(path)?.[0] ?? 0)

/** Every row that was not saved, in the order of the file: those that cannot be read, and those that `failed`. */
export function listRejectedRows(
  { rejected }: Pick<ContactFindings, 'rejected'>,
  failed: readonly FileRow[],
): FileRow[] {
  const rows = rejected.map(({ path, id, reason }) => ({
    row: parseRow(path),
    email_address: id ?? '',
    detail: reason,
  }))
  return [...rows, ...failed].toSorted((a, b) => a.row - b.row)
}

/** The rows as they are in the file with the reason, which an import leaves out again. */
export function createRejectedCsv({ table }: ContactFile, rejected: readonly FileRow[]): string {
  const byRow = new Map(rejected.map((one) => [one.row, one.detail]))
  const width = table.headers.length
  const rows = table.rows.flatMap(({ row, cells }) => {
    const reason = byRow.get(row)
    if (reason === undefined) return []
    const texts = cells.map(unescapeFormula)
    // The reason has its own column, also for a row that is short or long.
    const own = Array.from({ length: width }, (_, at) => texts[at] ?? '')
    return [[...own, reason, ...texts.slice(width)]]
  })
  return createCsv([...table.headers, 'Import error'], rows)
}
