import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { chunked } from './rows.store.ts'

interface PostCounts {
  readonly id: string
  readonly vote_count: number
  readonly comment_count: number
  readonly internal_comment_count: number
  readonly updated_at: Date
}

/** What was counted while votes and comments were written. */
export async function saveCounts(
  { tx, workspace_id }: WorkspaceDb,
  posts: readonly PostCounts[],
): Promise<void> {
  for (const chunk of chunked(posts, 2_000))
    await sql`
      update posts set vote_count = counted.vote_count, comment_count = counted.comment_count,
        internal_comment_count = counted.internal_comment_count, updated_at = counted.updated_at
      from json_populate_recordset(null::posts, ${JSON.stringify(chunk)}::json) counted
      where posts.workspace_id = ${workspace_id} and posts.id = counted.id`.execute(tx)
}
