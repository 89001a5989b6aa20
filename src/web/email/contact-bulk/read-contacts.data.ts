import { onlineManager } from '@tanstack/react-query'

import { asApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { canRetryRead, retryDelay } from '#client/retry-policy.ts'
import type { Input, ReadName, ResponseBody } from '#contract/endpoints.ts'
import type { KeySession } from '#web/session/session.ts'
import type { ContactChoice } from './bulk-contacts.rules.ts'

const IN_FLIGHT = 4
/** Milliseconds; a row that was loaded earlier is read again before it is changed. */
const MAX_AGE = 60_000

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
  read(session, 'GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: id }, signal)

async function readByIds(
  session: KeySession,
  list_id: string,
  ids: readonly string[],
  { signal, onProgress }: ReadControl,
) {
  const found = getRecentContacts(session, new Set(ids))
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

async function readMatching(
  session: KeySession,
  { list_id, segment_id, status, tag, search }: ContactChoice,
  { signal, onProgress }: ReadControl,
) {
  const contacts = new Map<string, Contact>()
  let starting_after: string | null = null
  do {
    const page: { list_id: string; starting_after?: string } = {
      list_id,
      ...(starting_after !== null && { starting_after }),
    }
    const { data, paging }: ResponseBody<'GET /lists/:list_id/contacts'> =
      segment_id === undefined
        ? await read(
            session,
            'GET /lists/:list_id/contacts',
            {
              ...page,
              ...(status !== undefined && { status }),
              ...(tag !== undefined && { tag }),
              ...(search !== undefined && { search }),
            },
            signal,
          )
        : await read(
            session,
            'GET /lists/:list_id/segments/:segment_id/contacts',
            { ...page, segment_id },
            signal,
          )
    for (const contact of data) contacts.set(contact.id, contact)
    onProgress?.(contacts.size)
    starting_after = paging.next === starting_after ? null : paging.next
  } while (starting_after !== null)
  return [...contacts.values()]
}

/** A read that waits for the network and the rate limit, however long that takes. */
async function read<N extends ReadName>(
  session: KeySession,
  name: N,
  input: Input<N>,
  signal: AbortSignal,
): Promise<ResponseBody<N>> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted()
    try {
      return await session.call(name, input, { signal })
    } catch (cause) {
      signal.throwIfAborted()
      const error = asApiError(cause)
      const isTemporary = error.code === 'unreachable' || error.status === 429
      if (!isTemporary && !canRetryRead(error, failures)) throw error
      await pause(retryDelay(error, Math.min(failures, 3)), signal)
    }
  }
}

/** Ends early when the network is back, or the job stops. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    const unsubscribe = onlineManager.subscribe((online) => online && finish())
    signal.addEventListener('abort', finish)
  })
