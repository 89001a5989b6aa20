import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'

export interface PublicEntry {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly label_ids: readonly string[]
  readonly published_at: string
  readonly updated_at: string
  /** Changes with every change of the entry. */
  readonly revision: string
}

export interface PublicLabel {
  readonly id: string
  readonly name: string
  readonly color: string
  /** The number of its published entries. */
  readonly uses: number
}

interface PublicFilter {
  readonly label_id?: string | undefined
  readonly now: Date
}

/** A due entry is published, whether or not the sweep has run. Must agree with `statusAt` in changelog.rules.ts. */
const selectPublished = ({ tx, workspace_id }: WorkspaceDb, { label_id, now }: PublicFilter) =>
  tx
    .selectFrom('changelog_entries as entry')
    .where('entry.workspace_id', '=', workspace_id)
    .where(sql<boolean>`(entry.published_at is not null or entry.publish_at <= ${now})`)
    .$if(label_id !== undefined, (query) =>
      query.where(sql<boolean>`entry.label_ids @> array[${label_id}]::text[]`),
    )

const selectPublic = (db: WorkspaceDb, filter: PublicFilter) =>
  selectPublished(db, filter).select([
    'entry.id',
    'entry.title',
    'entry.body',
    'entry.label_ids',
    sql<string>`coalesce(entry.published_at, entry.publish_at)`.as('published_at'),
    // As the sweep will save it.
    sql<string>`greatest(entry.updated_at, case when entry.published_at is null then entry.publish_at end)`.as(
      'updated_at',
    ),
    sql<string>`entry.version || '.' || (entry.published_at is null)`.as('revision'),
  ])

/** Newest first. */
export const publishedEntries = (
  db: WorkspaceDb,
  filter: PublicFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<PublicEntry[]> =>
  selectPublic(db, filter)
    .orderBy('entry.dated_at', 'desc')
    .orderBy('entry.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

export const findPublishedEntry = (
  db: WorkspaceDb,
  entry_id: string,
  now: Date,
): Promise<PublicEntry | undefined> =>
  selectPublic(db, { now }).where('entry.id', '=', entry_id).executeTakeFirst()

export async function countPublished(db: WorkspaceDb, filter: PublicFilter): Promise<number> {
  const { count } = await selectPublished(db, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The labels of published entries, by name. A label of drafts alone stays unknown to the public. */
export async function publicLabels(db: WorkspaceDb, now: Date): Promise<PublicLabel[]> {
  const { rows } = await sql<PublicLabel>`
    select label.id, label.name, label.color, used.uses from changelog_labels label
    join (
      select unnest(entry.label_ids) as id, count(*)::int as uses from changelog_entries entry
      where entry.workspace_id = ${db.workspace_id}
        and (entry.published_at is not null or entry.publish_at <= ${now})
      group by 1
    ) used on used.id = label.id
    where label.workspace_id = ${db.workspace_id}
    order by label.name_key, label.id`.execute(db.tx)
  return rows
}

/** When the next scheduled entry is due: until then the pages change only with an event. */
export async function nextDueTime(
  { tx, workspace_id }: WorkspaceDb,
  now: Date,
): Promise<string | null> {
  const row = await tx
    .selectFrom('changelog_entries')
    .select('publish_at')
    .where('workspace_id', '=', workspace_id)
    .where('published_at', 'is', null)
    .where('publish_at', '>', now.toISOString())
    .orderBy('publish_at')
    .limit(1)
    .executeTakeFirst()
  return row?.publish_at ?? null
}

export const findPublicWorkspace = ({ tx, workspace_id }: WorkspaceDb) =>
  tx
    .selectFrom('workspaces')
    .select(['id', 'name', 'time_zone', 'locale', 'updated_at'])
    .where('id', '=', workspace_id)
    .where('public_changelog', '=', true)
    .executeTakeFirst()

export type PublicWorkspace = NonNullable<Awaited<ReturnType<typeof findPublicWorkspace>>>
