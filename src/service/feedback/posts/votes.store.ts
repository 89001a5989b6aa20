import { type SelectQueryBuilder, sql } from 'kysely'

import type { PortalUserRef } from '#contract/feedback/users.ts'
import type { Vote } from '#contract/feedback/votes.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countAll, type CursorValue } from '#service/db/pagination.ts'
import { deleteById } from '#service/db/rows.ts'
import type { VotesTable } from '#service/db/schema/feedback.ts'
import type { Tables } from '#service/db/schema/tables.ts'

const userOfVote = sql<PortalUserRef>`(
  select json_build_object('id', u.id, 'external_id', u.external_id, 'email', u.email, 'name', u.name,
    'avatar_url', u.avatar_url)
  from portal_users u where u.workspace_id = vote.workspace_id and u.id = vote.user_id)`

const selectVotes = ({ tx, workspace_id }: WorkspaceDb, post_id: string) =>
  tx
    .selectFrom('votes as vote')
    .selectAll('vote')
    .select(userOfVote.as('user'))
    .where('vote.workspace_id', '=', workspace_id)
    .where('vote.post_id', '=', post_id)

export async function votesAfter(
  db: WorkspaceDb,
  post_id: string,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Vote[]> {
  const rows = await selectVotes(db, post_id)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(vote.created_at, vote.id) < (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('vote.created_at', 'desc')
    .orderBy('vote.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toVote)
}

export const countVotes = async ({ tx, workspace_id }: WorkspaceDb, post_id: string) =>
  (
    await tx
      .selectFrom('votes')
      .select(countAll().as('count'))
      .where('workspace_id', '=', workspace_id)
      .where('post_id', '=', post_id)
      .executeTakeFirstOrThrow()
  ).count

export const findVote = (db: WorkspaceDb, post_id: string, vote_id: string) =>
  findFirst(selectVotes(db, post_id).where('vote.id', '=', vote_id))

export const voteOf = (db: WorkspaceDb, post_id: string, user_id: string) =>
  findFirst(selectVotes(db, post_id).where('vote.user_id', '=', user_id))

/** False when the user has already voted for the post. */
export async function insertVote({ tx, workspace_id }: WorkspaceDb, vote: Vote): Promise<boolean> {
  const { id, post_id, user_id, created_at } = vote
  const inserted = await tx
    .insertInto('votes')
    .values({ workspace_id, id, post_id, user_id, created_at: new Date(created_at) })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'post_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const deleteVote = (db: WorkspaceDb, vote_id: string) => deleteById(db, 'votes', vote_id)

interface Row {
  readonly id: string
  readonly post_id: string
  readonly user_id: string
  readonly created_at: string
  readonly user: PortalUserRef
}

async function findFirst(
  query: SelectQueryBuilder<Tables & { vote: VotesTable }, 'vote', Row>,
): Promise<Vote | undefined> {
  const row = await query.executeTakeFirst()
  return row && toVote(row)
}

/** Votes are created and deleted, never updated: the version is always 1. */
const toVote = ({ id, post_id, user_id, user, created_at }: Row): Vote => ({
  id,
  post_id,
  user_id,
  user,
  version: '1',
  created_at,
})
