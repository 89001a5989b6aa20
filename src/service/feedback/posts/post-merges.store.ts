import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { updateById } from '#service/db/rows.ts'

/** Locks the posts, including deleted ones, and recounts their votes. The lock blocks new votes. */
export async function recountVotes(
  { tx, workspace_id }: WorkspaceDb,
  post_ids: readonly string[],
  now: Date,
) {
  await tx
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...post_ids, ''])
    .orderBy('id')
    .forUpdate()
    .execute()
  // A separate statement, because it must see the votes committed before the locks.
  await sql`
    update posts p set vote_count = counted.votes, updated_at = greatest(p.updated_at, ${now})
    from (
      select id, (select count(*)::int from votes v
        where v.workspace_id = ${workspace_id} and v.post_id = post.id) as votes
      from posts post where post.workspace_id = ${workspace_id} and post.id = any (${post_ids}::text[])
    ) counted
    where p.workspace_id = ${workspace_id} and p.id = counted.id and p.vote_count <> counted.votes`.execute(
    tx,
  )
}

/** The vote of a user who voted for both posts stays, so no user counts twice. */
export async function moveVotes({ tx, workspace_id }: WorkspaceDb, from: string, into: string) {
  await sql`
    with moved as (
      update votes v set post_id = ${into}
      where v.workspace_id = ${workspace_id} and v.post_id = ${from} and not exists (
        select 1 from votes other where other.workspace_id = ${workspace_id}
          and other.post_id = ${into} and other.user_id = v.user_id)
      returning v.id)
    insert into merged_votes (workspace_id, post_id, vote_id)
    select ${workspace_id}, ${from}, id from moved`.execute(tx)
}

export async function returnVotes({ tx, workspace_id }: WorkspaceDb, from: string, into: string) {
  const moved = sql`v.workspace_id = ${workspace_id} and v.post_id = ${into} and v.id in (
    select vote_id from merged_votes where workspace_id = ${workspace_id} and post_id = ${from})`
  // After a merge of users the vote may belong to a user whose own vote stayed.
  await sql`
    delete from votes v where ${moved} and exists (
      select 1 from votes other where other.workspace_id = ${workspace_id}
        and other.post_id = ${from} and other.user_id = v.user_id)`.execute(tx)
  await sql`update votes v set post_id = ${from} where ${moved}`.execute(tx)
  await tx
    .deleteFrom('merged_votes')
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', from)
    .execute()
}

/**
 * Moves imported votes from a post into the one that it is merged into, or back with a negative number. As `vote_count`, they
 * change no version.
 */
export async function moveImportedVotes(
  { tx, workspace_id }: WorkspaceDb,
  { from, into, count }: { readonly from: string; readonly into: string; readonly count: number },
  now: Date,
) {
  if (count === 0) return
  await sql`
    update posts set
      imported_votes = imported_votes + case id when ${from} then -${count}::int else ${count}::int end,
      moved_imported_votes = moved_imported_votes + case id when ${from} then ${count}::int else 0 end,
      merged_imported_votes = merged_imported_votes + case id when ${into} then ${count}::int else 0 end,
      updated_at = greatest(updated_at, ${now})
    where workspace_id = ${workspace_id} and id in (${from}, ${into})`.execute(tx)
}

/** The post that another one is merged into, also a deleted one. */
export const findMergeTarget = ({ tx, workspace_id }: WorkspaceDb, post_id: string) =>
  tx
    .selectFrom('posts')
    .select(['id', 'title', 'merged_into_id'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', post_id)
    .executeTakeFirstOrThrow()

export async function markMerged(
  db: WorkspaceDb,
  post_id: string,
  merged_into_id: string | null,
  now: Date,
) {
  await updateById(db, 'posts', post_id, { merged_into_id, updated_at: now })
}
