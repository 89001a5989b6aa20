import { readLines } from '#client/download.ts'
import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { addressKey } from '#client/importers/core/email-address.ts'
import {
  type DownloadCall,
  type ImportCall,
  iterateAll,
  undefinedIfNotFound,
} from '#client/importers/core/import-call.ts'
import type { Contact, List } from '#client/resources.ts'
import type { ExistingContact } from './contact-diff.ts'
import type { PlannedContact } from './contact-plan.ts'

interface ContactSource {
  readonly call: ImportCall
  readonly list: List
  readonly concurrency: number
}

const pageSize = 100

/** Whether fetching the whole list takes fewer requests than one for each contact. */
const isWorthFetching = ({ counts }: List, contactCount: number) =>
  (counts?.total ?? 0) / pageSize <= contactCount

type ByKey = ReadonlyMap<string, ExistingContact>

/** A few contacts of a long list. */
async function fetchOneByOne(
  { call, list, concurrency }: ContactSource,
  contacts: readonly PlannedContact[],
): Promise<ByKey> {
  const existing = new Map<string, ExistingContact>()
  await forEachConcurrently(concurrency, contacts, async ({ email_address }) => {
    const input = { list_id: list.id, id_or_email: email_address }
    const contact = await undefinedIfNotFound(
      call('GET /lists/:list_id/contacts/:id_or_email', input),
    )
    const key = contact && addressKey(contact.email_address)
    if (contact && key !== undefined) existing.set(key, contact)
  })
  return existing
}

interface FileSource extends ContactSource {
  /** Undefined on a service that exports no contacts. */
  readonly download: DownloadCall | undefined
  readonly rowCount: number
  /** Rows that are looked up; others are known. */
  readonly count: number
  readonly addressIndex: (key: string) => number | undefined
}

/** Looks up the contacts of one part of a file. A long list is read once. */
export async function openContactLookup(
  source: FileSource,
): Promise<(contacts: readonly PlannedContact[]) => Promise<ByKey>> {
  const { list, rowCount } = source
  if (!isWorthFetching(list, source.count)) return (contacts) => fetchOneByOne(source, contacts)
  const texts = createTexts(rowCount)
  if ((list.counts?.total ?? 1) > 0)
    await readContacts(source, ({ email_address, id, status, tags, fields }) => {
      const key = addressKey(email_address)
      const index = key === undefined ? undefined : source.addressIndex(key)
      if (index !== undefined) texts.set(index, JSON.stringify({ key, id, status, tags, fields }))
    })
  return async (contacts) => {
    const existing = new Map<string, ExistingContact>()
    for (const { key } of contacts)
      for (const text of texts.get(source.addressIndex(key))) {
        // Written above. Two addresses may have one number.
        const contact = JSON.parse(text) as ExistingContact & { readonly key: string }
        if (contact.key === key) existing.set(key, contact)
      }
    return existing
  }
}

const BLOCK_BYTES = 1 << 20

/** Texts by numbers below `count`, as bytes in blocks: strings in a map took three times the memory. */
function createTexts(count: number) {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()]
  const blocks: Uint8Array[] = []
  const [blockOf, startOf] = [new Uint32Array(count), new Uint32Array(count)]
  const lengthOf = new Uint32Array(count)
  let used = BLOCK_BYTES
  // Second texts of a number.
  const others = new Map<number, string[]>()
  return {
    set(index: number, text: string): void {
      if (lengthOf[index]) return void others.set(index, [...(others.get(index) ?? []), text])
      const bytes = encoder.encode(text)
      if (bytes.length > BLOCK_BYTES - used) {
        blocks.push(new Uint8Array(Math.max(BLOCK_BYTES, bytes.length)))
        used = 0
      }
      blocks.at(-1)?.set(bytes, used)
      blockOf[index] = blocks.length - 1
      startOf[index] = used
      lengthOf[index] = bytes.length
      used += bytes.length
    },
    get(index: number | undefined): readonly string[] {
      if (index === undefined) return []
      const [start = 0, length = 0] = [startOf[index], lengthOf[index]]
      if (length === 0) return []
      const bytes = blocks[blockOf[index] ?? 0]?.subarray(start, start + length)
      return [decoder.decode(bytes), ...(others.get(index) ?? [])]
    },
  }
}

/** Every contact of the list: as one download where the service has it, else page by page. */
async function readContacts(
  { call, download, list: { id: list_id } }: FileSource,
  onContact: (contact: Contact) => void,
): Promise<void> {
  if (download && (await readExport(download, list_id, onContact))) return
  for await (const contact of iterateAll(call, 'GET /lists/:list_id/contacts', { list_id }))
    onContact(contact)
}

/** False when the download fails or ends early. What was read of it is read again, to the same effect. */
async function readExport(
  download: DownloadCall,
  list_id: string,
  onContact: (contact: Contact) => void,
): Promise<boolean> {
  let count = 0
  try {
    const body = await download('GET /lists/:list_id/export', { list_id, format: 'jsonl' })
    for await (const lines of readLines(body))
      for (const line of lines) {
        // One contact as the API returns it, or at the end how many there were.
        const row = JSON.parse(line) as Contact | { readonly count: number }
        if ('count' in row) return row.count === count
        onContact(row)
        count += 1
      }
    return false
  } catch {
    return false
  }
}
