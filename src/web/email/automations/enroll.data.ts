import { ApiError, asApiError } from '#client/api-error.ts'
import { iterateItems } from '#client/paginate.ts'
import type { Automation, Contact } from '#client/resources.ts'
import { type Observable, observable } from '#web/external-store.ts'
import { enrollText as text } from '#web/messages/en/automations.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { startBulkChange } from '#web/session/bulk.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { KeySession } from '#web/session/session.ts'

/** A contact with the address, in one of the lists. */
interface Match {
  readonly contact: Contact
  readonly list: string
}

export interface EnrollRow {
  readonly address: string
  readonly state:
    | 'invalid'
    | 'searching'
    | 'unknown'
    | 'unread'
    | 'found'
    | 'waiting'
    | 'started'
    | 'failed'
  /** More than one where the server does not say which list the automation is for. */
  readonly matches: readonly Match[]
  /** The index of the match to enroll. */
  readonly choice: number
  /** Why it was not found or not started, in the words of the server. */
  readonly reason?: string
  /** The server rejects it again. */
  readonly isFinal?: boolean
}

type Rows = readonly EnrollRow[]

const bySession = new WeakMap<KeySession, Map<string, Observable<Rows>>>()

/** The contacts that someone is enrolling in an automation: kept while its drawer is closed. */
export function getEnrollRows(session: KeySession, automation_id: string): Observable<Rows> {
  const all = bySession.get(session) ?? new Map<string, Observable<Rows>>()
  bySession.set(session, all)
  const rows = all.get(automation_id) ?? observable<Rows>([])
  all.set(automation_id, rows)
  return rows
}

const CONCURRENCY = 4

/**
 * Looks each address up, in the list of the automation or, where that is unknown, in all lists. What is no address is
 * listed with them.
 */
export async function findContacts(
  session: KeySession,
  { id, list_id }: Automation,
  addresses: readonly string[],
  invalid: readonly string[] = [],
): Promise<void> {
  const rows = getEnrollRows(session, id)
  const others = rows.get().filter(({ address }) => !addresses.includes(address))
  const unknown = { state: 'searching', matches: [], choice: 0 } as const
  const rejected = { state: 'invalid', matches: [], choice: 0 } as const
  rows.set([
    ...others,
    ...addresses.map((address) => ({ address, ...unknown })),
    ...[...new Set(invalid)].map((address) => ({ address, ...rejected })),
  ])
  let lists: readonly ListName[]
  try {
    lists = await readLists(session, list_id)
  } catch (cause) {
    return patchRows(rows, addresses, { state: 'unread', reason: asApiError(cause).message })
  }
  const queue = [...addresses]
  const work = async () => {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      patchRows(rows, [address], await findContact(session, lists, address))
      if (session.signal.aborted) return
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

type ListName = { readonly id: string; readonly name: string }

async function readLists(
  { call, signal }: KeySession,
  list_id: string | undefined,
): Promise<readonly ListName[]> {
  if (list_id !== undefined) return [{ id: list_id, name: '' }]
  const lists: ListName[] = []
  for await (const list of iterateItems(call, 'GET /lists', {}, { signal })) lists.push(list)
  return lists
}

async function findContact(
  { queryClient }: KeySession,
  lists: readonly ListName[],
  address: string,
): Promise<Partial<EnrollRow>> {
  const matches: Match[] = []
  try {
    for (const { id: list_id, name } of lists) {
      const query = endpointQuery('GET /lists/:list_id/contacts/:id_or_email', {
        list_id,
        id_or_email: address,
      })
      // As it is now: the status decides.
      const contact = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(ignoreMissing)
      if (contact) matches.push({ contact, list: name })
    }
  } catch (cause) {
    return { state: 'unread', reason: asApiError(cause).message }
  }
  return { state: matches.length > 0 ? 'found' : 'unknown', matches }
}

function ignoreMissing(error: unknown): undefined {
  // An address that the server does not accept belongs to nobody.
  if (error instanceof ApiError && /^(not_found|validation_error)$/.test(error.code))
    return undefined
  throw error
}

export function patchRows(
  rows: Observable<Rows>,
  addresses: readonly string[],
  change: Partial<EnrollRow>,
): void {
  const changed = new Set(addresses)
  rows.set(rows.get().map((row) => (changed.has(row.address) ? { ...row, ...change } : row)))
}

/** The statuses whose enrollment the server rejects. */
const unsendable: readonly string[] = ['unsubscribed', 'pending', 'bounced', 'complained']

/** The status that keeps a contact from being started. */
export function blockingStatus({ state, matches, choice }: EnrollRow): string | undefined {
  const status = state === 'found' ? matches[choice]?.contact.status : undefined
  return status !== undefined && unsendable.includes(status) ? status : undefined
}

/** The contacts that can be started: found, or not started for a reason that may have passed. */
export const startable = (rows: Rows): Rows =>
  rows.filter(
    (row) =>
      (row.state === 'found' && blockingStatus(row) === undefined) ||
      (row.state === 'failed' && !row.isFinal),
  )

/** Enrolls contacts after the time to undo it; then it cannot be taken back. Many are a job; the end of one is called back. */
export function startEnrollments(
  session: KeySession,
  automation: Automation,
  onEndOfOne: (row: EnrollRow | undefined) => void,
): void {
  const { id: automation_id, name } = automation
  const rows = getEnrollRows(session, automation_id)
  const items = startable(rows.get()).flatMap(({ address, matches, choice }) => {
    const contact_id = matches[choice]?.contact.id
    return contact_id === undefined ? [] : [{ address, contact_id }]
  })
  const [first] = items
  if (!first) return
  const before = rows.get()
  const addresses = items.map(({ address }) => address)
  patchRows(rows, addresses, { state: 'waiting' })
  const send = () =>
    void startBulkChange(session, {
      label: text.job(items.length, name),
      items,
      endpoint: 'POST /automations/:automation_id/enroll',
      input: ([item]) => ({ automation_id, contact_id: item?.contact_id ?? '' }),
      isShort: items.length === 1,
      onSuccess: (_output, batch) =>
        patchRows(
          rows,
          batch.map(({ address }) => address),
          { state: 'started' },
        ),
      onError: (error, batch) =>
        patchRows(
          rows,
          batch.map(({ address }) => address),
          {
            state: 'failed',
            reason: error.message,
            isFinal: !error.isTransient && !error.isOutcomeUnknown,
          },
        ),
      result: ({ done, failed, unknown, unsent }) => ({
        label: text.result(done, failed + unknown + unsent),
        ...(failed + unknown > 0 && { to: paths.automation(automation_id) }),
      }),
    }).finished.then(() => {
      // Stopped before they were sent.
      patchRows(rows, addressesIn(rows.get(), 'waiting', addresses), { state: 'found' })
      if (items.length === 1)
        onEndOfOne(rows.get().find(({ address }) => address === first.address))
    })
  getDelayedMutations(session).delayAll('enroll', {
    label:
      items.length === 1
        ? text.startingOne(first.address, name)
        : text.starting(items.length, name),
    name: 'POST /automations/:automation_id/enroll',
    inputs: items.map(({ contact_id }) => ({ automation_id, contact_id })),
    send,
    onUndo: () => {
      for (const row of before)
        if (addresses.includes(row.address)) patchRows(rows, [row.address], { state: row.state })
    },
  })
}

const addressesIn = (rows: Rows, state: EnrollRow['state'], among: readonly string[]) =>
  rows.filter((row) => row.state === state && among.includes(row.address)).map((row) => row.address)
