import pg from 'pg'

const DATE = 1082
const TIMESTAMPTZ = 1184
const TEXTS = 1009

// The types of `pg` omit arrays, which it parses as well.
const parse: (oid: number) => (text: string) => unknown = pg.types.getTypeParser
const parseInstant = parse(TIMESTAMPTZ)
const parseTexts = parse(TEXTS)

const commonFormat = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/
const seconds = '2026-11-21 10:00:00'.length

/** `2026-11-21 10:00:00.5+00` in the format of the API. A `Date` for each would cost more than the rest of a page. */
function decodeInstant(text: string): string {
  if (!commonFormat.test(text)) return (parseInstant(text) as Date).toISOString()
  const fraction = text.slice(seconds + 1, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, seconds)}.${fraction}Z`
}

// An unquoted element contains no comma; an unquoted NULL is null.
const unquotedElements = /^\{[^"\\]*\}$/

function decodeTextArray(text: string): unknown {
  if (text === '{}') return []
  if (!unquotedElements.test(text) || text.includes('NULL')) return parseTexts(text)
  return text.slice(1, -1).split(',')
}

const decoders = new Map<number, (text: string) => unknown>([
  // A `Date` would shift the day by the local time zone.
  [DATE, (text) => text],
  [TIMESTAMPTZ, decodeInstant],
  [TEXTS, decodeTextArray],
])

/** As in `pg`, except for times and days, which are strings. */
export const decoderFor = (oid: number): ((text: string) => unknown) =>
  decoders.get(oid) ?? parse(oid)

export function encodeParameter(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value == null) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(encodeElement).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function encodeElement(value: unknown): string {
  if (value == null) return 'NULL'
  if (Array.isArray(value)) return `{${value.map(encodeElement).join(',')}}`
  return `"${String(encodeParameter(value)).replace(/[\\"]/g, '\\$&')}"`
}

export type Row = Record<string, unknown>
type Values = readonly (string | null | undefined)[]

export type RowReader = (values: Values) => Row

export interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

export function createRowReader({ fields }: RowDescription): RowReader {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, decode: decoderFor(dataTypeID) }))
  // Copying a row with all columns is faster than adding them one by one.
  const emptyRow: Row = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return (values) => {
    const row = { ...emptyRow }
    columns.forEach(({ name, decode }, index) => {
      const text = values[index]
      if (text != null) row[name] = decode(text)
    })
    return row
  }
}

/** For a statement without columns. */
export const readNoColumns: RowReader = () => ({})
