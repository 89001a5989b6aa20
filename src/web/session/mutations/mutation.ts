import { asApiError } from '#client/api-error.ts'
import type { ApiError } from '#client/api-error.ts'
import type { Input, Output, ReadName, WriteName } from '#contract/endpoints.ts'
import { safely } from '#web/external-store.ts'
import type { QueuedWrite } from './mutation-queue.ts'
import type { Undoing } from './undo-history.ts'

export interface WriteOptions<N extends WriteName> {
  /** Writes of one scope reach the service one after the other; without it nothing waits. */
  readonly scope?: string | undefined
  /** What this write decides, such as `move:<card>`: of waiting writes with the same only the last is sent. Needs a scope. */
  readonly replaces?: string | undefined
  /** The version the person saw, read at the moment of sending. */
  readonly version?: (() => string | undefined) | undefined
  /** Merges the answer. Not called while a newer write of the same thing waits: the screen already shows that one. */
  readonly onAnswer?: ((output: Output<N>) => void) | undefined
  /** Puts back what this write showed, and only that. */
  readonly onRefusal?: ((error: ApiError) => void) | undefined
  /** Takes the place of `onRefusal` and of the report when somebody else changed the thing first (412). */
  readonly onConflict?: ((error: ApiError) => void) | undefined
  readonly undo?: Undoing | undefined
  /** Reads this change makes stale; asked again when no other write is on its way. */
  readonly stale?: readonly ReadName[] | undefined
  /** Does the whole thing again, the optimistic part too, when the person presses Try again. */
  readonly again?: (() => unknown) | undefined
  /** The caller shows the error itself. */
  readonly quiet?: boolean | undefined
  /** The same for every try of one thing, also one that a person makes after a lost answer. */
  readonly idempotency_key?: string | undefined
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean | undefined
}

export type WriteResult<N extends WriteName> =
  | { readonly state: 'done'; readonly output: Output<N> }
  | { readonly state: 'refused'; readonly error: ApiError }
  /** A newer write of the same thing went instead. */
  | { readonly state: 'replaced' }
  /** The session was closed first. */
  | { readonly state: 'dropped' }

/** A change the service refused, for whoever tells the person. */
export interface Report {
  readonly name: WriteName
  readonly error: ApiError
  readonly again: () => void
}

/** THE one way to write. The promise never rejects. */
export interface Run {
  <N extends WriteName>(
    name: N,
    input: Input<N>,
    options?: WriteOptions<N>,
  ): Promise<WriteResult<N>>
  /** Whether writes of a scope, or any, are on their way: who polls waits until they are not. */
  readonly isWriting: (scope?: string) => boolean
  /** How many writes wait or are in flight. */
  readonly pending: (scope?: string) => number
  readonly subscribe: (listener: () => void) => () => void
  /** Whether sending it again after a lost answer may do it twice. */
  readonly mayDouble: (name: WriteName) => boolean
  readonly onReport: (listener: (report: Report) => void) => () => void
}

/** A write on its way. */
export interface Write extends QueuedWrite {
  /** What a refusal must settle besides this write: older ones of the same thing that it overtook, newest first. */
  beneath: ((error: ApiError) => void) | undefined
  /** Leaves the rest to a newer write: it was replaced while it waited. */
  giveWay: (newer: Write) => void
}

interface OutcomeParts<N extends WriteName> {
  readonly options: WriteOptions<N>
  readonly change: { readonly done: () => void; readonly drop: () => void } | undefined
  readonly settle: (result: WriteResult<N>) => void
}

/** What happens to the screen when a write ends. A write that a newer one overtook leaves its end to that one. */
export function outcomeOf<N extends WriteName>({ options, change, settle }: OutcomeParts<N>) {
  const putBack = (error: ApiError) => {
    change?.drop()
    const show = isConflict(error) && options.onConflict ? options.onConflict : options.onRefusal
    if (show) safely(() => show(error))
  }
  const giveWay = (older: Write, newer: Write) => {
    newer.beneath = inTurn(newer.beneath, putBack, older.beneath)
    settle({ state: 'replaced' })
  }
  return {
    giveWay,
    accept: (output: Output<N>, newer: Write | undefined) => {
      change?.done()
      const merge = () => safely(() => options.onAnswer?.(output))
      if (newer) newer.beneath = inTurn(newer.beneath, merge)
      else merge()
      settle({ state: 'done', output })
    },
    /** Answers the error when the person is to be told. */
    refuse: (thrown: unknown, write: Write, newer: Write | undefined): ApiError | undefined => {
      const error = asApiError(thrown)
      if (newer) {
        giveWay(write, newer)
        return undefined
      }
      putBack(error)
      write.beneath?.(error)
      settle({ state: 'refused', error })
      // A key that stopped working is told once, by the session.
      const told = options.quiet || error.code === 'unauthenticated'
      return told || (isConflict(error) && options.onConflict) ? undefined : error
    },
  }
}

const isConflict = (error: ApiError) => error.code === 'precondition_failed'

const inTurn =
  (...settlers: (((error: ApiError) => void) | undefined)[]) =>
  (error: ApiError) => {
    for (const settle of settlers) settle?.(error)
  }
