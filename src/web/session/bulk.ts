import { type ApiError, asApiError } from '#client/api-error.ts'
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
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { queriesStaleAfter } from '#web/session/realtime/write-invalidation.rules.ts'
import { createJobs, getJobs, type Job } from './jobs.ts'
import { randomId } from './random-id.ts'
import type { KeySession } from './session.ts'

type Items<T> =
  | readonly T[]
  | ((signal: AbortSignal, report?: (activity: string) => void) => Promise<readonly T[]>)

/** A change to many things through one endpoint. */
export interface BulkChange<T, N extends WriteName> {
  /** Names the job: "Tag 1,200 contacts". */
  readonly label: string
  /** All of them, or a function that collects them: what matches a filter, page by page. */
  readonly items: Items<T>
  readonly endpoint: N
  /** May read first what it depends on. */
  readonly input: (batch: readonly T[], signal: AbortSignal) => Input<N> | Promise<Input<N>>
  /** The version that `input` was made from. A newer one on the server makes it read again. */
  readonly version?: (batch: readonly T[]) => string | undefined
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
  /** The errors of single items in the response to a batch, by their index in it. */
  readonly rejected?: (output: ResponseBody<N>) => ReadonlyMap<number, string>
  /** Names an item in the list of failures, which the tray then offers to save or to send again. */
  readonly nameOf?: (item: T) => string
  /** Its result needs no tile: that is removed at the end unless something failed. */
  readonly isBrief?: boolean
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
  /** What the tray says at the end, and where it leads. */
  readonly result: (counts: BulkCounts) => NonNullable<Job['result']>
  /** One entry in the undo history for all: its label, and the change that reverses the items that were changed. */
  readonly undo?:
    | (Omit<UndoEntry, 'undo'> & { readonly reverse: (items: Items<T>) => BulkRun })
    | undefined
}

export interface BulkRun<T = unknown> {
  readonly items: () => readonly BulkItem<T>[]
  readonly stop: () => void
  /** Sends again what failed, or with `['unsent']` what a stopped job left. Resolves when that ends. */
  readonly retry: (states?: readonly ItemState[]) => Promise<BulkCounts>
  /** The end of the first run. */
  readonly finished: Promise<BulkCounts>
}

const IN_FLIGHT = 4
/** Of one item that others keep changing. */
const MAX_ATTEMPTS = 3

/** Changes many things as a job of the session, which goes on when the page is left. */
export function startBulkChange<T, N extends WriteName>(
  session: KeySession,
  change: BulkChange<T, N>,
): BulkRun<T> {
  const { batchSize = 1 } = change
  const jobs = change.isShort ? createJobs(session.signal) : getJobs(session)
  let batches: Batch<T>[] | undefined
  let job = 0

  const collect = async (signal: AbortSignal, onActivity: (activity: string) => void) => {
    const items =
      typeof change.items === 'function' ? await change.items(signal, onActivity) : change.items
    if (typeof batchSize === 'function') return batchSize(items).map(createBatch)
    return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
      createBatch(items.slice(index * batchSize, (index + 1) * batchSize)),
    )
  }

  const start = (states: readonly ItemState[]): Promise<BulkCounts> =>
    new Promise((resolve) => {
      job = jobs.start(
        change.label,
        async ({ signal, report }) => {
          let release = () => {}
          let refetches: RefetchThrottle | undefined
          const stale = new Set<ReadName>()
          try {
            if (change.scope !== undefined)
              release = await session.mutate.hold(change.scope, signal)
            batches ??= await collect(signal, (activity) => report({ activity }))
            const queue = batches.filter(({ state }) => states.includes(state))
            const progress = { done: 0, failed: 0 }
            report({ total: countItems(queue) })
            if (queue.length > IN_FLIGHT) refetches = throttleRefetches(session)
            await sendAll(session, change, queue, {
              signal,
              stale,
              onPause: (paused_until) => report({ paused_until }),
              onSettled: (settled) => {
                // A batch of which some items failed becomes several.
                batches?.push(...settled.slice(1))
                refetches?.onRequest()
                progress.done += countItems(settled, 'done')
                progress.failed += countItems(settled, 'failed', 'unknown')
                report(progress)
              },
            })
            return change.result(countStates(batches))
          } finally {
            release()
            report({ failures: failuresOf() })
            const invalidate = (options?: { cancelRefetch: boolean }) => {
              for (const name of stale)
                void session.queryClient.invalidateQueries({ queryKey: [name] }, options)
            }
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
      scope: () => change.scope,
      undo: () => {
        isUndoable = false
        jobs.stop(job)
        const changed = last.then(() => takeDone(batches ?? []))
        undo.reverse(() => changed)
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
  }
}

interface SendControl<T> {
  readonly signal: AbortSignal
  /** Gets the queries that the requests made stale. */
  readonly stale: Set<ReadName>
  readonly onPause: (until: number) => void
  /** What became of a batch: itself, and a batch for each of its items that failed. */
  readonly onSettled: (settled: readonly Batch<T>[]) => void
}

/** Sends batches until none is left, the job is stopped, or the key turns out not to be allowed to. */
async function sendAll<T, N extends WriteName>(
  session: KeySession,
  change: BulkChange<T, N>,
  queue: Batch<T>[],
  { signal, stale, onPause, onSettled }: SendControl<T>,
) {
  const { endpoint, batchSize = 1 } = change
  const { inFlight = batchSize === 1 ? IN_FLIGHT : 1 } = change
  let fatal: ApiError | undefined
  let refusals = 0

  const send = async (batch: Batch<T>, attempt = 1): Promise<void> => {
    const { items, idempotency_key } = batch
    const version = () => change.version?.(items)
    const options = { idempotency_key, silent: true, isPart: true, stop: signal, onPause, version }
    const input = await readInput(change, items, signal)
    if (!input) return void queue.unshift(batch)
    if ('value' in input)
      for (const name of queriesStaleAfter(endpoint, input.value, change)) stale.add(name)
    const result =
      'error' in input
        ? ({ state: 'error', error: input.error } as const)
        : await session.mutate(endpoint, input.value, options)
    if (isStale(result) && version() !== undefined && attempt < MAX_ATTEMPTS) {
      // The rejection is stored under its key.
      batch.idempotency_key = randomId()
      return send(batch, attempt + 1)
    }
    if (result.state === 'success') {
      refusals = 0
      safely(() => change.onSuccess?.(result.output, items))
      onSettled(markDone(batch, change.rejected?.(result.output)))
    } else if (result.state === 'error') {
      const { error } = result
      if (items.length === 1 && change.isDone?.(error)) {
        safely(() => change.onDone?.(items))
        return onSettled(markDone(batch))
      }
      if (error.status !== 429) safely(() => change.onError?.(error, items))
      if (isFatal(error)) fatal = error
      else if (error.status === 429) {
        // Nothing was changed: the batch goes back, and is sent when the limit allows.
        queue.unshift(batch)
        await waitForLimit(error, ++refusals, { signal, onPause })
      } else onSettled([markFailed(batch, error, session.mutate.canDuplicate(endpoint))])
    }
  }
  const isDone = () => signal.aborted || fatal !== undefined || queue.length === 0
  await runInSlots(session, inFlight, isDone, async () => {
    const batch = isDone() ? undefined : queue.shift()
    if (batch) await send(batch)
  })
  if (fatal) throw fatal
}

const isStale = (result: { readonly state: string; readonly error?: ApiError }) =>
  result.error?.code === 'precondition_failed'

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
