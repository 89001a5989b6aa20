import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'

import type { Member } from '#contract/developers/workspace.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { CardsTable } from '#service/db/schema/tasks.ts'
import { matchesSearch } from '#service/search-columns.store.ts'

type Row = Pick<Selectable<CardsTable>, (typeof cardColumns)[number]> & {
  readonly members: Member[]
}
type Filter = Parsed<'GET /boards/:board_id/cards'>
export type FoundCard = Card & { readonly list_position: number }

export const cardColumns = [
  'id',
  'board_id',
  'list_id',
  'name',
  'description',
  'label_ids',
  'due_at',
  'start_at',
  'completed',
  'completed_at',
  'status',
  'position',
  'post_id',
  'external_ref',
  'version',
  'created_at',
  'updated_at',
] as const

/** The members of a card, in its order. */
export const membersOf = sql<Member[]>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'avatar_url', m.avatar_url)
    order by array_position(card.member_ids, m.id)), '[]')
  from members m where m.workspace_id = card.workspace_id and m.id = any (card.member_ids))`

const selectCards = (tx: Kysely<Tables>, { workspace_id }: Placeholders<object>) =>
  tx
    .selectFrom('cards as card')
    .select(cardColumns.map((column) => `card.${column}` as const))
    .select(membersOf.as('members'))
    .where('card.workspace_id', '=', workspace_id)

const selectCard = (tx: Kysely<Tables>, params: Placeholders<{ card_id: string }>) =>
  selectCards(tx, params).where('card.id', '=', params.card_id)

const cardStatement = prepared((tx, params: Placeholders<{ card_id: string }>) =>
  selectCard(tx, params).where('card.deleted_at', 'is', null),
)
const lockStatement = prepared((tx, params: Placeholders<{ card_id: string }>) =>
  selectCard(tx, params).where('card.deleted_at', 'is', null).forUpdate('card'),
)
const lockDeletedStatement = prepared(
  (tx, params: Placeholders<{ card_id: string; since: string }>) =>
    selectCard(tx, params).where('card.deleted_at', '>', params.since).forUpdate('card'),
)
// In the order of ids, so that two batches cannot deadlock.
const lockAllStatement = prepared((tx, params: Placeholders<{ card_ids: readonly string[] }>) =>
  selectCards(tx, params)
    .where(sql<boolean>`card.id = any(${params.card_ids}::text[])`)
    .where('card.deleted_at', 'is', null)
    .orderBy('card.id')
    .forUpdate('card'),
)

export async function findCard(db: WorkspaceDb, card_id: string): Promise<Card | undefined> {
  const row = await cardStatement.first(db, { card_id })
  return row && toCard(row)
}

/** Locks the card until the transaction ends. */
export async function lockCard(db: WorkspaceDb, card_id: string): Promise<Card | undefined> {
  const row = await lockStatement.first(db, { card_id })
  return row && toCard(row)
}

/** Locks the cards that exist until the transaction ends. */
export async function lockCards(db: WorkspaceDb, card_ids: readonly string[]): Promise<Card[]> {
  return (await lockAllStatement.all(db, { card_ids })).map(toCard)
}

/** A card that was deleted after `since`. Deleted cards are visible to restore only. */
export async function lockDeletedCard(db: WorkspaceDb, card_id: string, since: Date) {
  const row = await lockDeletedStatement.first(db, { card_id, since: since.toISOString() })
  return row && toCard(row)
}

/** In display order or by `sort`. Reads at most one page per list, so the cost does not grow with the board. */
export async function cardsAfter(
  db: WorkspaceDb,
  filter: Filter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<FoundCard[]> {
  const order = sortOrder(filter, last)
  const rows = await db.tx
    .selectFrom('board_lists as list')
    .innerJoinLateral(
      (eb) => {
        const inList = eb
          .selectFrom('cards as card')
          .select(cardColumns.map((column) => `card.${column}` as const))
          .select('card.member_ids')
          .whereRef('card.workspace_id', '=', 'list.workspace_id')
          .whereRef('card.list_id', '=', 'list.id')
          .where((where) => where.and(conditions(where, filter)))
          .orderBy(order.inList)
          .orderBy('card.id', order.direction)
        const after = order.after ?? sql<boolean>`true`
        if (filter.per_list === undefined)
          return inList.where(after).limit(sql.lit(limit)).as('card')
        // The first cards of a list are the same on every page.
        const first = inList.limit(sql.lit(filter.per_list)).as('card')
        return eb.selectFrom(first).selectAll('card').where(after).as('card')
      },
      (join) => join.onTrue(),
    )
    .selectAll('card')
    .select('list.position as list_position')
    .where('list.workspace_id', '=', db.workspace_id)
    .where('list.board_id', '=', filter.board_id)
    .$if(filter.list_id !== undefined, (query) =>
      query.where('list.id', 'in', filter.list_id ?? []),
    )
    .$if(filter.status !== 'all', (query) => query.where('list.archived', '=', false))
    .orderBy(order.overall)
    .limit(sql.lit(limit))
    .execute()
  const members = await membersById(db, new Set(rows.flatMap(({ member_ids }) => member_ids)))
  return rows.map(({ member_ids, list_position, ...row }) => ({
    ...toCard({ ...row, members: member_ids.flatMap((id) => members.get(id) ?? []) }),
    list_position,
  }))
}

const membersStatement = prepared((tx, params: Placeholders<{ ids: readonly string[] }>) =>
  tx
    .selectFrom('members')
    .select(['id', 'name', 'avatar_url'])
    .where('workspace_id', '=', params.workspace_id)
    .where(sql<boolean>`id = any(${params.ids}::text[])`),
)

/** One query for a page: reading the members of each card costs as much as reading the cards. */
async function membersById(db: WorkspaceDb, ids: ReadonlySet<string>) {
  if (ids.size === 0) return new Map<string, Member>()
  const rows = await membersStatement.all(db, { ids: [...ids] })
  return new Map(rows.map((member) => [member.id, member]))
}

export const countCards = (db: WorkspaceDb, filter: Filter) =>
  countRows(
    db.tx
      .selectFrom('cards as card')
      .innerJoin('board_lists as list', (join) =>
        join
          .onRef('list.workspace_id', '=', 'card.workspace_id')
          .onRef('list.id', '=', 'card.list_id'),
      )
      .where('card.workspace_id', '=', db.workspace_id)
      .where('card.board_id', '=', filter.board_id)
      .where((where) => where.and(conditions(where, filter)))
      .$if(filter.list_id !== undefined, (query) =>
        query.where('list.id', 'in', filter.list_id ?? []),
      )
      .$if(filter.status !== 'all', (query) => query.where('list.archived', '=', false)),
  )

/** The sort values of a card, for the cursor: they must match the columns compared in `sortOrder`. */
export const keyOf =
  (sort: Filter['sort']) =>
  (card: FoundCard): CursorValue[] => {
    if (sort === '-updated_at') return [card.updated_at, card.id]
    if (sort === 'due_at') return [card.due_at ?? farFuture, card.id]
    return [card.list_position, card.list_id, card.position, card.id]
  }

// Cards without a due date come last.
const farFuture = '9999-12-31T00:00:00.000Z'
const dueOrLast = sql`coalesce(card.due_at, ${farFuture}::timestamptz)`

function sortOrder({ sort }: Filter, last: readonly CursorValue[] | undefined) {
  const [first, second, third, fourth] = last ?? []
  if (sort === '-updated_at')
    return {
      inList: sql`card.updated_at desc`,
      direction: 'desc' as const,
      overall: sql`card.updated_at desc, card.id desc`,
      after: last && sql<boolean>`(card.updated_at, card.id) < (${first}::timestamptz, ${second})`,
    }
  if (sort === 'due_at')
    return {
      inList: dueOrLast,
      direction: 'asc' as const,
      overall: sql`${dueOrLast}, card.id`,
      after: last && sql<boolean>`(${dueOrLast}, card.id) > (${first}::timestamptz, ${second})`,
    }
  return {
    inList: sql`card.position`,
    direction: 'asc' as const,
    overall: sql`list.position, list.id, card.position, card.id`,
    after:
      last &&
      sql<boolean>`((list.position, list.id) > (${first}::double precision, ${second})
        or (list.id = ${second} and (card.position, card.id) > (${third}::double precision, ${fourth})))`,
  }
}

type Conditions = ExpressionBuilder<Tables & { card: CardsTable }, 'card'>

function conditions(eb: Conditions, filter: Filter) {
  const { completed, member_id, label_id, due_before, due_after, updated_since, external_ref } =
    filter
  return [
    eb('card.deleted_at', 'is', null),
    ...(filter.status === 'all' ? [] : [eb('card.status', '=', filter.status ?? 'open')]),
    ...(completed === undefined ? [] : [eb('card.completed', '=', completed)]),
    ...(member_id ? [sql<boolean>`card.member_ids && ${member_id}::text[]`] : []),
    ...(label_id ? [sql<boolean>`card.label_ids && ${label_id}::text[]`] : []),
    ...(due_before ? [eb('card.due_at', '<', due_before)] : []),
    ...(due_after ? [eb('card.due_at', '>', due_after)] : []),
    ...(updated_since ? [eb('card.updated_at', '>=', updated_since)] : []),
    ...(external_ref ? [eb('card.external_ref', '=', external_ref)] : []),
    ...(filter.search === undefined ? [] : [matchesSearch('card', filter.search)]),
  ]
}

export function toCard(row: Row): Card {
  const { start_at, due_at } = row
  return {
    id: row.id,
    board_id: row.board_id,
    list_id: row.list_id,
    name: row.name,
    description: row.description,
    label_ids: row.label_ids,
    members: row.members,
    due_at,
    start_at,
    dates: { start_at, due_at },
    completed: row.completed,
    completed_at: row.completed_at,
    status: row.status,
    position: row.position,
    post_id: row.post_id,
    external_ref: row.external_ref,
    version: String(row.version),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
