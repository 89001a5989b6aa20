import type { DatabaseAccess } from '#service/db/db.ts'
import { sqlState } from '#service/db/transaction-conflict.ts'
import { latestNumbers, numberEvents } from './outbox.store.ts'

/** Numbers events after their commit and notifies subscribers of a workspace that there are new ones. */
export interface EventFeed {
  /** Call after a commit in this process: its events are numbered without waiting for the next round. */
  onWrites(): void
  /** Calls `listener` with the latest event number of the workspace whenever it changes. Returns the unsubscribe function. */
  subscribe(workspace_id: string, listener: (latest: string) => void): () => void
  start(): void
  stop(): Promise<void>
}

// Polling finds the events of other processes.
const pollMs = 500
const afterWriteMs = 40
// Requests wait for a batch on the embedded engine.
const batchSize = { postgres: 1000, embedded: 200 } as const
// Another process numbered the same events first; the next round numbers the rest.
const conflictStates = ['23505', '40P01', '40001']

export function createEventFeed(
  { kind, pool }: DatabaseAccess,
  onFailure: (error: unknown) => void,
  /** Called after this process numbered events of these workspaces. */
  onNumbers: (workspace_ids: ReadonlySet<string>) => void = () => undefined,
): EventFeed {
  const subscribers = new Map<string, Set<(latest: string) => void>>()
  const lastNotified = new Map<string, string>()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let afterWriteTimer: NodeJS.Timeout | undefined
  let isFailing = false

  async function runRound(): Promise<void> {
    const size = batchSize[kind]
    let count: number = size
    while (count === size) {
      const workspace_ids = await numberEvents(pool, size)
      count = workspace_ids.length
      if (count > 0) onNumbers(new Set(workspace_ids))
    }
    if (subscribers.size === 0) return
    for (const [workspace_id, latest] of await latestNumbers(pool, [...subscribers.keys()])) {
      if (lastNotified.get(workspace_id) === latest) continue
      lastNotified.set(workspace_id, latest)
      subscribers.get(workspace_id)?.forEach((listener) => listener(latest))
    }
  }

  /** Reports a repeated failure only once. */
  function reportFailure(error: unknown): void {
    if (conflictStates.includes(sqlState(error))) return
    if (!isFailing) onFailure(error)
    isFailing = true
  }

  function tick(): void {
    // Rounds never overlap.
    running ??= runRound()
      .then(() => void (isFailing = false), reportFailure)
      .finally(() => {
        running = undefined
      })
  }

  return {
    onWrites() {
      if (timer === undefined || afterWriteTimer !== undefined) return
      afterWriteTimer = setTimeout(() => {
        afterWriteTimer = undefined
        tick()
      }, afterWriteMs).unref()
    },
    subscribe(workspace_id, listener) {
      const listeners = subscribers.get(workspace_id) ?? new Set()
      subscribers.set(workspace_id, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || subscribers.get(workspace_id) !== listeners) return
        subscribers.delete(workspace_id)
        lastNotified.delete(workspace_id)
      }
    },
    start() {
      tick()
      timer = setInterval(tick, pollMs).unref()
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(afterWriteTimer)
      timer = undefined
      await running
    },
  }
}
