import type { QueryClient } from '@tanstack/react-query'

import { ifMatch, type Call } from '#client/api-client.ts'
import { ApiError, asApiError } from '#client/api-error.ts'
import { storesResponse, canDuplicate } from '#client/retry-policy.ts'
import { withoutSecrets } from '#client/shown-request.ts'
import type { Input, ReadName, WriteName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { createListeners, type Observable, safely } from '#web/external-store.ts'
import type { Capabilities } from '#web/session/capabilities.ts'
import { randomId } from '#web/session/random-id.ts'
import { queriesStaleAfter } from '#web/session/realtime/write-invalidation.rules.ts'
import type { MutationQueue } from './mutation-queue.ts'
import { createRetryingSender, rejectOnAbort } from './mutation-retry.ts'
import {
  createOutcome,
  isConflict,
  type MutationError,
  type Mutate,
  type Mutation,
  type MutationOptions,
  type MutationResult,
} from './mutation.ts'
import type { UndoEntry, UndoHistory } from './undo-history.ts'

interface MutateDependencies {
  readonly call: Call
  readonly queryClient: QueryClient
  readonly queue: MutationQueue<Mutation>
  readonly capabilities: Capabilities
  readonly undo: UndoHistory
  readonly requestReplacementKey: () => Promise<boolean>
  readonly reachable: Observable<boolean>
  /** Aborted when the session closes; nothing calls back from then on. */
  readonly signal: AbortSignal
}

export function createMutate(dependencies: MutateDependencies): Mutate {
  const { call, queryClient, queue, capabilities, undo, signal } = dependencies
  const sendWithRetry = createRetryingSender(
    signal,
    dependencies.requestReplacementKey,
    dependencies.reachable,
  )
  const errors = createListeners<[MutationError]>()
  const versions = createVersionTracker()

  const usesIdempotencyKey = (name: WriteName) =>
    capabilities.can('idempotency') && storesResponse(name)

  /** Sets the headers once, so that every attempt sends the same ones and a lost response is replayed. */
  function send<N extends WriteName>(
    name: N,
    input: Input<N>,
    options: MutationOptions<N>,
    mutation: Mutation,
  ) {
    const keyed = usesIdempotencyKey(name)
    const version = capabilities.can('etag')
      ? (versions.versionOf(name, input) ?? options.version?.())
      : undefined
    const requestOptions = {
      signal,
      keepalive: options.keepalive,
      idempotency_key: keyed ? options.idempotency_key : undefined,
      if_match: version === undefined ? undefined : ifMatch(version),
    }
    return sendWithRetry({
      name,
      hasIdempotencyKey: keyed,
      send: () => {
        options.onSend?.()
        return call(name, input, requestOptions)
      },
      isSuperseded: () => queue.supersedingMutation(mutation) !== undefined,
      stop: options.stop,
      onPause: options.onPause,
    })
  }

  const start = <N extends WriteName>(
    name: N,
    input: Input<N>,
    options: MutationOptions<N>,
    resolve: (result: MutationResult<N>) => void,
  ) => {
    // A mutation still waiting for its turn is canceled: nothing was sent, so nothing has to be undone.
    const cancel = () => {
      const canCancel = options.rollback && !mutation.supersededRollbacks && queue.remove(mutation)
      if (!canCancel) return false
      safely(options.rollback)
      settle()
      return true
    }
    const request = withoutSecrets(name, input)
    const undoEntry = (entry: UndoEntry) => ({
      requests: [request],
      ...entry,
      scope: () => entry.scope?.() ?? options.scope,
      undo: () => cancel() || entry.undo(),
    })
    const record = options.undo && undo.record(undoEntry(options.undo))
    let result: MutationResult<N> = { state: 'canceled' }
    // The mutation cache keeps this scope for a while: a response may have a secret, which only the caller keeps.
    let answer: typeof resolve | undefined = resolve
    const settle = () => {
      const [settled, tell] = [result, answer]
      result = { state: 'canceled' }
      answer = undefined // it refers to the promise, which has the response too
      tell?.(settled)
    }
    const outcome = createOutcome({
      options,
      request,
      record,
      onSettled: (settled) => void (result = settled),
    })
    const keyed = { ...options, idempotency_key: options.idempotency_key ?? randomId() }
    // An unknown outcome is retried under its idempotency key; a rejection stored under it would only be replayed.
    const retry = ({ isOutcomeUnknown }: ApiError) =>
      safely(options.retry ?? (() => mutate(name, input, isOutcomeUnknown ? keyed : options)))

    const perform = async () => {
      if (options.isOutdated?.()) throw outdatedError()
      const output = await send(name, input, keyed, mutation)
      signal.throwIfAborted()
      // Merged before the invalidated queries refetch, so that no older data is shown in between.
      const newer = queue.supersedingMutation(mutation)
      if (newer && !options.keepsOrder) versions.set(name, input, output)
      else versions.delete(name, input)
      outcome.succeed(output, mutation, newer)
      if (name.startsWith('DELETE ')) removeDeleted(queryClient, resourceIdOf(name, input))
    }
    const mutation: Mutation = {
      scope: options.scope ?? randomId(),
      replaces: options.replaces,
      supersededRollbacks: undefined,
      supersededDone: undefined,
      supersede: (newer) => {
        outcome.supersede(mutation, newer)
        settle()
      },
      onDequeued: settle,
      send: async () => {
        try {
          await rejectOnAbort(capabilities.settled, signal)
          if (!capabilities.get().can_write) throw readOnlyError()
          const stale = queriesStaleAfter(name, input, options)
          for (const query of stale) options.stale?.add(query)
          await executeInMutationCache(queryClient, name, perform, options.stale ? [] : stale)
        } catch (error) {
          if (signal.aborted) return
          if (options.stop?.aborted && !(error instanceof ApiError)) return record?.remove()
          if (error instanceof ApiError && error.code === 'insufficient_scope') {
            capabilities.markReadOnly()
          }
          const newer = queue.supersedingMutation(mutation)
          if (!newer && !options.keepsOrder && mutation.supersededRollbacks)
            versions.delete(name, input)
          const reportable = outcome.fail(error, mutation, newer)
          if (reportable)
            errors.notify({ name, request, error: reportable, retry: () => retry(reportable) })
          if (!newer && isConflict(asApiError(error))) await options.afterConflict?.()
        }
      },
    }
    queue.enqueue(mutation)?.supersede(mutation)
  }

  const mutate = <N extends WriteName>(
    name: N,
    input: Input<N>,
    options: MutationOptions<N> = {},
  ) => new Promise<MutationResult<N>>((resolve) => start(name, input, options, resolve))

  const hold = (scope: string, stop: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      stop.throwIfAborted()
      const turn: Mutation = {
        scope,
        replaces: undefined,
        supersededRollbacks: undefined,
        supersededDone: undefined,
        supersede: () => undefined,
        onDequeued: () => undefined,
        send: () => new Promise<void>((release) => resolve(release)),
      }
      stop.addEventListener('abort', () => queue.remove(turn) && reject(stop.reason))
      queue.enqueue(turn)
    })

  const whenIdle = (action: () => void) => {
    const act = () => {
      if (queue.pendingCount() > 0) return
      stop()
      if (!signal.aborted) action()
    }
    const stop = queue.subscribe(act)
    act()
  }

  return Object.assign(mutate, {
    hold,
    whenIdle,
    isMutating: (scope?: string) => queue.pendingCount(scope) > 0,
    pendingCount: queue.pendingCount,
    subscribe: queue.subscribe,
    canDuplicate: (name: WriteName) => canDuplicate(name, usesIdempotencyKey(name)),
    onError: errors.subscribe,
    report: errors.notify,
  })
}

/** Runs in the mutation cache, so that `isMutating` counts it and its queries are invalidated. */
const executeInMutationCache = (
  queryClient: QueryClient,
  name: WriteName,
  perform: () => Promise<void>,
  invalidates: readonly ReadName[],
) =>
  queryClient
    .getMutationCache()
    .build(queryClient, {
      mutationKey: [name],
      mutationFn: perform,
      meta: { invalidates },
      networkMode: 'always', // `sendWithRetry` waits for the network, and keeps the order.
      retry: false,
      gcTime: 60_000,
    })
    .execute(undefined)

/** What no page shows any more must not be found again, such as by the command palette. */
function removeDeleted(queryClient: QueryClient, id: string | undefined) {
  if (id === undefined) return
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ state }) => asResource(state.data).id === id,
  })
}

const readOnlyError = () =>
  new ApiError({
    code: 'insufficient_scope',
    status: 403,
    message: 'You have read-only access.',
  })

const outdatedError = () =>
  new ApiError({
    code: 'precondition_failed',
    status: 412,
    message: 'A change before this one was not saved.',
  })

/**
 * Versions from responses that were not merged because a newer mutation of the same resource is queued. The cache still has
 * the older version, and sending that one would make the newer mutation conflict with its own predecessor.
 */
function createVersionTracker() {
  const versions = new Map<string, string>()
  return {
    versionOf: (name: string, input: object) => versions.get(resourceIdOf(name, input) ?? ''),
    set: (name: string, input: object, output: unknown) => {
      const resourceId = resourceIdOf(name, input)
      const { id, version } = asResource(output)
      if (resourceId !== undefined && id === resourceId && version !== undefined)
        versions.set(resourceId, version)
    },
    /** The cache has the current version again. */
    delete: (name: string, input: object) => void versions.delete(resourceIdOf(name, input) ?? ''),
  }
}

/** The id of the resource: the last one in the path. */
function resourceIdOf(name: string, input: object): string | undefined {
  const param = parseRequestLine(name).params.at(-1)
  const id: unknown = param && new Map<string, unknown>(Object.entries(input)).get(param)
  return typeof id === 'string' ? id : undefined
}

function asResource(output: unknown): {
  id?: string | undefined
  version?: string | undefined
} {
  if (typeof output !== 'object' || output === null) return {}
  const { id, version } = { id: undefined, version: undefined, ...output }
  return {
    id: typeof id === 'string' ? id : undefined,
    version: typeof version === 'string' ? version : undefined,
  }
}
