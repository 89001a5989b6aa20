import type { ApiError } from '#client/api-error.ts'
import { retryDelay } from '#client/retry-policy.ts'
import type { Input, ReadName, ResponseBody, WriteName } from '#contract/endpoints.ts'
import { safely } from '#web/external-store.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { createJobs, getJobs, type Job } from './jobs.ts'
import { randomId } from './random-id.ts'
import type { KeySession } from './session.ts'

type Items<T> = readonly T[] | ((signal: AbortSignal) => Promise<readonly T[]>)

/** A change to many things through one endpoint. */
export interface BulkChange<T, N extends WriteName> {
  /** Names the job: "Tag 1,200 contacts". */
  readonly label: string
  /** All of them, or a function that collects them: what matches a filter, page by page. */
  readonly items: Items<T>
  readonly endpoint: N
  readonly input: (batch: readonly T[]) => Input<N>
  /** Items of one request, or how to divide them. Batches are sent one after the other, single items four at a time. */
  readonly batchSize?: number | ((items: readonly T[]) => readonly (readonly T[])[])
  /** Requests at the same time, where that matters. */
  readonly inFlight?: number | undefined
  /** Other mutations of the scope wait for the end, and those before are waited for. */
  readonly scope?: string | undefined
  /** Too short to be shown as a job. */
  readonly isShort?: boolean
  /** The caller announces the change. */
  readonly isQuiet?: boolean
  /** The errors of single items in the response to a batch, by their index in it. */
  readonly rejected?: (output: ResponseBody<N>) => ReadonlyMap<number, string>
  /** Merges the response into the cache. */
  readonly onSuccess?: (output: ResponseBody<N>, batch: readonly T[]) => void
  /** A whole request failed. */
  readonly onError?: (error: ApiError, batch: readonly T[]) => void
  readonly invalidates?: readonly ReadName[]
  /** What the tray says at the end, and where it leads. */
  readonly result: (counts: BulkCounts) => NonNullable<Job['result']>
  /** One entry in the undo history for all: its label, and the change that reverses the items that were changed. */
  readonly undo?:
    | (Omit<UndoEntry, 'undo'> & { readonly reverse: (items: Items<T>) => BulkRun })
    | undefined
}

/**
 * `unsent`: stopped first. `unknown`: no response, and sending it again could change it twice, so it is not repeated by
 * itself.
 */
type ItemState = 'unsent' | 'done' | 'failed' | 'unknown'

type BulkCounts = Readonly<Record<ItemState, number>>

interface BulkItem<T> {
  readonly item: T
  readonly state: ItemState
  /** Why it failed. */
  readonly error?: string | undefined
}

export interface BulkRun<T = unknown> {
  readonly items: () => readonly BulkItem<T>[]
  readonly stop: () => void
  /** Sends again what failed, or with `['unsent']` what a stopped job left. Resolves when that ends. */
  readonly retry: (states?: readonly ItemState[]) => Promise<BulkCounts>
  /** The end of the first run. */
  readonly finished: Promise<BulkCounts>
}

/** Items that are sent together. The key stays the same while it is not known whether they were changed. */
interface Batch<T> {
  items: readonly T[]
  idempotency_key: string
  state: ItemState
  error?: string | undefined
}

const IN_FLIGHT = 4

const createBatch = <T>(items: readonly T[]): Batch<T> => ({
  items,
  idempotency_key: randomId(),
  state: 'unsent',
})

/** Changes many things as a job of the session, which goes on when the page is left. */
export function startBulkChange<T, N extends WriteName>(
  session: KeySession,
  change: BulkChange<T, N>,
): BulkRun<T> {
  const { batchSize = 1 } = change
  const jobs = change.isShort ? createJobs(session.signal) : getJobs(session)
  let batches: Batch<T>[] | undefined
  let job = 0

  const collect = async (signal: AbortSignal): Promise<Batch<T>[]> => {
    const items = typeof change.items === 'function' ? await change.items(signal) : change.items
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
          try {
            if (change.scope !== undefined)
              release = await session.mutate.hold(change.scope, signal)
            batches ??= await collect(signal)
            const queue = batches.filter(({ state }) => states.includes(state))
            const progress = { done: 0, failed: 0 }
            report({ total: countItems(queue) })
            await sendAll(session, change, queue, {
              signal,
              onPause: (paused_until) => report({ paused_until }),
              onSettled: (settled) => {
                // A batch of which some items failed becomes several.
                batches?.push(...settled.slice(1))
                progress.done += countItems(settled, 'done')
                progress.failed += countItems(settled, 'failed', 'unknown')
                report(progress)
              },
            })
            return change.result(countStates(batches))
          } finally {
            release()
            resolve(countStates(batches ?? []))
          }
        },
        { isQuiet: change.isQuiet },
      )
    })

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

  return {
    finished,
    stop: () => jobs.stop(job),
    items: () =>
      (batches ?? []).flatMap(({ items, state, error }) =>
        items.map((item) => ({ item, state, error })),
      ),
    retry: (states = ['failed']) => {
      // One run at a time: two would send the same batch.
      last = last.then(() => run(states))
      return last
    },
  }
}

interface SendControl<T> {
  readonly signal: AbortSignal
  readonly onPause: (until: number) => void
  /** What became of a batch: itself, and a batch for each of its items that failed. */
  readonly onSettled: (settled: readonly Batch<T>[]) => void
}

/** Sends batches until none is left, the job is stopped, or the key turns out not to be allowed to. */
async function sendAll<T, N extends WriteName>(
  session: KeySession,
  change: BulkChange<T, N>,
  queue: Batch<T>[],
  { signal, onPause, onSettled }: SendControl<T>,
) {
  const { endpoint, invalidates, input, batchSize = 1 } = change
  const { inFlight = batchSize === 1 ? IN_FLIGHT : 1 } = change
  let fatal: ApiError | undefined
  let refusals = 0

  const send = async (batch: Batch<T>) => {
    const { items, idempotency_key } = batch
    const options = { invalidates, idempotency_key, silent: true, stop: signal, onPause }
    const result = await session.mutate(endpoint, input(items), options)
    if (result.state === 'success') {
      refusals = 0
      safely(() => change.onSuccess?.(result.output, items))
      onSettled(markDone(batch, change.rejected?.(result.output)))
    } else if (result.state === 'error') {
      const { error } = result
      if (error.status !== 429) safely(() => change.onError?.(error, items))
      if (isFatal(error)) fatal = error
      else if (error.status === 429) {
        // Nothing was changed: the batch goes back, and is sent when the limit allows.
        queue.unshift(batch)
        const delay = retryDelay(error, ++refusals)
        onPause(Date.now() + delay)
        await sleepUntilAbort(delay, signal)
      } else onSettled([markFailed(batch, error, session.mutate.canDuplicate(endpoint))])
    }
  }
  const work = async () => {
    while (!signal.aborted && !fatal) {
      const batch = queue.shift()
      if (!batch) return
      await send(batch)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  if (fatal) throw fatal
}

/** No other item would fare better. */
const isFatal = ({ code }: ApiError) => code === 'unauthenticated' || code === 'insufficient_scope'

function markFailed<T>(batch: Batch<T>, error: ApiError, canDuplicate: boolean): Batch<T> {
  batch.error = error.message
  batch.state = error.isOutcomeUnknown && canDuplicate ? 'unknown' : 'failed'
  // A rejection is stored under its key and would only be replayed.
  if (!error.isOutcomeUnknown) batch.idempotency_key = randomId()
  return batch
}

/** The batch with its changed items, and a batch for each item that was rejected. */
function markDone<T>(batch: Batch<T>, rejected: ReadonlyMap<number, string> = new Map()) {
  const failed = [...rejected].flatMap(([index, error]): Batch<T>[] =>
    batch.items
      .slice(index, index + 1)
      .map((item) => ({ ...createBatch([item]), state: 'failed', error })),
  )
  batch.items = batch.items.filter((_, index) => !rejected.has(index))
  batch.state = 'done'
  batch.error = undefined
  return [batch, ...failed]
}

/** The items that were changed. They are about to be changed back, so they count as not sent. */
function takeDone<T>(batches: readonly Batch<T>[]): T[] {
  const done = batches.filter(({ state }) => state === 'done')
  for (const batch of done) Object.assign(batch, createBatch(batch.items))
  return done.flatMap(({ items }) => items)
}

const sleepUntilAbort = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
  })

const countItems = (batches: readonly Batch<unknown>[], ...states: ItemState[]) =>
  batches
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .reduce((sum, { items }) => sum + items.length, 0)

const countStates = (batches: readonly Batch<unknown>[]): BulkCounts => ({
  unsent: countItems(batches, 'unsent'),
  done: countItems(batches, 'done'),
  failed: countItems(batches, 'failed'),
  unknown: countItems(batches, 'unknown'),
})
