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

const updateCard = prepareStatement((tx, values: Placeholders<Columns & { id: string }>) =>
  tx
    .updateTable('cards')
    .set({
      name: values.name,
      description: values.description,
      label_ids: values.label_ids,
      member_ids: values.member_ids,
      due_at: values.due_at,
      start_at: values.start_at,
      completed: values.completed,
      completed_at: values.completed_at,
      status: values.status,
      post_id: values.post_id,
      updated_at: values.updated_at,
      search: sql<string>`array_to_tsvector(${values.words}::text[])`,
      search_text: values.search_text,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', values.workspace_id)
    .where('id', '=', values.id),
)

/** Saves everything but the position of a card. The card is locked, so its next version is known. */
export function saveCard(db: WorkspaceDb, card: Card): Card {
  updateCard.enqueue(db, { ...columnsOf(card), id: card.id })
  return withNextVersion(card)
}

type PositionColumns = Pick<
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

const updatePosition = prepareStatement((tx, values: Placeholders<PositionColumns>) =>
  tx
    .updateTable('cards')
    .set({
      board_id: values.board_id,
      list_id: values.list_id,
      label_ids: values.label_ids,
      completed: values.completed,
      completed_at: values.completed_at,
      position: values.position,
      updated_at: values.updated_at,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', values.workspace_id)
    .where('id', '=', values.id),
)

/** Saves the position of a locked card and what the move changed on it. */
export function saveCardPosition(db: WorkspaceDb, card: Card): Card {
  updatePosition.enqueue(db, card)
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

/** Whether the board has at least `limit` open cards. */
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

/** Deleted cards can no longer be restored once their list is deleted. */
export async function purgeDeletedCards({ tx, workspace_id }: WorkspaceDb, list_id: string) {
  await tx
    .deleteFrom('cards')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** Appends the cards to the other list in their order, including deleted ones, which stay restorable. */
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
  const searchText = `${card.name}\n${card.description ?? ''}`
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
    words: searchWords(searchText),
    search_text: foldCase(searchText),
  }
}
