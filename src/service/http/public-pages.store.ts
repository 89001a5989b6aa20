import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { prepared } from '#service/db/driver/prepared-statement.ts'

// Events as `countCommittedEvents` counts them. A second workspace changes the addresses of the first.
const versionStatement = prepared<object, { version: string }>(
  (_, { workspace_id }) => sql`
    select exists (select 1 from workspaces other where other.id <> workspace.id) || '.' || (
      coalesce((select seq from events where workspace_id = workspace.id and seq is not null
        order by seq desc limit 1), 0)
      + (select count(*) from events where workspace_id = workspace.id and seq is null)) as version
    from workspaces workspace
    where workspace.id = ${workspace_id} and workspace.public_changelog`,
)

/** Changes with everything that public pages show, but for the time; empty while they are off. */
export async function readPublicVersion(db: WorkspaceDb): Promise<string> {
  const row = await versionStatement.first(db, {})
  return row?.version ?? ''
}
