import { type Kysely, sql } from 'kysely'

import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { countRows } from '#service/db/pagination.ts'
import { type BatchOptions, runInBatches, updateById } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { settleAll } from '#service/db/transactions.ts'
import { withNextVersion } from '#service/field-changes.rules.ts'
import { foldCase, searchWords } from '#service/search-text.rules.ts'

const cardInsert = prepared((tx, params: Placeholders<Columns & Pick<Card, 'id' | 'created_at'>>) =>
  tx.insertInto('cards').values({
    workspace_id: params.workspace_id,
    id: params.id,
    board_id: params.board_id,
    list_id: params.list_id,
    name: params.name,
    description: params.description,
    label_ids: params.label_ids,
    member_ids: params.member_ids,
    due_at: params.due_at,
    start_at: params.start_at,
    completed: params.completed,
    completed_at: params.completed_at,
    status: params.status,
    position: params.position,
    post_id: params.post_id,
    external_ref: params.external_ref,
    created_at: params.created_at,
    updated_at: params.updated_at,
    search: sql<string>`array_to_tsvector(${params.words}::text[])`,
    search_text: params.search_text,
  }),
)

export async function insertCard(db: WorkspaceDb, card: Card): Promise<void> {
  const { id, created_at } = card
  await cardInsert.all(db, { ...columnsOf(card), id, created_at }).catch(retryOnUniqueViolation)
}

/** In one message to the database. */
export const insertCards = async (db: WorkspaceDb, cards: readonly Card[]): Promise<void> =>
  void (await settleAll(cards.map((card) => insertCard(db, card))))

/** The ids of the cards that have one of these references, also of deleted ones. */
export async function findCardsByRef(
  { tx, workspace_id }: WorkspaceDb,
  refs: readonly string[],
): Promise<Map<string | null, string>> {
  if (refs.length === 0) return new Map()
  const rows = await tx
    .selectFrom('cards')
    .select(['id', 'external_ref'])
    .where('workspace_id', '=', workspace_id)
    .where('external_ref', 'in', refs)
    .execute()
  return new Map(rows.map(({ id, external_ref }) => [external_ref, id]))
}

const updateCard = prepared((tx, params: Placeholders<Columns & { id: string }>) =>
  tx
    .updateTable('cards')
    .set({
      name: params.name,
      description: params.description,
      label_ids: params.label_ids,
      member_ids: params.member_ids,
      due_at: params.due_at,
      start_at: params.start_at,
      completed: params.completed,
      completed_at: params.completed_at,
      status: params.status,
      post_id: params.post_id,
      updated_at: params.updated_at,
      search: sql<string>`array_to_tsvector(${params.words}::text[])`,
      search_text: params.search_text,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', params.workspace_id)
    .where('id', '=', params.id),
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

const updatePosition = prepared((tx, params: Placeholders<PositionColumns>) =>
  tx
    .updateTable('cards')
    .set({
      board_id: params.board_id,
      list_id: params.list_id,
      label_ids: params.label_ids,
      completed: params.completed,
      completed_at: params.completed_at,
      position: params.position,
      updated_at: params.updated_at,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', params.workspace_id)
    .where('id', '=', params.id),
)

/** Saves the position of a locked card and what the move changed on it. */
export function saveCardPosition(db: WorkspaceDb, card: Card): Card {
  updatePosition.enqueue(db, card)
  return withNextVersion(card)
}

export async function markDeleted(
  db: WorkspaceDb,
  card_id: string,
  deleted_at: Date | null,
  now: Date,
): Promise<void> {
  await updateById(db, 'cards', card_id, { deleted_at, updated_at: now })
}

export async function markAllDeleted(
  { tx, workspace_id }: WorkspaceDb,
  card_ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('cards')
    .set({ deleted_at: now, updated_at: now, version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...card_ids])
    .execute()
}

/** Of all workspaces: the cards that can no longer be restored, with their activity, of which each has many rows. */
export const purgeCardsDeletedBefore = (
  pool: Kysely<Tables>,
  before: Date,
  options: BatchOptions = {},
): Promise<void> =>
  runInBatches(
    (size) =>
      sql`
      delete from cards where deleted_at <= ${before} and (workspace_id, id) in (
        select workspace_id, id from cards where deleted_at <= ${before} limit ${size})`.execute(
        pool,
      ),
    { size: 500, ...options },
  )

/** How many open cards the board has, at most `limit`. */
export function countOpenCards(
  { tx, workspace_id }: WorkspaceDb,
  board_id: string,
  limit: number,
): Promise<number> {
  const open = tx
    .selectFrom('cards')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('board_id', '=', board_id)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .limit(limit)
  return countRows(tx.selectFrom(open.as('open')))
}

export const countCardsOfList = ({ tx, workspace_id }: WorkspaceDb, list_id: string) =>
  countRows(
    tx
      .selectFrom('cards')
      .where('workspace_id', '=', workspace_id)
      .where('list_id', '=', list_id)
      .where('deleted_at', 'is', null),
  )

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
