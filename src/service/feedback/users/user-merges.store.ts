import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { deleteById, updateById } from '#service/db/rows.ts'

/** The posts with votes of these users, and the posts from which a merge moved these votes. */
export async function postsVotedBy(
  { tx, workspace_id }: WorkspaceDb,
  user_ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    with own as (
      select id, post_id from votes where workspace_id = ${workspace_id} and user_id = any (${user_ids}::text[]))
    select post_id from own
    union
    select m.post_id from merged_votes m join own on own.id = m.vote_id
    where m.workspace_id = ${workspace_id}`.execute(tx)
  return rows.map(({ post_id }) => post_id)
}

/**
 * Leaves one vote per post where both users voted. A vote that a merge of posts had moved returns to its original post,
 * as if both users had been one then; any other is deleted.
 */
export async function resolveDoubleVotes(db: WorkspaceDb, from: string, into: string) {
  const { tx, workspace_id } = db
  for (;;) {
    const { rows } = await sql<{ of_from: string; of_into: string; post_id: string }>`
      select v.id as of_from, w.id as of_into, v.post_id
      from votes v join votes w on w.workspace_id = v.workspace_id and w.post_id = v.post_id and w.user_id = ${into}
      where v.workspace_id = ${workspace_id} and v.user_id = ${from}`.execute(tx)
    if (rows.length === 0) return
    for (const { of_from, of_into, post_id } of rows) {
      const { rows: origins } = await sql<{ vote_id: string; source: string }>`
        select m.vote_id, m.post_id as source
        from merged_votes m join posts p on p.workspace_id = m.workspace_id and p.id = m.post_id
        where m.workspace_id = ${workspace_id} and m.vote_id = any (${[of_from, of_into]}::text[])
          and p.merged_into_id = ${post_id}
        order by m.vote_id = ${of_from} desc limit 1`.execute(tx)
      const origin = origins[0]
      if (origin) await returnVote(db, origin.vote_id, origin.source)
      else await deleteById(db, 'votes', of_from)
    }
  }
}

async function returnVote(db: WorkspaceDb, vote_id: string, source: string) {
  const { tx, workspace_id } = db
  const { rows } = await sql`
    update votes v set post_id = ${source}
    where v.workspace_id = ${workspace_id} and v.id = ${vote_id} and not exists (
      select 1 from votes other where other.workspace_id = ${workspace_id}
        and other.post_id = ${source} and other.user_id = v.user_id)
    returning v.id`.execute(tx)
  if (rows.length === 0) return deleteById(db, 'votes', vote_id)
  await tx
    .deleteFrom('merged_votes')
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', source)
    .where('vote_id', '=', vote_id)
    .execute()
}

/** Votes, posts and comments. Resolve double votes first. */
export async function reassignRecords(
  { tx, workspace_id }: WorkspaceDb,
  from: string,
  into: string,
) {
  await tx
    .updateTable('votes')
    .set({ user_id: into })
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', from)
    .execute()
  for (const table of ['posts', 'comments'] as const)
    await tx
      .updateTable(table)
      .set({ author_id: into })
      .where('workspace_id', '=', workspace_id)
      .where('author_type', '=', 'user')
      .where('author_id', '=', from)
      .execute()
}

/** Requires that no record references the user. */
export const removeUser = (db: WorkspaceDb, user_id: string) =>
  deleteById(db, 'portal_users', user_id)

/** Keeps the row for its references and clears all personal data. */
export async function eraseUser(db: WorkspaceDb, user_id: string, now: Date) {
  await updateById(db, 'portal_users', user_id, {
    external_id: null,
    email: null,
    email_key: null,
    name: null,
    avatar_url: null,
    attributes: '{}',
    last_seen_at: null,
    search: '',
    search_text: '',
    deleted_at: now,
    updated_at: now,
  })
}
