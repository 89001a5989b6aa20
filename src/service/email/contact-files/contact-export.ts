import { streamCsv } from '#client/csv-text.ts'
import { createContactCsv } from '#client/importers/contacts/contact-csv.ts'
import { exportSort } from '#contract/email/contacts.rules.ts'
import type { Contact } from '#contract/email/contacts.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type ContactFilter, contactSortKey } from '#service/email/contacts/contact-filter.store.ts'
import { contactsAfter } from '#service/email/contacts/contacts.store.ts'
import { requireList } from '#service/email/contacts/contacts.ts'
import { inSegment } from '#service/email/segments/segments.store.ts'
import { fieldNames } from './field-names.store.ts'

export const contactExportVerbs = {
  async 'GET /lists/:list_id/export'(context, { format, raw = false, segment_id, ...query }) {
    const { db } = context
    await requireList(db, query.list_id)
    const sorted = { ...query, sort: exportSort(query.sort) }
    const filter = await inSegment(db, sorted, segment_id, () => context.now)
    if (format === 'jsonl')
      return { media_type: 'application/jsonl', chunks: streamLines(pageRows(db, filter)) }
    // Read first: the columns precede the rows. A field that is added meanwhile has no column.
    const csv = createContactCsv(await fieldNames(db, filter), { raw })
    const rows = mapRows(pageRows(db, filter), csv.toRow)
    return { media_type: 'text/csv', chunks: streamCsv(csv.headers, rows, { raw }) }
  },
} satisfies Partial<Verbs>

// Memory holds one page, whatever the length of the list.
const pageSize = 1000

async function* pageRows(
  db: WorkspaceDb,
  filter: ContactFilter,
): AsyncGenerator<Contact[], void, undefined> {
  const keyOf = contactSortKey(filter.sort)
  let last: ReturnType<typeof keyOf> | undefined
  for (;;) {
    const contacts = await contactsAfter(db, filter, last, pageSize)
    yield contacts
    const final = contacts.at(-1)
    if (!final || contacts.length < pageSize) return
    last = keyOf(final)
  }
}

async function* mapRows<Row>(pages: AsyncIterable<Contact[]>, toRow: (contact: Contact) => Row) {
  for await (const contacts of pages) yield contacts.map(toRow)
}

/** The count tells a whole download from one that a proxy ended early. */
async function* streamLines(pages: AsyncIterable<Contact[]>) {
  let count = 0
  for await (const contacts of pages) {
    count += contacts.length
    if (contacts.length > 0) yield contacts.map((one) => `${JSON.stringify(one)}\n`).join('')
  }
  yield `${JSON.stringify({ count })}\n`
}
