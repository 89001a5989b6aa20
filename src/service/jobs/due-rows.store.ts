import type { Kysely } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'

export interface DueRow {
  readonly workspace_id: string
  readonly id: string
}

/** Due changelog entries of all workspaces, the longest overdue first. */
export const dueEntries = (
  pool: Kysely<Tables>,
  now: Date,
  limit: number,
): Promise<readonly DueRow[]> =>
  pool
    .selectFrom('changelog_entries')
    .select(['workspace_id', 'id'])
    .where('published_at', 'is', null)
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .limit(limit)
    .execute()

/** Due campaigns of all workspaces, the longest overdue first. */
export const dueCampaigns = (
  pool: Kysely<Tables>,
  now: Date,
  limit: number,
): Promise<readonly DueRow[]> =>
  pool
    .selectFrom('campaigns')
    .select(['workspace_id', 'id'])
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', now.toISOString())
    .orderBy('scheduled_at')
    .limit(limit)
    .execute()
