import { readSpaces } from '#client/csv-text.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ContactNoteCode } from '#client/importers/core/import-notes.ts'
import type { UnmappedFields, Warn } from '#client/importers/core/import-plan.ts'
import { lengthOf, sanitizeText, sanitizeLine } from '#client/importers/core/sanitize.ts'
import type { CsvTable } from '#client/importers/formats/csv.ts'
import { formatExcerpt, isObject, type JsonObject } from '#client/importers/formats/json.ts'
import { parseNameList } from '#client/importers/formats/name-list.ts'
import { toUnmappedAmount } from '#client/importers/formats/unmapped-fields.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import { type ConsentRole, consentOfName, isStatusName } from './consent-names.ts'

type Role =
  | 'address'
  | 'tags'
  | 'status'
  | ConsentRole
  | 'created_at'
  | 'data'
  | 'field'
  /** The source's own, without a place here. */
  | 'kept'
  /** Has no name that a field could have. */
  | 'unfit'

export interface Column {
  readonly at: number
  readonly header: string
  readonly role: Role
  /** The name of the field that a column becomes. */
  readonly field: string
}

/** What a column becomes, instead of what its header suggests; null leaves it out. */
export type ColumnTarget =
  | 'email_address'
  | 'tags'
  | 'status'
  | 'created_at'
  | ConsentRole
  | `fields.${string}`
  | null

export const MAX_NAME_LENGTH = 64
const roles: readonly (readonly [Role, RegExp])[] = [
  ['address', /^e-?mail( address)?$/],
  ['tags', /^(tags|labels)$/],
  ['status', /^status$/],
  ['created_at', /^(optin time|created at)$/],
  ['data', /^(attributes|data)$/],
  // Of the file with the rows that an import did not save.
  ['kept', /^import error$/],
]
/** Mailchimp writes its own columns in capitals; a `Region` of somebody else is a field. */
const mailchimpColumns =
  /^(MEMBER_RATING|\w+_IP|LATITUDE|LONGITUDE|GMTOFF|DSTOFF|TIMEZONE|CC|REGION|LAST_CHANGED|LEID|EUID|NOTES|CONFIRM_TIME|UNSUB_\w+|CLEAN_\w+)$/

interface ColumnOptions {
  /** By header. Columns that are not named keep what their header suggests. */
  readonly columns?: ReadonlyMap<string, ColumnTarget> | undefined
  /** Imports the columns that a source keeps for itself as fields too. */
  readonly all_columns?: boolean | undefined
}

/** What each column is for, as far as its header tells. */
export const readColumns = (
  headers: readonly string[],
  { columns: targets, all_columns = false }: ColumnOptions = {},
): Column[] =>
  headers.map((header, at): Column => {
    const target = targets?.get(header)
    const suggested = { at, header, role: roleOf(header, all_columns), field: header }
    return target === undefined ? suggested : { ...suggested, ...resolveTarget(target) }
  })

/** What each column is for. Refuses a file without exactly one column of addresses. */
export function classifyColumns(
  headers: readonly string[],
  { columns: targets, all_columns = false }: ColumnOptions = {},
): Column[] {
  const columns = readColumns(headers, { columns: targets, all_columns })
  const [first, second] = columns.filter(({ role }) => role === 'address')
  if (!first) {
    const headerList = headers.filter(Boolean).slice(0, 8).join(', ')
    throw new FileRefused(`Row 1 has no "Email" column, only ${formatExcerpt(headerList)}.`)
  }
  if (second) {
    const both = `"${first.header}" and "${second.header}"`
    throw new FileRefused(
      `Row 1: ${both} both contain email addresses. Rename one of them and try again.`,
    )
  }
  return columns
}

const ownRoles = ['tags', 'status', 'created_at', 'opt_in', 'opt_out'] as const

/** What a column can be chosen for by the same word. */
const isOwnRole = (role: string): role is (typeof ownRoles)[number] =>
  ownRoles.some((one) => one === role)

function resolveTarget(
  target: ColumnTarget,
): Pick<Column, 'role'> | Pick<Column, 'role' | 'field'> {
  if (target === null) return { role: 'kept' }
  if (target === 'email_address') return { role: 'address' }
  if (isOwnRole(target)) return { role: target }
  const field = sanitizeLine(target.slice('fields.'.length)).text
  return { role: field === '' || lengthOf(field) > MAX_NAME_LENGTH ? 'unfit' : 'field', field }
}

/**
 * What the headers suggest, with the fields that the list has; undefined for what only a header can be: data in JSON, an
 * unsubscribed flag.
 */
export function suggestTargets(
  headers: readonly string[],
  fields: readonly string[] = [],
): (ColumnTarget | undefined)[] {
  const names = matchFields(
    headers.filter((header) => roleOf(header, false) === 'field'),
    fields,
  )
  return headers.map((header): ColumnTarget | undefined => {
    const role = roleOf(header, false)
    if (role === 'address') return 'email_address'
    if (isOwnRole(role)) return role
    if (role === 'kept' || role === 'unfit') return null
    return role === 'field' ? `fields.${names.get(header) ?? header}` : undefined
  })
}

/** Mailchimp's short names. */
const shortNames = new Map([
  ['fname', 'firstname'],
  ['lname', 'lastname'],
])

function fieldKey(name: string): string {
  const key = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return shortNames.get(key) ?? key
}

/** The field of a list that each name means, as `first_name` for "First Name"; no two names mean the same one. */
export function matchFields(
  names: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, string> {
  const taken = new Set(names.filter((name) => fields.includes(name)))
  const matches = new Map<string, string>()
  for (const name of names) {
    if (taken.has(name)) continue
    const match = fields.find((field) => !taken.has(field) && fieldKey(field) === fieldKey(name))
    if (match === undefined) continue
    taken.add(match)
    matches.set(name, match)
  }
  return matches
}

function roleOf(header: string, all_columns: boolean): Role {
  const name = header.toLowerCase().replaceAll('_', ' ')
  const role = roles.find(([, pattern]) => pattern.test(name))?.[0]
  if (role) return role
  if (header === '' || lengthOf(header) > MAX_NAME_LENGTH) return 'unfit'
  if (!mailchimpColumns.test(header)) {
    const consent = consentOfName(header)
    if (consent && !consent.isWeak) return consent.roles[0] ?? 'field'
  }
  return mailchimpColumns.test(header) && !all_columns ? 'kept' : 'field'
}

/** Whether a column with this header becomes a field of its name, whatever its cells are. */
export const isFieldHeader = (header: string): boolean =>
  roleOf(header, false) === 'field' && !consentOfName(header) && !isStatusName(header)

/** Finds the columns that hold something and are not imported, and those that hold nothing. */
export function createColumnTally(columns: readonly Column[]) {
  const amounts = columns.map(() => ({ count: 0, example: undefined as string | undefined }))
  return {
    add(rows: CsvTable['rows']) {
      for (const { cells } of rows)
        for (const { at } of columns) {
          const text = cells[at] ?? ''
          const amount = amounts[at]
          if (!amount || text.trim() === '') continue
          amount.count += 1
          amount.example ??= text
        }
    },
    /** Rows may decide what a column is for. */
    finish: (decided: readonly Column[] = columns): UnmappedFields => ({
      not_mapped: decided.flatMap(({ at, header, role }) => {
        const amount = amounts[at]
        if (!amount?.count || (role !== 'kept' && role !== 'unfit')) return []
        const path = header === '' ? `column ${at + 1}, which has no name` : header
        return [toUnmappedAmount(path, 'rows', amount, role === 'kept')]
      }),
      empty: columns.flatMap(({ at, header }) => (amounts[at]?.count || !header ? [] : [header])),
    }),
  }
}

/** A part of a row: what it is about, and where findings go. */
export interface Cell extends Pick<Column, 'header'> {
  readonly text: string
  /** Names the contact in a finding. */
  readonly contactAddress: string
  readonly findings: { readonly warn: Warn<ContactNoteCode> }
}

/** The tags of a cell, each once. Without a `separator`, they are a list with commas and quotes. */
export function parseTags(
  { text, header, contactAddress, findings }: Cell,
  separator: string | undefined,
): string[] {
  const tags = new Map<string, string>()
  for (const name of separator ? text.split(separator) : parseNameList(text)) {
    const { text: tag, removed } = sanitizeLine(name)
    if (removed > 0) findings.warn('control_characters', { path: header }, contactAddress)
    const key = tagKey(tag)
    if (tag !== '' && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()]
}

/** A value as it will be stored: always a text, whatever it looks like. */
export function parseValue({ text, header, contactAddress, findings }: Cell): string {
  const value = sanitizeText(text)
  if (value.removed > 0) findings.warn('control_characters', { path: header }, contactAddress)
  return value.text
}

/** The fields of a cell that holds a JSON object; any other cell is one field with the column's name. */
export function parseJsonFields(cell: Cell): Map<string, string> {
  const { text, header, contactAddress, findings } = cell
  const object = parseJsonObject(text)
  if (!object) {
    findings.warn('not_json', { column: header }, contactAddress)
    return new Map([[header, parseValue({ ...cell, text: readSpaces(text) })]])
  }
  findings.warn('json_keys', { column: header }, contactAddress)
  const fields = new Map<string, string>()
  for (const [key, value] of Object.entries(object)) {
    const name = sanitizeLine(key).text
    const written = typeof value === 'string' ? value : JSON.stringify(value)
    if (name === '' || [...name].length > 64) {
      findings.warn('invalid_json_key', { column: header }, contactAddress)
    } else if (value !== null && value !== '') {
      if (typeof value === 'object')
        findings.warn('nested_json', { column: header, key: name }, contactAddress)
      fields.set(name, parseValue({ ...cell, text: written }))
    }
  }
  return fields
}

function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
