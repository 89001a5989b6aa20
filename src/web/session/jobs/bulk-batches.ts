import type { ApiError } from '#client/api-error.ts'
import { randomId } from '#web/session/random-id.ts'

/**
 * `unsent`: stopped first. `unknown`: no response, and sending it again could change it twice, so it is not repeated by
 * itself. `kept`: someone else has changed it since, and it stays so.
 */
export type ItemState = 'unsent' | 'done' | 'failed' | 'unknown' | 'kept'

export type BulkCounts = Readonly<Record<ItemState, number>>

export interface BulkItem<T> {
  readonly item: T
  readonly state: ItemState
  /** Why it failed. */
  readonly error?: string | undefined
}

/** Items that are sent together. The key stays the same while it is not known whether they were changed. */
export interface Batch<T> {
  items: readonly T[]
  idempotency_key: string
  state: ItemState
  error?: string | undefined
}

export const createBatch = <T>(items: readonly T[]): Batch<T> => ({
  items,
  idempotency_key: randomId(),
  state: 'unsent',
})

export const listItems = <T>(batches: readonly Batch<T>[] = []): readonly BulkItem<T>[] =>
  batches.flatMap(({ items, state, error }) => items.map((item) => ({ item, state, error })))

export function markFailed<T>(batch: Batch<T>, error: ApiError, canDuplicate: boolean): Batch<T> {
  batch.error = error.message
  batch.state = error.isOutcomeUnknown && canDuplicate ? 'unknown' : 'failed'
  // A rejection is stored under its key and would only be replayed.
  if (!error.isOutcomeUnknown) batch.idempotency_key = randomId()
  return batch
}

/** The batch with its changed items, and a batch for each item that was rejected. */
export function markDone<T>(batch: Batch<T>, rejected: ReadonlyMap<number, string> = new Map()) {
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

/** The items of batches that were changed. They are about to be changed back, so they count as not sent. */
export function takeDone<T>(done: readonly Batch<T>[]): T[] {
  for (const batch of done) Object.assign(batch, createBatch(batch.items))
  return done.flatMap(({ items }) => items)
}

export const countItems = (batches: readonly Batch<unknown>[], ...states: ItemState[]) =>
  batches
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .reduce((sum, { items }) => sum + items.length, 0)

export const countStates = (batches: readonly Batch<unknown>[]): BulkCounts => ({
  unsent: countItems(batches, 'unsent'),
  done: countItems(batches, 'done'),
  failed: countItems(batches, 'failed'),
  unknown: countItems(batches, 'unknown'),
  kept: countItems(batches, 'kept'),
})
