import type { CsvCell } from '#client/csv-text.ts'
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
 * import would read as something else is part of a JSON object in the last column.
 */
export function createContactCsv(field_names: Iterable<string>): ContactCsv {
  const names = [...new Set(field_names)].toSorted()
  const columns = selectColumns(names)
  const others = new Set(names.filter((name) => !columns.includes(name)))
  return {
    headers: [...ownHeaders, ...columns, ...(others.size > 0 ? [jsonHeader] : [])],
    toRow: ({ email_address, status, tags, created_at, fields }) => [
      email_address,
      status,
      formatTagCell(tags),
      created_at,
      ...columns.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined)),
      ...(others.size > 0 ? [formatJsonCell(fields, others)] : []),
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
  tags.map((tag) => (/[",]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(',')

function formatJsonCell(
  fields: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
): string | undefined {
  const entries = Object.entries(fields).filter(([name]) => names.has(name))
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries))
}
