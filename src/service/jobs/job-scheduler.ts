import type { ClaimRunner } from '#service/claims/claim-runner.ts'
import type { Context } from '#service/context.ts'
import type { DatabaseAccess } from '#service/db/db.ts'
import { sendDueCampaign } from '#service/email/campaigns/campaign-sending.ts'
import { publishDueEntry } from '#service/feedback/changelog/changelog.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import { type DueRow, dueCampaigns, dueEntries } from './due-rows.store.ts'
import { type ImportRunnerOptions, createImportRunner } from './import-runner.ts'

export interface JobScheduler {
  /** Runs all jobs at once, so that nothing overdue waits, then every two seconds. */
  start(): void
  /** Resolves when the running job has ended. */
  stop(): Promise<void>
}

const intervalMs = 2000
const batchSize = 100

/** Every process may run a scheduler: each job is safe to run in several processes at once. */
export function createJobScheduler(
  database: DatabaseAccess,
  public_base_url: string | null,
  options: ImportRunnerOptions & { readonly deliveries: ClaimRunner },
): JobScheduler {
  const { log, deliveries } = options
  // Beside the rounds: a long import must not delay what is due.
  const imports = createImportRunner(database, options)
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    for (const [job, work] of jobs)
      try {
        await work(database, new Date(), public_base_url)
      } catch (error) {
        log('error', 'job_failed', { job, error: String(error) })
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
      imports.start()
      deliveries.start()
      tick()
      timer = setInterval(tick, intervalMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all([running, imports.stop(), deliveries.stop()])
    },
  }
}

/** Publishes scheduled entries that are due, each in its own transaction. Returns how many it published. */
export const publishDueEntries = async (
  database: DatabaseAccess,
  now: Date,
  public_base_url: string | null,
): Promise<number> => {
  const rows = await dueEntries(database.pool, now, batchSize)
  return runForEach(database, rows, now, (context, id) =>
    publishDueEntry({ ...context, public_base_url }, id),
  )
}

/** Sends scheduled campaigns that are due, each in its own transaction. Returns how many it handled. */
export const sendDueCampaigns = async (database: DatabaseAccess, now: Date): Promise<number> =>
  runForEach(database, await dueCampaigns(database.pool, now, batchSize), now, sendDueCampaign)

const jobs = [
  ['publish_due_entries', publishDueEntries],
  ['send_due_campaigns', sendDueCampaigns],
] as const

type Work = (context: Pick<Context, 'db' | 'now' | 'emit'>, id: string) => Promise<boolean>

async function runForEach(
  database: DatabaseAccess,
  rows: readonly DueRow[],
  now: Date,
  work: Work,
): Promise<number> {
  let count = 0
  const errors: unknown[] = []
  for (const { workspace_id, id } of rows)
    try {
      const isDone = await database.transaction(workspace_id, (db) => {
        // `key_id` is null: no API key requested this.
        const caller = {
          key_id: null,
          member_id: null,
          workspace_id,
          scope: 'write',
          admin: true,
        } as const
        return work({ db, now, emit: createEmit(db, caller, now, false) }, id)
      })
      if (isDone) count += 1
    } catch (error) {
      // The others must not wait for one that fails in every round.
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
  return count
}
