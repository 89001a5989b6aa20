import type { Database } from '#service/db/db.ts'
import { sqlState } from '#service/db/transaction-conflict.ts'
import { latestNumbers, numberEvents, numberingBatchSize } from './outbox.store.ts'

/** Gives events their numbers after the commit, and tells who follows a workspace that there is more to read. */
export interface EventFeed {
  /** Something was committed here: its events need not wait for the next round. */
  onWrites(): void
  /** Calls `look` with the latest number of the workspace whenever it has changed. Returns how to stop. */
  subscribe(workspace_id: string, listener: (latest: string) => void): () => void
  start(): void
  stop(): Promise<void>
}

// Other processes write too; their events are found by looking, twice a second.
const everyMs = 500
const soonMs = 40
// Another process numbered them first; the next round finds what is left.
const overtaken = ['23505', '40P01', '40001']

export function createEventFeed(
  { pool }: Database,
  onFailure: (error: unknown) => void,
): EventFeed {
  const subscribers = new Map<string, Set<(latest: string) => void>>()
  const lastNotified = new Map<string, string>()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let soonTimer: NodeJS.Timeout | undefined
  let isFailing = false

  async function round(): Promise<void> {
    while ((await numberEvents(pool)) === numberingBatchSize);
    if (subscribers.size === 0) return
    for (const [workspace_id, latest] of await latestNumbers(pool, [...subscribers.keys()])) {
      if (lastNotified.get(workspace_id) === latest) continue
      lastNotified.set(workspace_id, latest)
      subscribers.get(workspace_id)?.forEach((listener) => listener(latest))
    }
  }

  /** What goes on failing is told once. */
  function note(error: unknown): void {
    if (overtaken.includes(sqlState(error))) return
    if (!isFailing) onFailure(error)
    isFailing = true
  }

  function tick(): void {
    // A slow round is not overtaken by the next one.
    running ??= round()
      .then(() => void (isFailing = false), note)
      .finally(() => {
        running = undefined
      })
  }

  return {
    onWrites() {
      if (timer === undefined || soonTimer !== undefined) return
      soonTimer = setTimeout(() => {
        soonTimer = undefined
        tick()
      }, soonMs).unref()
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
      timer = setInterval(tick, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(soonTimer)
      timer = undefined
      await running
    },
  }
}
