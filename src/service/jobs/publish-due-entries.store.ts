import type { Kysely } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'

/** Of every workspace, the longest waiting first. */
export const dueEntries = (pool: Kysely<Tables>, now: Date, limit: number) =>
  pool
    .selectFrom('changelog_entries')
    .select(['workspace_id', 'id'])
    .where('published_at', 'is', null)
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .limit(limit)
    .execute()
