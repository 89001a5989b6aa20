import type { Kysely } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'

/** Due changelog entries of all workspaces, the longest overdue first. */
export const dueEntries = (pool: Kysely<Tables>, now: Date, limit: number) =>
  pool
    .selectFrom('changelog_entries')
    .select(['workspace_id', 'id'])
    .where('published_at', 'is', null)
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .limit(limit)
    .execute()
