import type { Database } from '#service/db/db.ts'
import { publishDueEntry } from '#service/feedback/changelog/changelog.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import { dueEntries } from './publish-due-entries.store.ts'

const atOnce = 100

/** Publishes what fell due, also while nothing was running; one transaction and one event for each. Returns how many. */
export async function publishDueEntries(database: Database, now: Date): Promise<number> {
  let published = 0
  const due = await dueEntries(database.pool, now, atOnce)
  for (const { workspace_id, id } of due)
    if (await publishOne(database, workspace_id, id, now)) published += 1
  return published
}

const publishOne = (database: Database, workspace_id: string, entry_id: string, now: Date) =>
  database.transaction(workspace_id, (db) => {
    // No key asked for it: the clock did.
    const caller = { key_id: null, workspace_id, scope: 'write', admin: true } as const
    return publishDueEntry({ db, now, emit: createEmit(db, caller, now, false) }, entry_id)
  })
