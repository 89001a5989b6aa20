import { type CsvCell, type CsvOptions, protectSpaces, streamCsv } from '#client/csv-text.ts'
import { sanitizeLine } from '#client/importers/core/sanitize.ts'
import type { Contact } from '#client/resources.ts'
import { isFieldHeader } from './contact-columns.ts'

interface ContactCsv {
  readonly headers: readonly string[]
  /** The cells of one contact, in the order of the headers. */
  readonly toRow: (contact: ExportedContact) => CsvCell[]
}

type ExportedContact = Pick<Contact, 'email_address' | 'status' | 'tags' | 'fields'> & {
  readonly created_at?: string | undefined
}

// As `contact-columns.ts` reads them.
const ownHeaders = ['email_address', 'status', 'tags', 'created_at']
const jsonHeader = 'attributes'

/**
 * The columns of an export of contacts with these fields: an import of the file changes nothing. A field whose name an
 * import would read as something else is part of a JSON object in the last column, as is one with another name where
 * contacts `mayHaveMore`.
 */
export function createContactCsv(
  field_names: Iterable<string>,
  { mayHaveMore = false, raw = false }: CsvOptions & { readonly mayHaveMore?: boolean } = {},
): ContactCsv {
  const names = [...new Set(field_names)].toSorted()
  const columns = selectColumns(names)
  const known = new Set(columns)
  const formatValue = raw ? (value: string) => value : protectSpaces
  const hasOthers = mayHaveMore || names.length > columns.length
  return {
    headers: [...ownHeaders, ...columns, ...(hasOthers ? [jsonHeader] : [])],
    toRow: ({ email_address, status, tags, created_at, fields }) => [
      email_address,
      status,
      formatTagCell(tags),
      created_at,
      ...columns.map((name) =>
        Object.hasOwn(fields, name) ? formatValue(fields[name] ?? '') : undefined,
      ),
      ...(hasOthers ? [formatJsonCell(fields, known)] : []),
    ],
  }
}

/** The names that an import reads as a field, without regard to case each once. */
function selectColumns(names: readonly string[]): string[] {
  const taken = new Set(ownHeaders)
  return names.filter((name) => {
    const key = name.toLowerCase()
    const isReadable = isFieldHeader(name) && sanitizeLine(name).text === name
    if (!isReadable || taken.has(key)) return false
    taken.add(key)
    return true
  })
}

/** Read again by `parseNameList`. */
export const formatTagCell = (tags: readonly string[]): string =>
  tags.map((tag) => (/[",;|]|^\s*\[/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(',')

/** Contacts whose fields become columns. So many are kept in memory, because the columns precede the rows. */
const MAX_KEPT = 10_000

/**
 * Makes the chunks of an export while pages are read. Fields that appear only after the first contacts have no column of
 * their own.
 */
export async function* streamContactCsv(
  pages: AsyncIterable<readonly ExportedContact[]>,
  options: CsvOptions = {},
  maxKept = MAX_KEPT,
): AsyncGenerator<string, void, undefined> {
  const iterator = pages[Symbol.asyncIterator]()
  const first: ExportedContact[] = []
  let isComplete = false
  while (!isComplete && first.length < maxKept) {
    const page = await iterator.next()
    isComplete = page.done === true
    if (!page.done) first.push(...page.value)
  }
  const names = new Set(first.flatMap(({ fields }) => Object.keys(fields)))
  const csv = createContactCsv(names, { ...options, mayHaveMore: !isComplete })
  const rows = async function* () {
    yield first.splice(0).map(csv.toRow)
    for await (const page of { [Symbol.asyncIterator]: () => iterator }) yield page.map(csv.toRow)
  }
  yield* streamCsv(csv.headers, rows(), options)
}

function formatJsonCell(
  fields: Readonly<Record<string, string>>,
  columns: ReadonlySet<string>,
): string | undefined {
  const entries = Object.entries(fields).filter(([name]) => !columns.has(name))
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries))
}
