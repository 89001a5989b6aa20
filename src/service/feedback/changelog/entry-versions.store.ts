import { type Insertable, type Kysely, sql } from 'kysely'

import type { EntryVersion } from '#contract/feedback/changelog.ts'
import { actorNames, toActor } from '#service/activity.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { type BatchOptions, runInBatches } from '#service/db/rows.ts'
import type { ChangelogVersionsTable } from '#service/db/schema/feedback.ts'
import type { Tables } from '#service/db/schema/tables.ts'

const versionsOf = ({ tx, workspace_id }: WorkspaceDb, entry_id: string) =>
  tx
    .selectFrom('changelog_versions')
    .where('workspace_id', '=', workspace_id)
    .where('entry_id', '=', entry_id)

const names = actorNames('version')

/** Newest first. */
export async function versionsAfter(
  { tx, workspace_id }: WorkspaceDb,
  entry_id: string,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<EntryVersion[]> {
  const after = last === undefined ? sql`` : sql`and version.id < ${last[0]}`
  const { rows } = await sql<Parameters<typeof toActor>[0] & Omit<EntryVersion, 'actor'>>`
    select version.id, version.updated_at as at, version.title, version.body, version.key_id,
      version.member_id, ${names.columns}
    from changelog_versions version ${names.joins}
    where version.workspace_id = ${workspace_id} and version.entry_id = ${entry_id} ${after}
    order by version.id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: toActor(row),
    title: row.title,
    body: row.body,
  }))
}

export const countVersions = (db: WorkspaceDb, entry_id: string) =>
  countRows(versionsOf(db, entry_id))

export const findVersion = (db: WorkspaceDb, entry_id: string, id: string) =>
  versionsOf(db, entry_id).select(['title', 'body']).where('id', '=', id).executeTakeFirst()

export const findLatestVersion = (db: WorkspaceDb, entry_id: string) =>
  versionsOf(db, entry_id).selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

export async function insertVersion(
  { tx, workspace_id }: WorkspaceDb,
  version: Omit<Insertable<ChangelogVersionsTable>, 'workspace_id'>,
): Promise<void> {
  await tx
    .insertInto('changelog_versions')
    .values({ workspace_id, ...version })
    .execute()
}

/** Continues a version; its ten minutes are counted from its beginning. */
export async function updateVersion(
  { tx, workspace_id }: WorkspaceDb,
  { entry_id, id, ...text }: Pick<ChangelogVersionsTable, 'entry_id' | 'id' | 'title' | 'body'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('changelog_versions')
    .set({ ...text, updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('entry_id', '=', entry_id)
    .where('id', '=', id)
    .execute()
}

/** The entry gets another text. */
export async function markReplaced(
  { tx, workspace_id }: WorkspaceDb,
  entry_id: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('changelog_versions')
    .set({ replaced_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('entry_id', '=', entry_id)
    .where('replaced_at', 'is', null)
    .execute()
}

/** By the time at which the entry got another text: the current one is kept, however old. */
export const deleteVersionsReplacedBefore = (
  pool: Kysely<Tables>,
  time: Date,
  options: BatchOptions = {},
): Promise<void> =>
  runInBatches(
    (size) =>
      sql`
      delete from changelog_versions where replaced_at < ${time}
        and (workspace_id, entry_id, id) in (
          select workspace_id, entry_id, id from changelog_versions
          where replaced_at < ${time} limit ${size})`.execute(pool),
    { size: 500, ...options },
  )
