import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Activity, Actor } from '#contract/activity.ts'
import type { Changes } from '#contract/events.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import type { CursorValue } from '#service/db/pagination.ts'
import { type BatchOptions, runInBatches } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/** The resources that have activity, each in a table of its own, which is deleted with them. */
export type ActivityOwner = 'card' | 'post' | 'contact'

const tableOf = (owner: ActivityOwner) => sql.table(`${owner}_activity`)
const columnOf = (owner: ActivityOwner) => sql.ref(`${owner}_id`)
const columnsOf = (owner: ActivityOwner) =>
  sql`(workspace_id, ${columnOf(owner)}, id, kind, changes, key_id, member_id, created_at)`

/** Who, and when. */
export interface ActivitySource {
  readonly key_id: string | null
  readonly member_id: string | null
  readonly created_at: Date
}

interface NewActivities extends ActivitySource {
  readonly ids: readonly string[]
  readonly owner_ids: readonly string[]
  readonly kinds: readonly string[]
  /** JSON texts. */
  readonly changes: readonly string[]
}

const insertInto = (owner: ActivityOwner) =>
  prepared(
    (_, params: Placeholders<NewActivities>) => sql`
      insert into ${tableOf(owner)} ${columnsOf(owner)}
      select ${params.workspace_id}, owner_id, id, kind, changes::jsonb,
        ${params.key_id}, ${params.member_id}, ${params.created_at}::timestamptz
      from unnest(${params.ids}::text[], ${params.owner_ids}::text[], ${params.kinds}::text[],
        ${params.changes}::text[]) as added (id, owner_id, kind, changes)`,
  )

const inserts = {
  card: insertInto('card'),
  post: insertInto('post'),
  contact: insertInto('contact'),
}

/** One statement for any number of rows, sent with the commit. */
export const insertActivities = (
  db: WorkspaceDb,
  owner: ActivityOwner,
  activities: NewActivities,
): void => inserts[owner].enqueue(db, activities)

export interface ChangedSource extends ActivitySource {
  readonly id: string
  readonly kind: string
}

/**
 * The end of a statement that changes any number of resources, after a `with` that has them as `changed (id, changes)`. One
 * id serves all rows: it is unique for each resource.
 */
export const insertOfChanged = (
  owner: ActivityOwner,
  { workspace_id }: WorkspaceDb,
  { id, kind, key_id, member_id, created_at }: ChangedSource,
): RawBuilder<unknown> => sql`
  insert into ${tableOf(owner)} ${columnsOf(owner)}
  select ${workspace_id}, changed.id, ${id}, ${kind}, changed.changes::jsonb, ${key_id}, ${member_id}, ${created_at}
  from changed`

interface Row {
  readonly id: string
  readonly kind: string
  readonly changes: Changes
  readonly created_at: string
  readonly key_id: string | null
  readonly key_name: string | null
  readonly member_id: string | null
  readonly member_name: string | null
}

/** The names of the key and the member in columns of that table. Revoked keys and deleted members keep their row. */
export const actorNames = (table: string) => ({
  columns: sql`key.name as key_name, member.name as member_name`,
  joins: sql`
    left join api_keys key on key.workspace_id = ${sql.ref(`${table}.workspace_id`)}
      and key.id = ${sql.ref(`${table}.key_id`)}
    left join members member on member.workspace_id = ${sql.ref(`${table}.workspace_id`)}
      and member.id = ${sql.ref(`${table}.member_id`)}`,
})

/** The member of the key, else the key. */
export function toActor({
  key_id,
  key_name,
  member_id,
  member_name,
}: Pick<Row, 'key_id' | 'key_name' | 'member_id' | 'member_name'>): Actor {
  if (member_id !== null) return { type: 'member', id: member_id, name: member_name }
  if (key_id !== null) return { type: 'key', id: key_id, name: key_name }
  return { type: 'service', id: null, name: null }
}

const names = actorNames('activity')

/** Newest first. */
export async function activitiesAfter(
  { tx, workspace_id }: WorkspaceDb,
  owner: ActivityOwner,
  owner_id: string,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Activity[]> {
  const after = last === undefined ? sql`` : sql`and activity.id < ${last[0]}`
  const { rows } = await sql<Row>`
    select activity.id, activity.kind, activity.changes, activity.created_at, activity.key_id,
      activity.member_id, ${names.columns}
    from ${tableOf(owner)} activity ${names.joins}
    where activity.workspace_id = ${workspace_id} and activity.${columnOf(owner)} = ${owner_id} ${after}
    order by activity.id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    actor: toActor(row),
    event: row.kind,
    changes: row.changes,
  }))
}

export async function countActivities(
  { tx, workspace_id }: WorkspaceDb,
  owner: ActivityOwner,
  owner_id: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${tableOf(owner)}
    where workspace_id = ${workspace_id} and ${columnOf(owner)} = ${owner_id}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Since when the workspace keeps the activity of contacts. */
export async function activitySince({ tx, workspace_id }: WorkspaceDb): Promise<string> {
  const { activity_since } = await tx
    .selectFrom('workspaces')
    .select('activity_since')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return activity_since
}

/** That of cards and posts is kept as long as they are. */
export const deleteContactActivityBefore = (
  pool: Kysely<Tables>,
  time: Date,
  options: BatchOptions = {},
): Promise<void> =>
  runInBatches(
    (size) =>
      sql`
      delete from contact_activity where created_at < ${time}
        and (workspace_id, contact_id, id) in (
          select workspace_id, contact_id, id from contact_activity
          where created_at < ${time} limit ${size})`.execute(pool),
    options,
  )
