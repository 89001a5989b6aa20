import { createCsv } from '#client/csv-text.ts'
import { iterateItems } from '#client/paginate.ts'
import type { Subscriber } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
import { addSubscribersText, subscribersText as text } from '#web/messages/en/subscribers.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { getJobs } from '#web/session/jobs.ts'
import type { KeySession } from '#web/session/session.ts'
import { localDay } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'

const endpoint = 'GET /feedback/changelog/subscribers'
export const subscriberReads: readonly ReadName[] = [endpoint]

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

/** Adds each address as confirmed, as a job. One that is subscribed stays as it is, and an undo does not remove it. */
export function addSubscribers(session: KeySession, addresses: readonly string[]): BulkRun<string> {
  const started_at = now().toISOString()
  const created = new Map<string, string>()
  let isCounted = true
  const onSuccess = ({ id, created_at }: Subscriber, [address]: readonly string[]) => {
    if (created_at === undefined) isCounted = false
    else if (created_at >= started_at && address !== undefined) created.set(address, id)
  }
  const canRemove = session.capabilities.can('changelog.edit')
  return startBulkChange(session, {
    label: addSubscribersText.adding(addresses.length),
    items: addresses,
    endpoint: 'POST /feedback/changelog/subscribers',
    input: ([email = '']) => ({ email }),
    onSuccess,
    invalidates: subscriberReads,
    result: ({ done, failed, unknown }) => ({
      label: isCounted
        ? addSubscribersText.added(created.size, done - created.size, failed + unknown)
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
    invalidates: subscriberReads,
    result: ({ done }) => ({ label: addSubscribersText.removedAgain(done) }),
  })
