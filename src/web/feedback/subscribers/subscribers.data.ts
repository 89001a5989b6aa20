import { useInfiniteQuery } from '@tanstack/react-query'

import { createCsv } from '#client/csv-text.ts'
import { iterateItems } from '#client/paginate.ts'
import type { Subscriber } from '#client/resources.ts'
import { addSubscribersText, subscribersText as text } from '#web/messages/en/subscribers.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { getJobs } from '#web/session/jobs.ts'
import type { KeySession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { localDay } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'

const endpoint = 'GET /feedback/changelog/subscribers'

/** One page of them. The total only where the server offers it. */
export const subscribersQuery = (starting_after: string | undefined, include_total: boolean) =>
  endpointQuery(endpoint, {
    ...(starting_after !== undefined && { starting_after }),
    ...(include_total && { include_total }),
  })

/** The one with an address. Needs `filters`. */
export const subscriberQuery = (email: string) => endpointQuery(endpoint, { email })

/** All of them, for a server that cannot find one. */
export const subscriberPages = () => endpointPages(endpoint, {})

/** Saves all of them as a CSV file, as a job: there may be many pages. */
export function exportSubscribers(session: KeySession): void {
  getJobs(session).start(text.exporting, async ({ signal }) => {
    const all: Subscriber[] = []
    for await (const one of iterateItems(session.call, endpoint, {}, { signal })) all.push(one)
    const { email, status, created_at } = text.columns
    downloadFile({
      name: text.fileName(localDay(now())),
      type: 'text/csv;charset=utf-8',
      text: createCsv(
        [email, status, created_at, 'ID'],
        all.map((one) => [one.email, one.status, one.created_at, one.id]),
      ),
    })
    return { label: text.exported(all.length) }
  })
}

/** More would take too long; the server leaves those unsubscribed too. */
const MAX_UNSUBSCRIBED = 2000

/** The addresses, in lower case, of those who unsubscribed, as far as they are loaded. Needs `filters`. */
export function useUnsubscribed(): ReadonlySet<string> {
  const options = endpointPages(endpoint, { status: 'unsubscribed', limit: 100 })
  const query = useInfiniteQuery({ ...options, enabled: useCapability('filters') })
  const loaded = query.data?.pages.flatMap(({ data }) => data) ?? []
  useAllPages(query, loaded.length < MAX_UNSUBSCRIBED)
  return new Set(loaded.map(({ email }) => email.toLowerCase()))
}

/** The input that subscribes an address, and one that unsubscribed or bounced only if `resubscribe` is true. */
export const subscriberInput = (session: KeySession, email: string, resubscribe: boolean) => ({
  email,
  ...(session.capabilities.can('changelog.edit') && { resubscribe }),
})

interface AddOptions {
  /** Also those who unsubscribed. */
  readonly resubscribe: boolean
  /** Those who are known to have unsubscribed; without `resubscribe` they are no part of the addresses. */
  readonly unsubscribed: readonly string[]
}

/** Adds each address as confirmed, as a job. One that is subscribed stays as it is, and an undo does not remove it. */
export function addSubscribers(
  session: KeySession,
  addresses: readonly string[],
  { resubscribe, unsubscribed }: AddOptions,
): BulkRun<string> {
  const started_at = now().toISOString()
  /** What an undo removes: also one who is stored as unsubscribed. */
  const created = new Map<string, string>()
  const added = new Set<string>()
  const existing = new Set<string>()
  const kept = new Set(resubscribe ? [] : unsubscribed)
  const again = new Set<string>()
  const refused = new Set<string>()
  const isAgain = (address: string) => resubscribe && unsubscribed.includes(address)
  let isCounted = true
  const onSuccess = ({ id, status, created_at }: Subscriber, [address = '']: readonly string[]) => {
    const isNew = created_at !== undefined && created_at >= started_at
    if (isNew) created.set(address, id)
    if (status === 'unsubscribed') (isAgain(address) ? refused : kept).add(address)
    else if (unsubscribed.includes(address)) again.add(address)
    else if (created_at === undefined) isCounted = false
    else if (isNew) added.add(address)
    else existing.add(address)
  }
  const canRemove = session.capabilities.can('changelog.edit')
  return startBulkChange(session, {
    label: addSubscribersText.adding(addresses.length),
    items: addresses,
    endpoint: 'POST /feedback/changelog/subscribers',
    input: ([email = '']) => subscriberInput(session, email, isAgain(email)),
    onSuccess,
    result: ({ done, failed, unknown }) => ({
      label: isCounted
        ? addSubscribersText.added({
            added: added.size,
            existing: existing.size,
            again: again.size,
            kept: kept.size,
            refused: refused.size,
            failed: failed + unknown,
          })
        : addSubscribersText.subscribed(done, failed + unknown),
    }),
    undo: canRemove
      ? {
          label: addSubscribersText.undo(addresses.length),
          reverse: (items) =>
            removeSubscribers(session, async (signal) => {
              const undone = typeof items === 'function' ? await items(signal) : items
              return undone.flatMap((address) => created.get(String(address)) ?? [])
            }),
        }
      : undefined,
  })
}

const removeSubscribers = (
  session: KeySession,
  ids: (signal: AbortSignal) => Promise<readonly string[]>,
) =>
  startBulkChange(session, {
    label: addSubscribersText.undoing,
    items: ids,
    endpoint: 'DELETE /feedback/changelog/subscribers/:subscriber_id',
    input: ([subscriber_id = '']) => ({ subscriber_id }),
    result: ({ done }) => ({ label: addSubscribersText.removedAgain(done) }),
  })
