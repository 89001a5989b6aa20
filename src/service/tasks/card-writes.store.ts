import { sql } from 'kysely'

import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepareStatement } from '#service/db/driver/prepared-statement.ts'
import { countAll } from '#service/db/pagination.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { foldCase, searchWords } from '#service/search-text.rules.ts'

export async function insertCard({ tx, workspace_id }: WorkspaceDb, card: Card): Promise<void> {
  const { words, ...columns } = columnsOf(card)
  await tx
    .insertInto('cards')
    .values({
      workspace_id,
      id: card.id,
      created_at: card.created_at,
      ...columns,
      search: sql<string>`array_to_tsvector(${words}::text[])`,
    })
    .execute()
    .catch(retryOnUniqueViolation)
}

const update = prepareStatement((tx, given: Placeholders<Columns & { id: string }>) =>
  tx
    .updateTable('cards')
    .set({
      name: given.name,
      description: given.description,
      label_ids: given.label_ids,
      member_ids: given.member_ids,
      due_at: given.due_at,
      start_at: given.start_at,
      completed: given.completed,
      completed_at: given.completed_at,
      status: given.status,
      post_id: given.post_id,
      updated_at: given.updated_at,
      search: sql<string>`array_to_tsvector(${given.words}::text[])`,
      search_text: given.search_text,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', given.workspace_id)
    .where('id', '=', given.id),
)

/** Writes what a card says, where it stands aside. It is locked, so its next version is known. */
export function saveCard(db: WorkspaceDb, card: Card): Card {
  update.enqueue(db, { ...columnsOf(card), id: card.id })
  return withNextVersion(card)
}

type Placed = Pick<
  Card,
  | 'id'
  | 'board_id'
  | 'list_id'
  | 'label_ids'
  | 'completed'
  | 'completed_at'
  | 'position'
  | 'updated_at'
>

const placing = prepareStatement((tx, given: Placeholders<Placed>) =>
  tx
    .updateTable('cards')
    .set({
      board_id: given.board_id,
      list_id: given.list_id,
      label_ids: given.label_ids,
      completed: given.completed,
      completed_at: given.completed_at,
      position: given.position,
      updated_at: given.updated_at,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', given.workspace_id)
    .where('id', '=', given.id),
)

/** Writes where a card stands, and what standing there does to it. It is locked. */
export function placeCard(db: WorkspaceDb, card: Card): Card {
  placing.enqueue(db, card)
  return withNextVersion(card)
}

const withNextVersion = (card: Card): Card => ({
  ...card,
  version: String(Number(card.version) + 1),
})

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
      position = ranked.rank * ${RANK_GAP}::double precision + (
        select coalesce(max(position), 0) from cards where workspace_id = ${workspace_id} and list_id = ${to})
    from (select id, row_number() over (order by position, id) as rank from cards
      where workspace_id = ${workspace_id} and list_id = ${from}) ranked
    where cards.workspace_id = ${workspace_id} and cards.id = ranked.id`.execute(tx)
}

type Columns = ReturnType<typeof columnsOf>

function columnsOf(card: Card) {
  const searched = `${card.name}\n${card.description ?? ''}`
  return {
    board_id: card.board_id,
    list_id: card.list_id,
    name: card.name,
    description: card.description,
    label_ids: card.label_ids,
    member_ids: card.members.map(({ id }) => id),
    due_at: card.due_at,
    start_at: card.start_at,
    completed: card.completed,
    completed_at: card.completed_at,
    status: card.status,
    position: card.position,
    post_id: card.post_id,
    external_ref: card.external_ref,
    updated_at: card.updated_at,
    words: searchWords(searched),
    search_text: foldCase(searched),
  }
}
