import type { Database } from '#service/db/db.ts'
import type { Log } from '#service/log.ts'
import { publishDueEntries } from './publish-due-entries.ts'

export interface JobScheduler {
  /** Looks at once, then every two seconds: what fell due while nothing was running does not wait. */
  start(): void
  /** Resolves when the work in hand is done. */
  stop(): Promise<void>
}

type Job = (database: Database, now: Date) => Promise<unknown>

const everyMs = 2000
const jobs: Readonly<Record<string, Job>> = { publish_due_entries: publishDueEntries }

/** The one timer. Every process may run one: the jobs claim the rows they work on. */
export function createJobScheduler(database: Database, log: Log): JobScheduler {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    for (const [name, job] of Object.entries(jobs))
      try {
        await job(database, new Date())
      } catch (error) {
        log('error', 'job_failed', { job: name, error: String(error) })
      }
  }

  function tick() {
    // A slow round is not overtaken by the next one.
    running ??= run().finally(() => {
      running = undefined
    })
  }

  return {
    start() {
      tick()
      timer = setInterval(tick, everyMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
