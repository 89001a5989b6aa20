import { type Notebook, openNotebook } from '#client/importers/core/import-plan.ts'
import { readCsvTable } from '#client/importers/formats/csv.ts'
import { columnsLeftOut, columnsOf } from './contact-columns.ts'
import type { ContactOptions, ContactsPlan, PlannedContact } from './contact-plan.ts'
import { readContact } from './contact-row.ts'
import { statusAfter, statusOfFile } from './contact-status.ts'

/** A CSV file of contacts as what it asks for. The whole file is read here, before anything is written. */
export function planContacts(
  text: string,
  file_name: string,
  options: ContactOptions,
): ContactsPlan {
  const { headers, rows } = readCsvTable(text)
  const columns = columnsOf(headers, options.all_columns)
  const notebook = openNotebook<'contacts'>()
  const otherwise = otherwiseOf(file_name, headers, options)
  const byKey = new Map<string, PlannedContact>()
  for (const row of rows) {
    const read = readContact({ columns, options, notebook }, row)
    if (!read) continue
    const contact =
      read.status === undefined && otherwise ? { ...read, status: otherwise.status } : read
    if (contact !== read) {
      const what = `status: none in the row, ${contact.status} by ${otherwise?.why}`
      notebook.note(what, read.email_address)
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
  notebook: Notebook<'contacts'>,
): PlannedContact {
  notebook.note('the same address in several rows: the later ones update', first.email_address)
  const status =
    first.status && later.status
      ? statusAfter(first.status, later.status, resubscribe)
      : (later.status ?? first.status)
  if (later.status !== undefined && status !== later.status) {
    notebook.note(`status: ${status} in an earlier row, and stays so`, first.email_address)
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
