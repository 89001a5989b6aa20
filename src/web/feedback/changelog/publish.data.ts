import type { ApiError } from '#client/api-error.ts'
import { iterateItems } from '#client/paginate.ts'
import type { ChangelogEntry as Entry } from '#client/resources.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { MutationOptions } from '#web/session/mutations/mutation.ts'
import { createPendingIds } from '#web/session/mutations/pending-ids.ts'
import type { KeySession } from '#web/session/session.ts'
import { entryReads, latestVersion } from './changelog.data.ts'
import { cacheEntry } from './entry-resource.ts'
import { entryScope } from './entry.rules.ts'

/** Those who get an email; without `filters` the count includes addresses that are not confirmed. */
export const subscriberCountQuery = (canFilter: boolean) =>
  endpointQuery('GET /feedback/changelog/subscribers', {
    include_total: true,
    ...(canFilter && { limit: 1, status: 'confirmed' }),
  })

interface PublishOptions {
  /** Milliseconds in which it can be undone. */
  readonly delayMs: number
  /** Only where it differs from that of the entry, and the server offers the change. */
  readonly notify: boolean | undefined
  /** A date in the past instead of now. Needs `changelog.edit`. */
  readonly publish_at?: string | undefined
}

export type PublishOutcome =
  | { readonly state: 'published'; readonly entry: Entry | undefined }
  | { readonly state: 'undone' }
  /** Someone changed the entry meanwhile. */
  | { readonly state: 'changed' }
  | { readonly state: 'failed'; readonly error: ApiError }
  /** Another call publishes it already. */
  | { readonly state: 'pending' }

/** Publishes a stored entry after the time to undo it. The promise never rejects. */
export function publishEntry(
  session: KeySession,
  entry: Entry,
  { delayMs, notify, publish_at }: PublishOptions,
): Promise<PublishOutcome> {
  const entry_id = entry.id
  const notifyField = notify === undefined ? {} : { notify }
  return publish_at === undefined
    ? send(session, entry, delayMs, 'POST /feedback/changelog/entries/:entry_id/publish', {
        entry_id,
        ...notifyField,
      })
    : send(session, entry, delayMs, 'PATCH /feedback/changelog/entries/:entry_id', {
        entry_id,
        publish_at,
        ...notifyField,
      })
}

type PublishName =
  | 'POST /feedback/changelog/entries/:entry_id/publish'
  | 'PATCH /feedback/changelog/entries/:entry_id'

async function send<N extends PublishName & WriteName>(
  session: KeySession,
  entry: Entry,
  delayMs: number,
  name: N,
  input: Input<N>,
): Promise<PublishOutcome> {
  if (pendingPublications.has(session, entry.id)) return { state: 'pending' }
  pendingPublications.add(session, entry.id)
  const outcome = await new Promise<PublishOutcome>((resolve) => {
    const settle = (error: ApiError) => void settleError(session, entry.id, error).then(resolve)
    const options: MutationOptions<N> = {
      scope: entryScope(entry.id),
      version: () => latestVersion(session, entry),
      silent: true,
      onSuccess: () => resolve({ state: 'published', entry: undefined }),
      onError: settle,
      onConflict: settle,
    }
    if (delayMs === 0) void session.mutate(name, input, options)
    else
      getDelayedMutations(session).delay('publish', {
        sendsOnClose: true,
        ...options,
        label: text.publishing(entry.title),
        countdown: (seconds) => text.publishingIn(entry.title, seconds),
        name,
        input,
        delayMs,
        onUndo: () => resolve({ state: 'undone' }),
      })
  })
  pendingPublications.remove(session, entry.id)
  if (outcome.state !== 'published') return outcome
  const published = await findPublished(session, entry.id).catch(() => undefined)
  if (published) cacheEntry(session, published)
  return { state: 'published', entry: published }
}

/** An entry that is published by now is a success, whoever published it: a second press, another tab, a lost response. */
async function settleError(
  session: KeySession,
  entry_id: string,
  error: ApiError,
): Promise<PublishOutcome> {
  const isConflict = error.code === 'precondition_failed'
  if (!isConflict && error.code !== 'conflict' && !error.isOutcomeUnknown)
    return { state: 'failed', error }
  try {
    const published = await findPublished(session, entry_id)
    for (const name of entryReads) void session.queryClient.invalidateQueries({ queryKey: [name] })
    if (published) return { state: 'published', entry: published }
  } catch {
    // Not known, so the first error is reported.
  }
  return isConflict ? { state: 'changed' } : { state: 'failed', error }
}

/** The entry if readers can see it. */
async function findPublished(
  { call, capabilities, signal }: KeySession,
  entry_id: string,
): Promise<Entry | undefined> {
  if (capabilities.can('changelog.edit')) {
    const entry = await call('GET /feedback/changelog/entries/:entry_id', { entry_id }, { signal })
    return entry.published_at ? entry : undefined
  }
  for await (const entry of iterateItems(call, 'GET /feedback/changelog/entries', {}, { signal }))
    if (entry.id === entry_id) return entry
  return undefined
}

const pendingPublications = createPendingIds()

/** Whether the entry waits for the end of its delay, or for the response. */
export const useIsPublishing = (entry_id: string | undefined): boolean =>
  pendingPublications.useIds().has(entry_id ?? '')
