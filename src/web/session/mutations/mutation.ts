import { asApiError, type ApiError } from '#client/api-error.ts'
import { isStillRunning } from '#client/retry-policy.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import type { Input, ReadName, ResponseBody, WriteName } from '#contract/endpoints.ts'
import { safely } from '#web/external-store.ts'
import type { QueuedMutation } from './mutation-queue.ts'
import type { UndoEntry } from './undo-history.ts'

export interface MutationOptions<N extends WriteName> {
  /** Mutations with the same scope run in serial; without a scope a mutation runs in parallel. */
  readonly scope?: string | undefined
  /** Supersedes queued mutations of the scope with the same value, such as `move:<card>`: only the last is sent. */
  readonly replaces?: string | undefined
  /** The version for `If-Match`, read when the mutation is sent. */
  readonly version?: (() => string | undefined) | undefined
  /** Asked when its turn comes: the input is not what it should be by now. Nothing is sent, and it ends as after a 412. */
  readonly isOutdated?: (() => boolean) | undefined
  /** Merges the response. Deferred while a superseding mutation is queued: the cache already shows that one. */
  readonly onSuccess?: ((output: ResponseBody<N>) => void) | undefined
  /**
   * The caller keeps its changes in order: it merges a response and rolls back a rejected change at once, whatever waits. A
   * newer mutation replaces the `values` of a rejected one, whose error is not reported. It does not replace `parts`, so that
   * their error is.
   */
  readonly keepsOrder?: 'values' | 'parts' | undefined
  /** Rolls back the optimistic update of a mutation that is undone before it is sent. */
  readonly rollback?: (() => void) | undefined
  /** Rolls back the optimistic update of this mutation only. */
  readonly onError?: ((error: ApiError) => void) | undefined
  /** Called instead of `onError` and the error listeners on a version conflict (412), or when it is outdated. */
  readonly onConflict?: ((error: ApiError) => void) | undefined
  /** Called after `onConflict` and awaited before the next mutation of the scope is sent. It does not reject. */
  readonly afterConflict?: (() => Promise<unknown>) | undefined
  readonly undo?: UndoEntry | undefined
  /**
   * The caller shows the change in the queries that hold the resource, or leaves its page. Only what counts or names it
   * becomes stale then. Stale queries are refetched once no other mutation is pending.
   */
  readonly merges?: boolean | undefined
  /** One of many: gets the queries that it makes stale, which their sender refetches once for all. */
  readonly stale?: Set<ReadName> | undefined
  /** One of several requests of a change: gets this request once it has succeeded, without its secrets. */
  readonly requests?: ShownRequest[] | undefined
  /** Repeats the mutation with its optimistic update, for Try again. */
  readonly retry?: (() => unknown) | undefined
  /** The caller shows the error itself. */
  readonly silent?: boolean | undefined
  /** The same for every attempt, including Try again after a lost response. */
  readonly idempotency_key?: string | undefined
  /** Ends waiting and retrying; a request in flight is completed. `canceled` when nothing was sent. */
  readonly stop?: AbortSignal | undefined
  /** Called before it waits for the rate limit, with the time in milliseconds at which that ends. */
  readonly onPause?: ((until: number) => void) | undefined
  /** Called before each attempt. */
  readonly onSend?: (() => void) | undefined
  /** The request outlives the page. */
  readonly keepalive?: boolean | undefined
}

/** What the sender of many requests sets for each. */
export interface PartOptions {
  readonly idempotency_key: string
  readonly silent: true
  readonly stale: Set<ReadName>
  readonly requests: ShownRequest[]
  readonly stop: AbortSignal
  readonly onPause: (until: number) => void
  readonly onSend: () => void
}

export type MutationResult<N extends WriteName> =
  | {
      readonly state: 'success'
      readonly output: ResponseBody<N>
      /** Without its secrets, for the undo entry of a change that records its own. */
      readonly request: ShownRequest
    }
  | { readonly state: 'error'; readonly error: ApiError }
  /** A newer mutation with the same `replaces` was sent instead. */
  | { readonly state: 'superseded' }
  /** The session was closed first, or the mutation stopped before it was sent. */
  | { readonly state: 'canceled' }

/** A failed mutation, for the listeners of `onError`. */
export interface MutationError {
  /** The request that failed; undefined for a read that a write depends on. */
  readonly name?: WriteName
  readonly request?: ShownRequest
  readonly error: ApiError
  readonly retry: () => void
}

/** The one way to write. The promise never rejects. */
export interface Mutate {
  <N extends WriteName>(
    name: N,
    input: Input<N>,
    options?: MutationOptions<N>,
  ): Promise<MutationResult<N>>
  /** Whether a mutation of the scope, or any, is pending. Polling waits until none is. */
  readonly isMutating: (scope?: string) => boolean
  /** The number of mutations queued or in flight. */
  readonly pendingCount: (scope?: string) => number
  readonly subscribe: (listener: () => void) => () => void
  /** Calls back once no mutation is pending: what is read before does not have what they change. */
  readonly whenIdle: (action: () => void) => void
  /** Waits for its turn in a scope and keeps it until released, for several mutations that are one change. */
  readonly hold: (scope: string, stop: AbortSignal) => Promise<() => void>
  /** Whether a retry after a lost response may run the mutation twice. */
  readonly canDuplicate: (name: WriteName) => boolean
  readonly onError: (listener: (report: MutationError) => void) => () => void
  /** Tells the listeners of `onError`. */
  readonly report: (report: MutationError) => void
}

/** A pending mutation. */
export interface Mutation extends QueuedMutation {
  /** Rollbacks of the mutations this one superseded, newest first. They run if this one fails. */
  supersededRollbacks: ((error: ApiError) => void) | undefined
  /** Marks their entries in the undo history as saved. Runs if this one succeeds. */
  supersededDone: (() => void) | undefined
  /** Hands its rollback to a newer mutation that took its place in the queue. */
  supersede: (newer: Mutation) => void
}

interface OutcomeOptions<N extends WriteName> {
  readonly options: MutationOptions<N>
  readonly request: ShownRequest
  readonly record: { readonly done: () => void; readonly remove: () => void } | undefined
  readonly onSettled: (result: MutationResult<N>) => void
}

/** Settles a mutation: history entry, callbacks and result. A superseded mutation hands its rollback to the newer one. */
export function createOutcome<N extends WriteName>({
  options,
  request,
  record,
  onSettled,
}: OutcomeOptions<N>) {
  const rollback = (error: ApiError) => {
    record?.remove()
    const onFailure = isConflict(error) && options.onConflict ? options.onConflict : options.onError
    if (onFailure) safely(() => onFailure(error))
  }
  const supersede = (older: Mutation, newer: Mutation) => {
    newer.supersededRollbacks = callAll(
      newer.supersededRollbacks,
      rollback,
      older.supersededRollbacks,
    )
    newer.supersededDone = callAll(newer.supersededDone, record?.done, older.supersededDone)
    onSettled({ state: 'superseded' })
  }
  return {
    supersede,
    succeed: (output: ResponseBody<N>, mutation: Mutation, newer: Mutation | undefined) => {
      record?.done()
      options.requests?.push(request)
      mutation.supersededDone?.()
      const merge = () => safely(() => options.onSuccess?.(output))
      if (newer && !options.keepsOrder)
        newer.supersededRollbacks = callAll(newer.supersededRollbacks, merge)
      else merge()
      onSettled({ state: 'success', output, request })
    },
    /** Returns the error if the error listeners should be notified. */
    fail: (
      cause: unknown,
      mutation: Mutation,
      newer: Mutation | undefined,
    ): ApiError | undefined => {
      const error = asApiError(cause)
      if (newer && !(options.keepsOrder && isRejection(error))) {
        supersede(mutation, newer)
        return undefined
      }
      rollback(error)
      mutation.supersededRollbacks?.(error)
      if (newer && options.keepsOrder === 'values') {
        onSettled({ state: 'superseded' })
        return undefined
      }
      onSettled({ state: 'error', error })
      // The session reports a rejected key once.
      const isHandled = options.silent || error.code === 'unauthenticated'
      return isHandled || (isConflict(error) && options.onConflict) ? undefined : error
    },
  }
}

/** The service refuses what was sent: it was not saved, and will not be. */
const isRejection = (error: ApiError) =>
  !error.isTransient && !error.isOutcomeUnknown && !isConflict(error) && !isStillRunning(error)

export const isConflict = (error: ApiError) => error.code === 'precondition_failed'

const callAll =
  <Args extends unknown[]>(...callbacks: (((...args: Args) => void) | undefined)[]) =>
  (...args: Args) => {
    for (const callback of callbacks) callback?.(...args)
  }
