import type { Database } from '#service/db/db.ts'
import { sqlState } from '#service/db/transaction-conflict.ts'
import { latestNumbers, numberEvents, numberedAtOnce } from './outbox.store.ts'

/** Gives events their numbers after the commit, and tells who follows a workspace that there is more to read. */
export interface Feed {
  /** Something was committed here: its events need not wait for the next round. */
  noteWrites(): void
  /** Calls `look` with the latest number of the workspace whenever it has changed. Returns how to stop. */
  follow(workspace_id: string, look: (latest: string) => void): () => void
  start(): void
  stop(): Promise<void>
}

// Other processes write too; their events are found by looking, twice a second.
const everyMs = 500
const soonMs = 40
// Another process numbered them first; the next round finds what is left.
const overtaken = ['23505', '40P01', '40001']

export function createFeed({ pool }: Database, onFailure: (error: unknown) => void): Feed {
  const followers = new Map<string, Set<(latest: string) => void>>()
  const told = new Map<string, string>()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let isFailing = false

  async function round(): Promise<void> {
    while ((await numberEvents(pool)) === numberedAtOnce);
    if (followers.size === 0) return
    for (const [workspace_id, latest] of await latestNumbers(pool, [...followers.keys()])) {
      if (told.get(workspace_id) === latest) continue
      told.set(workspace_id, latest)
      followers.get(workspace_id)?.forEach((look) => look(latest))
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
    noteWrites() {
      if (timer === undefined || soon !== undefined) return
      soon = setTimeout(() => {
        soon = undefined
        tick()
      }, soonMs).unref()
    },
    follow(workspace_id, look) {
      const looks = followers.get(workspace_id) ?? new Set()
      followers.set(workspace_id, looks.add(look))
      return () => {
        looks.delete(look)
        if (looks.size > 0 || followers.get(workspace_id) !== looks) return
        followers.delete(workspace_id)
        told.delete(workspace_id)
      }
    },
    start() {
      tick()
      timer = setInterval(tick, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(soon)
      timer = undefined
      await running
    },
  }
}
