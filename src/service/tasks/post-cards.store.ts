import { sql } from 'kysely'

import type { PlacedCard } from '#contract/tasks/cards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { cardColumns, membersOf, toCard } from './cards.store.ts'

const selectCards = ({ tx, workspace_id }: WorkspaceDb, post_id: string) =>
  tx
    .selectFrom('cards as card')
    .where('card.workspace_id', '=', workspace_id)
    .where('card.post_id', '=', post_id)
    .where('card.deleted_at', 'is', null)

/** Oldest first, of every board. */
export async function cardsOfPostAfter(
  db: WorkspaceDb,
  post_id: string,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<PlacedCard[]> {
  const rows = await selectCards(db, post_id)
    .innerJoin('boards as board', (join) =>
      join
        .onRef('board.workspace_id', '=', 'card.workspace_id')
        .onRef('board.id', '=', 'card.board_id'),
    )
    .innerJoin('board_lists as list', (join) =>
      join
        .onRef('list.workspace_id', '=', 'card.workspace_id')
        .onRef('list.id', '=', 'card.list_id'),
    )
    .select(cardColumns.map((column) => `card.${column}` as const))
    .select([membersOf.as('members'), 'board.name as board_name', 'list.name as list_name'])
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(card.created_at, card.id) > (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('card.created_at')
    .orderBy('card.id')
    .limit(limit)
    .execute()
  return rows.map(({ board_name, list_name, ...row }) => ({
    ...toCard(row),
    board_name,
    list_name,
  }))
}

export const countCardsOfPost = (db: WorkspaceDb, post_id: string) =>
  countRows(selectCards(db, post_id))

/** Which of these posts of feedback exist; a deleted one does not. */
export async function findPosts(
  { tx, workspace_id }: WorkspaceDb,
  post_ids: readonly string[],
): Promise<string[]> {
  if (post_ids.length === 0) return []
  const posts = await tx
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...post_ids])
    .where('deleted_at', 'is', null)
    .execute()
  return posts.map(({ id }) => id)
}
