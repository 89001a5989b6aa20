import { sql } from 'kysely'

import type { Card } from '#contract/tasks/cards.ts'
import { GAP } from '#contract/tasks/place.rules.ts'
import { countAll } from '#service/db/aggregate.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { beginAgain } from '#service/db/overtaken.ts'
import { fold, wordsOf } from '#service/search.rules.ts'

export async function insertCard({ tx, workspace_id }: WorkspaceDb, card: Card): Promise<void> {
  await tx
    .insertInto('cards')
    .values({ workspace_id, id: card.id, created_at: instant(card.created_at), ...columnsOf(card) })
    .execute()
    .catch(beginAgain)
}

/** Writes the whole card and gives it its next version. */
export async function saveCard({ tx, workspace_id }: WorkspaceDb, card: Card): Promise<Card> {
  const { version } = await tx
    .updateTable('cards')
    .set({ ...columnsOf(card), version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', card.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return { ...card, version: String(version) }
}

export async function markDeleted(
  { tx, workspace_id }: WorkspaceDb,
  card_id: string,
  deleted_at: Date | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('cards')
    .set({ deleted_at, updated_at: now, version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', card_id)
    .execute()
}

/** The open cards of a list but for one, nearest to `rank`: what a place at an end, or beside a card, lies between. */
export const ranksBeside = async (
  { tx, workspace_id }: WorkspaceDb,
  list_id: string,
  but: string | null,
  beside: {
    readonly side: 'above' | 'below'
    readonly of: { readonly position: number; readonly id: string } | null
  },
): Promise<number | undefined> => {
  const down = beside.side === 'below'
  const row = await tx
    .selectFrom('cards')
    .select('position')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .$if(but !== null, (query) => query.where('id', '!=', but ?? ''))
    .$if(beside.of !== null, (query) =>
      query.where(
        down
          ? sql<boolean>`(position, id) > (${beside.of?.position}::double precision, ${beside.of?.id})`
          : sql<boolean>`(position, id) < (${beside.of?.position}::double precision, ${beside.of?.id})`,
      ),
    )
    .orderBy('position', down ? 'asc' : 'desc')
    .orderBy('id', down ? 'asc' : 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.position
}

/** Fresh gaps between all cards of a list, in the order they have. No version and no event: nothing changed for a reader. */
export async function renumber({ tx, workspace_id }: WorkspaceDb, list_id: string): Promise<void> {
  await sql`
    update cards set position = ranked.rank * ${GAP}::double precision
    from (select id, row_number() over (order by position, id) as rank from cards
      where workspace_id = ${workspace_id} and list_id = ${list_id}) ranked
    where cards.workspace_id = ${workspace_id} and cards.id = ranked.id`.execute(tx)
}

/** Whether the board holds `limit` open cards already. */
export async function isFull({ tx, workspace_id }: WorkspaceDb, board_id: string, limit: number) {
  const { count } = await tx
    .selectFrom((eb) =>
      eb
        .selectFrom('cards')
        .select('id')
        .where('workspace_id', '=', workspace_id)
        .where('board_id', '=', board_id)
        .where('status', '=', 'open')
        .where('deleted_at', 'is', null)
        .limit(limit)
        .as('open'),
    )
    .select(countAll().as('count'))
    .executeTakeFirstOrThrow()
  return count >= limit
}

export async function countCardsOfList({ tx, workspace_id }: WorkspaceDb, list_id: string) {
  const { count } = await tx
    .selectFrom('cards')
    .select(countAll().as('count'))
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Cards that only a restore could bring back go for good with the list they would return to. */
export async function purgeDeletedCards({ tx, workspace_id }: WorkspaceDb, list_id: string) {
  await tx
    .deleteFrom('cards')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** Below the cards of the other list, in the order they had. Deleted ones come along, so that they can be restored. */
export async function moveAllCards(
  { tx, workspace_id }: WorkspaceDb,
  from: string,
  to: string,
  now: Date,
): Promise<void> {
  await sql`
    update cards set list_id = ${to}, updated_at = ${now}, version = version + 1,
      position = ranked.rank * ${GAP}::double precision + (
        select coalesce(max(position), 0) from cards where workspace_id = ${workspace_id} and list_id = ${to})
    from (select id, row_number() over (order by position, id) as rank from cards
      where workspace_id = ${workspace_id} and list_id = ${from}) ranked
    where cards.workspace_id = ${workspace_id} and cards.id = ranked.id`.execute(tx)
}

const instant = (text: string) => new Date(text)

function columnsOf(card: Card) {
  const searched = `${card.name}\n${card.description ?? ''}`
  return {
    board_id: card.board_id,
    list_id: card.list_id,
    name: card.name,
    description: card.description,
    label_ids: card.label_ids,
    member_ids: card.members.map(({ id }) => id),
    due_at: card.due_at === null ? null : instant(card.due_at),
    start_at: card.start_at === null ? null : instant(card.start_at),
    completed: card.completed,
    completed_at: card.completed_at === null ? null : instant(card.completed_at),
    status: card.status,
    position: card.position,
    post_id: card.post_id,
    external_ref: card.external_ref,
    updated_at: instant(card.updated_at),
    search: sql<string>`array_to_tsvector(${wordsOf(searched)}::text[])`,
    search_text: fold(searched),
  }
}
