import type { Database } from '#service/db/db.ts'
import { publishDueEntry } from '#service/feedback/changelog/changelog.ts'
import type { Log } from '#service/log.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import { dueEntries } from './due-entries.store.ts'

export interface JobScheduler {
  /** Runs all jobs at once, so that nothing overdue waits, then every two seconds. */
  start(): void
  /** Resolves when the running job has ended. */
  stop(): Promise<void>
}

const intervalMs = 2000
const batchSize = 100

/** Every process may run a scheduler: each job is safe to run in several processes at once. */
export function createJobScheduler(database: Database, log: Log): JobScheduler {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    try {
      await publishDueEntries(database, new Date())
    } catch (error) {
      log('error', 'job_failed', { job: 'publish_due_entries', error: String(error) })
    }
  }

  function tick() {
    // Rounds never overlap.
    running ??= run().finally(() => {
      running = undefined
    })
  }

  return {
    start() {
      tick()
      timer = setInterval(tick, intervalMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Publishes scheduled entries that are due, each in its own transaction. Returns how many it published. */
export async function publishDueEntries(database: Database, now: Date): Promise<number> {
  let published = 0
  const entries = await dueEntries(database.pool, now, batchSize)
  for (const { workspace_id, id } of entries)
    if (await publishEntry(database, workspace_id, id, now)) published += 1
  return published
}

const publishEntry = (database: Database, workspace_id: string, entry_id: string, now: Date) =>
  database.transaction(workspace_id, (db) => {
    // `key_id` is null: no API key requested this.
    const caller = { key_id: null, workspace_id, scope: 'write', admin: true } as const
    return publishDueEntry({ db, now, emit: createEmit(db, caller, now, false) }, entry_id)
  })
