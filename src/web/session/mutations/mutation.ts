import { asApiError } from '#client/api-error.ts'
import type { ApiError } from '#client/api-error.ts'
import type { Input, ResponseBody, ReadName, WriteName } from '#contract/endpoints.ts'
import { safely } from '#web/external-store.ts'
import type { QueuedMutation } from './mutation-queue.ts'
import type { UndoEntry } from './undo-history.ts'

export interface MutationOptions<N extends WriteName> {
  /** Writes of one scope reach the service one after the other; without it nothing waits. */
  readonly scope?: string | undefined
  /** What this write decides, such as `move:<card>`: of waiting writes with the same only the last is sent. Needs a scope. */
  readonly replaces?: string | undefined
  /** The version the person saw, read at the moment of sending. */
  readonly version?: (() => string | undefined) | undefined
  /** Merges the answer. Not called while a newer write of the same thing waits: the screen already shows that one. */
  readonly onSuccess?: ((output: ResponseBody<N>) => void) | undefined
  /** Puts back what this write showed, and only that. */
  readonly onError?: ((error: ApiError) => void) | undefined
  /** Takes the place of `onRefusal` and of the report when somebody else changed the thing first (412). */
  readonly onConflict?: ((error: ApiError) => void) | undefined
  readonly undo?: UndoEntry | undefined
  /** Reads this change makes stale; asked again when no other write is on its way. */
  readonly invalidates?: readonly ReadName[] | undefined
  /** Does the whole thing again, the optimistic part too, when the person presses Try again. */
  readonly retry?: (() => unknown) | undefined
  /** The caller shows the error itself. */
  readonly silent?: boolean | undefined
  /** The same for every try of one thing, also one that a person makes after a lost answer. */
  readonly idempotency_key?: string | undefined
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean | undefined
}

export type MutationResult<N extends WriteName> =
  | { readonly state: 'success'; readonly output: ResponseBody<N> }
  | { readonly state: 'error'; readonly error: ApiError }
  /** A newer write of the same thing went instead. */
  | { readonly state: 'superseded' }
  /** The session was closed first. */
  | { readonly state: 'canceled' }

/** A change the service refused, for whoever tells the person. */
export interface MutationError {
  readonly name: WriteName
  readonly error: ApiError
  readonly retry: () => void
}

/** THE one way to write. The promise never rejects. */
export interface Mutate {
  <N extends WriteName>(
    name: N,
    input: Input<N>,
    options?: MutationOptions<N>,
  ): Promise<MutationResult<N>>
  /** Whether writes of a scope, or any, are on their way: who polls waits until they are not. */
  readonly isMutating: (scope?: string) => boolean
  /** How many writes wait or are in flight. */
  readonly pendingCount: (scope?: string) => number
  readonly subscribe: (listener: () => void) => () => void
  /** Whether sending it again after a lost answer may do it twice. */
  readonly canDuplicate: (name: WriteName) => boolean
  readonly onError: (listener: (report: MutationError) => void) => () => void
}

/** A write on its way. */
export interface Mutation extends QueuedMutation {
  /** What a refusal must settle besides this write: older ones of the same thing that it overtook, newest first. */
  supersededRollbacks: ((error: ApiError) => void) | undefined
  /** Leaves the rest to a newer write: it was replaced while it waited. */
  supersede: (newer: Mutation) => void
}

interface OutcomeOptions<N extends WriteName> {
  readonly options: MutationOptions<N>
  readonly record: { readonly done: () => void; readonly remove: () => void } | undefined
  readonly onSettled: (result: MutationResult<N>) => void
}

/** What happens to the screen when a write ends. A write that a newer one overtook leaves its end to that one. */
export function createOutcome<N extends WriteName>({
  options,
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
    onSettled({ state: 'superseded' })
  }
  return {
    supersede,
    succeed: (output: ResponseBody<N>, newer: Mutation | undefined) => {
      record?.done()
      const merge = () => safely(() => options.onSuccess?.(output))
      if (newer) newer.supersededRollbacks = callAll(newer.supersededRollbacks, merge)
      else merge()
      onSettled({ state: 'success', output })
    },
    /** Answers the error when the person is to be told. */
    fail: (
      cause: unknown,
      mutation: Mutation,
      newer: Mutation | undefined,
    ): ApiError | undefined => {
      const error = asApiError(cause)
      if (newer) {
        supersede(mutation, newer)
        return undefined
      }
      rollback(error)
      mutation.supersededRollbacks?.(error)
      onSettled({ state: 'error', error })
      // A key that stopped working is told once, by the session.
      const isHandled = options.silent || error.code === 'unauthenticated'
      return isHandled || (isConflict(error) && options.onConflict) ? undefined : error
    },
  }
}

const isConflict = (error: ApiError) => error.code === 'precondition_failed'

const callAll =
  (...callbacks: (((error: ApiError) => void) | undefined)[]) =>
  (error: ApiError) => {
    for (const onSettled of callbacks) onSettled?.(error)
  }
