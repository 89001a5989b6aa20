import type { Call } from '#client/api-client.ts'
import { asApiError } from '#client/api-error.ts'
import { download, readLines } from '#client/download.ts'
import { iteratePages } from '#client/paginate.ts'
import type { Contact } from '#client/resources.ts'
import { canRetryRead, retryDelay } from '#client/retry-policy.ts'
import { exportSort } from '#contract/email/contacts.rules.ts'
import type { Input, ResponseBody } from '#contract/endpoints.ts'
import { sleep } from '#web/session/mutations/mutation-retry.ts'
import type { KeySession } from '#web/session/session.ts'
import type { ContactChoice } from './bulk-contacts.rules.ts'
import { isSegmentAlone, toListFilter } from './contacts.data.ts'

const IN_FLIGHT = 4
/** Of a server that is not told otherwise. */
const PAGE_SIZE = 100
/** Milliseconds; a row that was loaded earlier is read again before it is changed. */
const MAX_AGE = 60_000
/** Milliseconds after which a stream that sends nothing is given up, as a request is. */
const MAX_SILENCE = 15_000

interface ReadControl {
  readonly signal: AbortSignal
  /** The number of contacts so far. */
  readonly onProgress?: ((count: number) => void) | undefined
}

/** Reads the contacts of a choice: page by page what matches, else from the cache where that is recent. */
export const readContacts = (
  session: KeySession,
  choice: ContactChoice,
  control: ReadControl,
): Promise<readonly Contact[]> =>
  choice.ids
    ? readByIds(session, choice.list_id, choice.ids, control)
    : readMatching(session, choice, control)

/** One contact as the server has it now. */
export const readContact = (
  session: KeySession,
  list_id: string,
  id: string,
  signal: AbortSignal,
): Promise<Contact> =>
  retryRead(
    session,
    () =>
      session.call(
        'GET /lists/:list_id/contacts/:id_or_email',
        { list_id, id_or_email: id },
        { signal },
      ),
    { signal },
  )

/** The statuses of contacts as the server has them now; of some only that they are not `status`. */
export async function readStatuses(
  session: KeySession,
  { list_id, ids }: { list_id: string; ids: readonly string[] },
  status: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const readList = () => session.call('GET /lists/:list_id', { list_id }, { signal })
  const { counts } = await retryRead(session, readList, { signal })
  const count = new Map(Object.entries(counts ?? {})).get(status)
  const isFewerPages = count !== undefined && count / PAGE_SIZE < ids.length / IN_FLIGHT
  const contacts = isFewerPages
    ? await readMatching(session, { list_id, status, ids: undefined }, { signal })
    : await readByIds(session, list_id, ids, { signal }, new Map())
  return new Map(contacts.map((contact) => [contact.id, contact.status]))
}

async function readByIds(
  session: KeySession,
  list_id: string,
  ids: readonly string[],
  { signal, onProgress }: ReadControl,
  found = getRecentContacts(session, new Set(ids)),
) {
  const missing = ids.filter((id) => !found.has(id))
  const work = async () => {
    for (let id = missing.shift(); id !== undefined; id = missing.shift()) {
      // One that was deleted meanwhile needs no change.
      const contact = await readContact(session, list_id, id, signal).catch((error: unknown) => {
        if (asApiError(error).code !== 'not_found') throw error
      })
      if (contact) found.set(id, contact)
      onProgress?.(found.size)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function getRecentContacts({ queryClient }: KeySession, ids: ReadonlySet<string>) {
  const names = [
    'GET /lists/:list_id/contacts',
    'GET /lists/:list_id/segments/:segment_id/contacts',
  ] as const
  const found = new Map<string, Contact>()
  for (const name of names)
    for (const { state } of queryClient.getQueryCache().findAll({ queryKey: [name] })) {
      if (state.isInvalidated || state.dataUpdatedAt < Date.now() - MAX_AGE) continue
      // A query of these names has a page of contacts.
      const page = state.data as ResponseBody<(typeof names)[0]> | undefined
      for (const contact of page?.data ?? [])
        if (ids.has(contact.id)) found.set(contact.id, contact)
    }
  return found
}

/** Reads what matches: in one stream where the server has exports, which counts as one request, else page by page. */
async function readMatching(
  session: KeySession,
  choice: ContactChoice,
  { signal, onProgress }: ReadControl,
) {
  const unsorted = { ...choice, sort: undefined }
  const collect = async (pages: AsyncIterable<readonly Contact[]>) => {
    const contacts = new Map<string, Contact>()
    for await (const page of pages) {
      for (const contact of page) contacts.set(contact.id, contact)
      onProgress?.(contacts.size)
    }
    return [...contacts.values()]
  }
  if (canExport(session, choice))
    try {
      return await collect(streamMatching(session, unsorted, signal))
    } catch {
      // A stream that broke off is not continued; pages are, however often the network is lost.
      signal.throwIfAborted()
    }
  return collect(iterateMatching(session, unsorted, { signal }))
}

/** Reads what matches as one stream. Throws unless it is whole. */
async function* streamMatching(session: KeySession, choice: ContactChoice, signal: AbortSignal) {
  const stalled = new AbortController()
  const control = { signal: AbortSignal.any([signal, stalled.signal]) }
  const watch = () => setTimeout(() => stalled.abort(), MAX_SILENCE)
  let timer = watch()
  let count = 0
  let total: number | undefined
  try {
    const body = await openExport(session, choice, { format: 'jsonl' }, control)
    for await (const lines of readLines(body)) {
      clearTimeout(timer)
      timer = watch()
      const page: Contact[] = []
      for (const line of lines) {
        const row = JSON.parse(line) as Contact | { count: number } // as the contract says
        if ('count' in row) total = row.count
        else page.push({ ...row, list_id: choice.list_id })
      }
      count += page.length
      yield page
    }
  } finally {
    clearTimeout(timer)
    stalled.abort() // ends the request, if a line could not be read
  }
  if (total !== count) throw new Error('The stream is incomplete.')
}

/** The server streams what matches a filter, which a segment is only with `filters`. */
export const canExport = ({ capabilities }: KeySession, { ids, segment_id }: ContactChoice) =>
  ids === undefined &&
  (segment_id === undefined || capabilities.can('filters')) &&
  capabilities.can('contacts.export')

/** Opens the export of what matches. */
export function openExport(
  session: KeySession,
  choice: ContactChoice,
  options: Pick<Input<'GET /lists/:list_id/export'>, 'format' | 'raw'>,
  control: RetryControl,
) {
  const { base_url, key } = session.connection
  const { signal } = control
  const filter = { ...toListFilter(choice), ...options }
  const send = () => download({ base_url, key, signal }, 'GET /lists/:list_id/export', filter)
  return retryRead(session, send, control)
}

/** Reads what matches page by page, in the order that an export of the server has. */
export async function* iterateMatching(
  session: KeySession,
  choice: ContactChoice,
  control: RetryControl,
): AsyncGenerator<readonly Contact[], void, undefined> {
  const call: Call = (name, input, options) =>
    retryRead(session, () => session.call(name, input, options), control)
  const options = { signal: control.signal }
  const filter = { ...choice, sort: exportSort(choice.sort) }
  const pages = isSegmentAlone(filter)
    ? iteratePages(
        call,
        'GET /lists/:list_id/segments/:segment_id/contacts',
        { list_id: filter.list_id, segment_id: filter.segment_id },
        options,
      )
    : iteratePages(call, 'GET /lists/:list_id/contacts', toListFilter(filter), options)
  for await (const { data } of pages) yield data
}

export interface RetryControl {
  readonly signal: AbortSignal
  /** The server asked to wait until then. */
  readonly onPause?: ((until: number) => void) | undefined
}

/** Repeats a read that the network or the rate limit prevents, however long that takes. */
async function retryRead<T>(
  session: KeySession,
  send: () => Promise<T>,
  { signal, onPause }: RetryControl,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted()
    try {
      return await send()
    } catch (cause) {
      signal.throwIfAborted()
      const error = asApiError(cause)
      const isTemporary = error.code === 'unreachable' || error.status === 429
      if (!isTemporary && !canRetryRead(error, failures)) throw error
      const delay = retryDelay(error, Math.min(failures, 3))
      if (error.status === 429) onPause?.(Date.now() + delay)
      await sleep(delay, signal, session.reachable)
    }
  }
}
