import { type ApiError, asApiError } from '#client/api-error.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import type { Input, ReadName, ResponseBody, WriteName } from '#contract/endpoints.ts'
import { safely } from '#web/external-store.ts'
import {
  type Batch,
  type BulkCounts,
  type BulkItem,
  countItems,
  countStates,
  createBatch,
  type ItemState,
  listItems,
  markDone,
  markFailed,
  takeDone,
} from '#web/session/jobs/bulk-batches.ts'
import {
  isFatal,
  type RefetchThrottle,
  runInSlots,
  throttleRefetches,
  waitForLimit,
} from '#web/session/jobs/request-turns.ts'
import type { PartOptions } from '#web/session/mutations/mutation.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { createJobs, getJobs, type Job } from './jobs.ts'
import type { KeySession } from './session.ts'

export type Items<T> =
  | readonly T[]
  | ((signal: AbortSignal, report?: (activity: string) => void) => Promise<readonly T[]>)

/** What became of the items of one request. */
export type PartResult =
  | {
      readonly state: 'success'
      /** The errors of single items, by their index in the request. */
      readonly rejected?: ReadonlyMap<number, string> | undefined
    }
  /** Someone else has changed them since: they are left alone. */
  | { readonly state: 'kept' }
  | {
      readonly state: 'error'
      readonly error: ApiError
      /** Sending again after a lost response could change them twice. */
      readonly canDuplicate?: boolean
    }
  /** Nothing was sent. */
  | { readonly state: 'superseded' | 'canceled' }

/** A change to many things, in one request or many. */
interface Bulk<T> {
  /** Names the job: "Tag 1,200 contacts". */
  readonly label: string
  /** All of them, or a function that collects them: what matches a filter, page by page. */
  readonly items: Items<T>
  readonly send: (batch: readonly T[], options: PartOptions) => Promise<PartResult>
  /** Shows items as changed before they are sent: at once where they are known. */
  readonly onStart?: (items: readonly T[]) => void
  /** A later change has set what this item was to get: it counts as done, and need not be sent. */
  readonly isOvertaken?: (item: T) => boolean
  /** Those that were not changed, when the job ends or is stopped. */
  readonly onEnd?: (items: readonly T[]) => void
  /** Items of one request, or how to divide them. Batches are sent one after the other, single items four at a time. */
  readonly batchSize?: number | ((items: readonly T[]) => readonly (readonly T[])[])
  /** Requests at the same time, where that matters. */
  readonly inFlight?: number | undefined
  /** Other mutations of the scope wait for the end, and those before are waited for. */
  readonly scope?: string | undefined
  /** Too short to be shown as a job. */
  readonly isShort?: boolean
  /** The caller announces the change; with `start` only that it begins. */
  readonly isQuiet?: boolean | 'start'
  /** Names an item in the list of failures, which the tray then offers to save or to send again. */
  readonly nameOf?: (item: T) => string
  /** Its result needs no tile: that is removed at the end unless something failed. */
  readonly isBrief?: boolean
  /** What the tray says at the end, and where it leads. */
  readonly result: (counts: BulkCounts) => NonNullable<Job['result']>
  /** One entry in the undo history for all: its label, and the change that reverses the items that were changed. */
  readonly undo?: BulkUndo<T> | undefined
}

interface BulkUndo<T> extends Omit<UndoEntry, 'undo'> {
  readonly reverse: (items: Items<T>) => BulkRun
  /** `reverse` shows items that it has not sent as changed back: a redo reverses it also where nothing was sent. */
  readonly isAtOnce?: boolean
}

/** A change to many things through one endpoint. */
export interface BulkChange<T, N extends WriteName> extends Omit<Bulk<T>, 'send'> {
  readonly endpoint: N
  /** May read first what it depends on. */
  readonly input: (batch: readonly T[], signal: AbortSignal) => Input<N> | Promise<Input<N>>
  /** The errors of single items in the response to a batch, by their index in it. */
  readonly rejected?: (output: ResponseBody<N>) => ReadonlyMap<number, string>
  /** An error that means that the change was made before, such as a deleted item that is not found. */
  readonly isDone?: (error: Pick<ApiError, 'code'>) => boolean
  /** Merges the response into the cache. */
  readonly onSuccess?: (output: ResponseBody<N>, batch: readonly T[]) => void
  /** `isDone`: there is no response to merge. */
  readonly onDone?: (batch: readonly T[]) => void
  /** A whole request failed. */
  readonly onError?: (error: ApiError, batch: readonly T[]) => void
  /** As for a mutation. What is stale is refetched once, at the end. */
  readonly merges?: boolean
}

export interface BulkRun<T = unknown> {
  readonly items: () => readonly BulkItem<T>[]
  readonly stop: () => void
  /** Sends again what failed, or with `['unsent']` what a stopped job left. Resolves when that ends. */
  readonly retry: (states?: readonly ItemState[]) => Promise<BulkCounts>
  /** The end of the first run. */
  readonly finished: Promise<BulkCounts>
  /** What its undo does while nothing was sent: the change that it was to reverse goes on. */
  readonly onCancel: (resume: () => void) => void
}

const IN_FLIGHT = 4

/** Changes many things through one endpoint, as a job of the session. */
export const startBulkChange = <T, N extends WriteName>(
  session: KeySession,
  change: BulkChange<T, N>,
): BulkRun<T> =>
  startBulk(session, { ...change, send: (batch, part) => sendBatch(session, change, batch, part) })

/** Changes many things as a job of the session, which goes on when the page is left. */
export function startBulk<T>(session: KeySession, change: Bulk<T>): BulkRun<T> {
  const { batchSize = 1 } = change
  const jobs = change.isShort ? createJobs(session.signal) : getJobs(session)
  const divide = (items: readonly T[]) => {
    if (typeof batchSize === 'function') return batchSize(items).map(createBatch)
    return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
      createBatch(items.slice(index * batchSize, (index + 1) * batchSize)),
    )
  }
  let batches = typeof change.items === 'function' ? undefined : divide(change.items)
  let job = 0
  let hasSent = false
  const requests: ShownRequest[] = []
  let resume: (() => void) | undefined

  const markOvertaken = () => {
    const { isOvertaken } = change
    for (const batch of batches ?? [])
      if (isOvertaken && batch.state !== 'done' && batch.items.every(isOvertaken)) markDone(batch)
  }

  const start = (states: readonly ItemState[]): Promise<BulkCounts> =>
    new Promise((resolve) => {
      const queueOf = (all: Batch<T>[]) => {
        const queue = all.filter(({ state }) => states.includes(state))
        change.onStart?.(queue.flatMap(({ items }) => items))
        return queue
      }
      let queue = batches && queueOf(batches)
      job = jobs.start(
        change.label,
        async ({ signal, report }) => {
          let release = () => {}
          let refetches: RefetchThrottle | undefined
          const stale = new Set<ReadName>()
          try {
            if (change.scope !== undefined)
              release = await session.mutate.hold(change.scope, signal)
            const { items } = change
            if (!batches && typeof items === 'function')
              batches = divide(await items(signal, (activity) => report({ activity })))
            queue ??= queueOf((batches ??= []))
            const progress = { done: 0, failed: 0 }
            report({ total: countItems(queue) })
            if (queue.length > IN_FLIGHT) refetches = throttleRefetches(session)
            await sendAll(session, change, queue, {
              signal,
              stale,
              requests,
              onPause: (paused_until) => report({ paused_until }),
              onSend: () => void (hasSent = true),
              onSettled: (settled) => {
                // A batch of which some items failed becomes several.
                batches?.push(...settled.slice(1))
                refetches?.onRequest()
                progress.done += countItems(settled, 'done', 'kept')
                progress.failed += countItems(settled, 'failed', 'unknown')
                report(progress)
              },
            })
            markOvertaken()
            return change.result(countStates(batches ?? []))
          } finally {
            release()
            markOvertaken()
            const unchanged = listItems(batches).filter(({ state }) => state !== 'done')
            safely(() => change.onEnd?.(unchanged.map(({ item }) => item)))
            report({ failures: failuresOf() })
            const invalidate = (options?: { cancelRefetch: boolean }) =>
              session.mutate.whenIdle(() => {
                for (const name of stale)
                  void session.queryClient.invalidateQueries({ queryKey: [name] }, options)
              })
            if (refetches) refetches.end(invalidate)
            else invalidate()
            resolve(countStates(batches ?? []))
          }
        },
        { isQuiet: change.isQuiet, isBrief: change.isBrief },
      )
    })

  const failuresOf = (): Job['failures'] => {
    const { nameOf } = change
    const failed = listItems(batches).filter(({ error }) => error !== undefined)
    if (!nameOf || failed.length === 0) return undefined
    const retry = () => {
      jobs.dismiss(job)
      void retryItems(['failed', 'unknown'])
    }
    return {
      items: failed.map(({ item, error = '' }) => ({ name: nameOf(item), error })),
      retry,
    }
  }

  let isUndoable = false
  const recordUndo = (run: Promise<BulkCounts>) => {
    const { undo } = change
    if (!undo || isUndoable) return
    isUndoable = true
    // Recorded at once, so that a change that is started by an undo is known as its inverse.
    const entry = session.undo.record({
      ...undo,
      requests,
      scope: () => change.scope,
      undo: () => {
        isUndoable = false
        requests.length = 0
        jobs.stop(job)
        if (resume && !hasSent) return resume()
        const done = last.then(() => (batches ?? []).filter(({ state }) => state === 'done'))
        const changed = done.then(takeDone)
        const inverse = undo.reverse(() => changed)
        if (undo.isAtOnce) return
        inverse.onCancel(() => {
          last = Promise.all([done, changed, inverse.finished]).then(([taken]) => {
            for (const batch of taken) batch.state = 'done'
            const counts = countStates(batches ?? [])
            return batches && counts.unsent === 0 ? counts : start(['unsent'])
          })
          recordUndo(last)
        })
      },
    })
    void run.then(({ done }) => {
      isUndoable &&= done > 0
      return done > 0 ? entry.done() : entry.remove()
    })
  }
  const run = (states: readonly ItemState[]) => {
    const counts = start(states)
    recordUndo(counts)
    return counts
  }
  let last = run(['unsent'])
  const finished = last
  const retryItems = (states: readonly ItemState[] = ['failed']) => {
    // One run at a time: two would send the same batch.
    last = last.then(() => run(states))
    return last
  }

  return {
    finished,
    stop: () => jobs.stop(job),
    items: () => listItems(batches),
    retry: retryItems,
    onCancel: (action) => void (resume = action),
  }
}

interface SendControl<T> {
  readonly signal: AbortSignal
  /** Gets the queries that the requests made stale. */
  readonly stale: Set<ReadName>
  /** Gets the requests that succeeded. */
  readonly requests: ShownRequest[]
  readonly onPause: (until: number) => void
  readonly onSend: () => void
  /** What became of a batch: itself, and a batch for each of its items that failed. */
  readonly onSettled: (settled: readonly Batch<T>[]) => void
}

/** Sends batches until none is left, the job is stopped, or the key turns out not to be allowed to. */
async function sendAll<T>(
  session: KeySession,
  { send, batchSize = 1, inFlight = batchSize === 1 ? IN_FLIGHT : 1 }: Bulk<T>,
  queue: Batch<T>[],
  { signal, stale, requests, onPause, onSend, onSettled }: SendControl<T>,
) {
  let fatal: ApiError | undefined
  let refusals = 0

  const sendNext = async (batch: Batch<T>): Promise<void> => {
    const { items, idempotency_key } = batch
    const result = await send(items, {
      idempotency_key,
      silent: true,
      stale,
      requests,
      stop: signal,
      onPause,
      onSend,
    })
    if (result.state === 'success') {
      refusals = 0
      onSettled(markDone(batch, result.rejected))
    } else if (result.state === 'kept') {
      batch.state = 'kept'
      onSettled([batch])
    } else if (result.state === 'error') {
      const { error, canDuplicate = false } = result
      if (isFatal(error)) fatal = error
      else if (error.status === 429) {
        // Nothing was changed: the batch goes back, and is sent when the limit allows.
        queue.unshift(batch)
        await waitForLimit(error, ++refusals, { signal, onPause })
      } else onSettled([markFailed(batch, error, canDuplicate)])
    }
  }
  const isDone = () => signal.aborted || fatal !== undefined || queue.length === 0
  await runInSlots(session, inFlight, isDone, async () => {
    const batch = isDone() ? undefined : queue.shift()
    if (batch) await sendNext(batch)
  })
  if (fatal) throw fatal
}

/** Sends items in one request to the endpoint of a change. */
async function sendBatch<T, N extends WriteName>(
  { mutate }: KeySession,
  change: BulkChange<T, N>,
  items: readonly T[],
  options: PartOptions,
): Promise<PartResult> {
  const { endpoint, merges } = change
  const { stop: signal } = options
  const input = await readInput(change, items, signal)
  if (!input) return { state: 'canceled' }
  const result =
    'error' in input
      ? ({ state: 'error', error: input.error } as const)
      : await mutate(endpoint, input.value, { ...options, merges })
  if (result.state === 'success') {
    safely(() => change.onSuccess?.(result.output, items))
    return { state: 'success', rejected: change.rejected?.(result.output) }
  }
  if (result.state !== 'error') return result
  const { error } = result
  if (items.length === 1 && change.isDone?.(error)) {
    safely(() => change.onDone?.(items))
    return { state: 'success' }
  }
  if (error.status !== 429) safely(() => change.onError?.(error, items))
  return { ...result, canDuplicate: mutate.canDuplicate(endpoint) }
}

/** The input of a request, or why it could not be read; undefined when the job was stopped meanwhile. */
async function readInput<T, N extends WriteName>(
  { input }: BulkChange<T, N>,
  items: readonly T[],
  signal: AbortSignal,
) {
  try {
    const value = input(items, signal)
    return { value: value instanceof Promise ? await value : value }
  } catch (error) {
    return signal.aborted ? undefined : { error: asApiError(error) }
  }
}
