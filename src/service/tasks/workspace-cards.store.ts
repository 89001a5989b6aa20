import { type Kysely, sql } from 'kysely'

import type { Parsed } from '#contract/endpoints.ts'
import { addDays } from '#contract/plain-date.rules.ts'
import type { CardSummary, PlacedCard } from '#contract/tasks/cards.ts'
import { startOfDay, zonedDateTime } from '#contract/zoned-time.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { cardColumns, membersOf, toCard } from './cards.store.ts'

type Filter = Parsed<'GET /cards'>

// The index of open cards by due date has this expression: cards without a due date come last.
const farFuture = '9999-12-31T00:00:00.000Z'
const dueOrLast = sql<string>`coalesce(card.due_at, timestamptz '9999-12-31 00:00:00+00')`

/** Open cards in open lists of open boards, of the whole workspace. */
const selectOpenCards = (tx: Kysely<Tables>, workspace_id: string) =>
  tx
    .selectFrom('cards as card')
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
    .where('card.workspace_id', '=', workspace_id)
    .where('card.status', '=', 'open')
    .where('card.deleted_at', 'is', null)
    .where('board.archived', '=', false)
    .where('list.archived', '=', false)

function selectMatching({ tx, workspace_id }: WorkspaceDb, filter: Filter, now: Date) {
  const { board_id, member_id, label_id, completed, due, due_before, due_after } = filter
  const { completed_after, updated_since } = filter
  return selectOpenCards(tx, workspace_id).where((eb) =>
    eb.and([
      ...(board_id ? [eb('card.board_id', 'in', board_id)] : []),
      ...(member_id ? [sql<boolean>`card.member_ids && ${member_id}::text[]`] : []),
      ...(label_id ? [sql<boolean>`card.label_ids && ${label_id}::text[]`] : []),
      ...(completed === undefined ? [] : [eb('card.completed', '=', completed)]),
      ...(due
        ? [eb('card.completed', '=', false), isDue(due, dueTimes(now, filter.time_zone))]
        : []),
      ...(due_before ? [eb(dueOrLast, '<', due_before)] : []),
      ...(due_after ? [eb(dueOrLast, '>', due_after)] : []),
      ...(due_before || due_after ? [eb('card.due_at', 'is not', null)] : []),
      ...(completed_after ? [eb('card.completed_at', '>', completed_after)] : []),
      ...(updated_since ? [eb('card.updated_at', '>=', updated_since)] : []),
    ]),
  )
}

/** A page of the cards of all open boards, with the names that say where they are. */
export async function workspaceCardsAfter(
  db: WorkspaceDb,
  filter: Filter,
  now: Date,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<PlacedCard[]> {
  const [value, id] = last ?? []
  const isByChange = filter.sort === 'updated'
  const after = isByChange
    ? sql<boolean>`(card.updated_at, card.id) < (${value}::timestamptz, ${id})`
    : sql<boolean>`(${dueOrLast}, card.id) > (${value}::timestamptz, ${id})`
  const rows = await selectMatching(db, filter, now)
    .select(cardColumns.map((column) => `card.${column}` as const))
    .select([membersOf.as('members'), 'board.name as board_name', 'list.name as list_name'])
    .$if(last !== undefined, (query) => query.where(after))
    .orderBy(isByChange ? sql`card.updated_at desc` : dueOrLast)
    .orderBy('card.id', isByChange ? 'desc' : 'asc')
    .limit(sql.lit(limit))
    .execute()
  return rows.map(({ board_name, list_name, ...row }) => ({
    ...toCard(row),
    board_name,
    list_name,
  }))
}

/** The sort values of a card, for the cursor. */
export const keyOfWorkspaceCard =
  (sort: Filter['sort']) =>
  ({ id, due_at, updated_at }: PlacedCard): CursorValue[] =>
    sort === 'updated' ? [updated_at, id] : [due_at ?? farFuture, id]

export const countWorkspaceCards = (db: WorkspaceDb, filter: Filter, now: Date) =>
  countRows(selectMatching(db, filter, now))

type DueState = NonNullable<Filter['due']>[number]

/** From when, if not from ever, and until when a card must be due. */
interface DueTimes {
  readonly from?: Date
  readonly to: Date
}

/**
 * A card is overdue from the moment of its due date. Days are computed by the same rule as in the dashboard, since
 * databases read names of zones otherwise.
 */
export function dueTimes(now: Date, time_zone: string): Record<DueState, DueTimes> {
  const { date: today } = zonedDateTime(now, time_zone)
  const startAfter = (days: number) => startOfDay(addDays(today, days), time_zone)
  const [tomorrow, dayAfter] = [startAfter(1), startAfter(2)]
  return {
    overdue: { to: now },
    today: { from: now, to: tomorrow },
    tomorrow: { from: tomorrow, to: dayAfter },
  }
}

function isDue(states: readonly DueState[], times: Record<DueState, DueTimes>) {
  const all = Object.entries(times).flatMap(([state, time]) =>
    states.some((one) => one === state) ? [time] : [],
  )
  const isDuring = ({ from, to }: DueTimes) =>
    from
      ? sql<boolean>`(${dueOrLast} >= ${from} and ${dueOrLast} < ${to})`
      : sql<boolean>`${dueOrLast} < ${to}`
  // They are in the order of time. An index reads what is between the first and the last, but no alternatives.
  const [first, last] = [all[0], all.at(-1)]
  const bounds = first && last && all.length > 1 ? [isDuring({ ...first, to: last.to })] : []
  const any = sql<boolean>`(${sql.join(all.map(isDuring), sql` or `)})`
  return sql<boolean>`(${sql.join([...bounds, any], sql` and `)})`
}

/** What is due by tomorrow, counted for each board. */
export async function summarizeCards(
  { tx, workspace_id }: WorkspaceDb,
  { time_zone, member_id }: Parsed<'GET /cards/summary'>,
  now: Date,
): Promise<CardSummary> {
  const times = dueTimes(now, time_zone)
  const countOf = (state: DueState) =>
    sql<number>`count(*) filter (where ${isDue([state], times)})::int`
  const rows = await selectOpenCards(tx, workspace_id)
    .where('card.completed', '=', false)
    .where(dueOrLast, '<', times.tomorrow.to.toISOString())
    .$if(member_id !== undefined, (query) =>
      query.where(sql<boolean>`card.member_ids && ${member_id}::text[]`),
    )
    .select([
      'card.board_id',
      countOf('overdue').as('overdue'),
      countOf('today').as('due_today'),
      countOf('tomorrow').as('due_tomorrow'),
      sql<string | null>`min(card.due_at) filter (where ${isDue(['overdue'], times)})`.as('oldest'),
    ])
    .groupBy('card.board_id')
    .orderBy('card.board_id')
    .execute()
  const sum = (name: 'overdue' | 'due_today' | 'due_tomorrow') =>
    rows.reduce((total, row) => total + row[name], 0)
  const oldest = rows.flatMap((row) => row.oldest ?? []).toSorted()
  return {
    overdue: sum('overdue'),
    due_today: sum('due_today'),
    due_tomorrow: sum('due_tomorrow'),
    oldest_overdue_at: oldest[0] ?? null,
    boards: rows
      .filter(({ overdue, due_today }) => overdue + due_today > 0)
      .toSorted((one, other) => other.overdue - one.overdue || other.due_today - one.due_today)
      .map(({ board_id, overdue, due_today }) => ({ board_id, overdue, due_today })),
  }
}
