import { FileRefused } from '#client/importers/core/import-error.ts'
import type { Findings } from '#client/importers/core/import-plan.ts'
import { lengthOf } from '#client/importers/core/sanitize.ts'
import type { CsvTable } from '#client/importers/formats/csv.ts'
import { excerptOf } from '#client/importers/formats/json-values.ts'

type Role =
  | 'address'
  | 'tags'
  | 'status'
  | 'unsubscribed'
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
}

const longestName = 64
const roles: readonly (readonly [Role, RegExp])[] = [
  ['address', /^e-?mail( address)?$/],
  ['tags', /^(tags|labels)$/],
  ['status', /^(status|subscribed|subscribed to emails)$/],
  ['unsubscribed', /^unsubscribed$/],
  ['created_at', /^(optin time|created at)$/],
  ['data', /^(attributes|data)$/],
]
/** Mailchimp writes its own columns in capitals; a `Region` of somebody else is a field. */
const mailchimps =
  /^(MEMBER_RATING|\w+_IP|LATITUDE|LONGITUDE|GMTOFF|DSTOFF|TIMEZONE|CC|REGION|LAST_CHANGED|LEID|EUID|NOTES|CONFIRM_TIME|UNSUB_\w+|CLEAN_\w+)$/

/** What each column is for. Refuses a file without exactly one column of addresses. */
export function columnsOf(headers: readonly string[], all_columns = false): Column[] {
  const columns = headers.map((header, at) => ({ at, header, role: roleOf(header, all_columns) }))
  const [first, second] = columns.filter(({ role }) => role === 'address')
  if (!first) {
    const named = headers.filter(Boolean).slice(0, 8).join(', ')
    throw new FileRefused(
      `Row 1 names no column "Email", but ${excerptOf(named)}. This is not a table of contacts.`,
    )
  }
  if (second) {
    const both = `"${first.header}" and "${second.header}"`
    throw new FileRefused(`Row 1: ${both} both hold addresses. Rename one of them and try again.`)
  }
  return columns
}

function roleOf(header: string, all_columns: boolean): Role {
  const name = header.toLowerCase().replaceAll('_', ' ')
  const role = roles.find(([, pattern]) => pattern.test(name))?.[0]
  if (role) return role
  if (header === '' || lengthOf(header) > longestName) return 'unfit'
  return mailchimps.test(header) && !all_columns ? 'kept' : 'field'
}

/** The columns that hold something and are not imported, and those that hold nothing. */
export function columnsLeftOut(
  columns: readonly Column[],
  rows: CsvTable['rows'],
): Pick<Findings, 'not_mapped' | 'empty'> {
  const seen = columns.map((column) => {
    const filled = rows.filter(({ cells }) => cells[column.at]?.trim())
    return { ...column, count: filled.length, example: filled[0]?.cells[column.at] }
  })
  const left = seen.filter(({ role, count }) => (role === 'kept' || role === 'unfit') && count > 0)
  return {
    not_mapped: left.map(({ at, header, role, count, example }) => ({
      path: header === '' ? `column ${at + 1}, which has no name` : header,
      count,
      amount: `${count} ${count === 1 ? 'row' : 'rows'}`,
      example: excerptOf(example),
      bookkeeping: role === 'kept',
    })),
    empty: seen
      .filter(({ header, count }) => header !== '' && count === 0)
      .map((one) => one.header),
  }
}
