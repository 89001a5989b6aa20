import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'

/** How many events were ever committed here: those with numbers, which have no gap, and those that wait for theirs. */
export async function countCommittedEvents({ tx, workspace_id }: WorkspaceDb): Promise<string> {
  const { rows } = await sql<{ count: string }>`
    select (
      coalesce((select seq from events where workspace_id = ${workspace_id} and seq is not null
        order by seq desc limit 1), 0)
      + (select count(*) from events where workspace_id = ${workspace_id} and seq is null)
    )::text as count`.execute(tx)
  return rows[0]?.count ?? ''
}
