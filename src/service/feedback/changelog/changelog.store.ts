import { type Selectable, sql } from 'kysely'

import type { Member } from '#contract/developers/workspace.ts'
import type { Entry } from '#contract/feedback/changelog.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById } from '#service/db/rows.ts'
import type { ChangelogEntriesTable } from '#service/db/schema/feedback.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { memberOf } from '#service/feedback/users/members.store.ts'
import { matchesSearch, searchColumns } from '#service/search-columns.store.ts'
import { type StoredEntry, toPublished, isDue, statusAt } from './changelog.rules.ts'

interface EntryFilter {
  readonly status: readonly Entry['status'][]
  /** Undefined matches every entry, an empty list none. */
  readonly label_ids: readonly string[] | undefined
  readonly search: string | undefined
  readonly post_id: string | undefined
  readonly external_ref: string | undefined
  readonly now: Date
}

const selectEntries = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('changelog_entries as entry').where('entry.workspace_id', '=', workspace_id)

// Must agree with `statusAt` in changelog.rules.ts.
const inStatus = (now: Date) => ({
  published: sql<boolean>`(entry.published_at is not null or entry.publish_at <= ${now})`,
  scheduled: sql<boolean>`(entry.published_at is null and entry.publish_at > ${now})`,
  draft: sql<boolean>`(entry.published_at is null and entry.publish_at is null)`,
})

const selectFiltered = (
  db: WorkspaceDb,
  { status, label_ids, search, post_id, external_ref, now }: EntryFilter,
) =>
  selectEntries(db)
    .$if(status.length < 3, (query) =>
      query.where((eb) => eb.or(status.map((name) => inStatus(now)[name]))),
    )
    .$if(label_ids !== undefined, (query) =>
      query.where(sql<boolean>`entry.label_ids && ${label_ids}::text[]`),
    )
    .$if(search !== undefined, (query) => query.where(matchesSearch('entry', search ?? '')))
    .$if(post_id !== undefined, (query) =>
      query.where(sql<boolean>`entry.post_ids @> array[${post_id}]::text[]`),
    )
    .$if(external_ref !== undefined, (query) =>
      query.where('entry.external_ref', '=', external_ref ?? ''),
    )

/** Newest first, by the displayed date. */
export async function entriesAfter(
  db: WorkspaceDb,
  filter: EntryFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<StoredEntry[]> {
  const rows = await selectFiltered(db, filter)
    .selectAll('entry')
    .select(memberOf('entry', 'author_id').as('author'))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(entry.dated_at, entry.id) < (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('entry.dated_at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toCurrentEntry(row, filter.now))
}

export const countEntries = (db: WorkspaceDb, filter: EntryFilter) =>
  countRows(selectFiltered(db, filter))

const selectById = (db: WorkspaceDb, entry_id: string) =>
  selectEntries(db)
    .selectAll('entry')
    .select(memberOf('entry', 'author_id').as('author'))
    .where('entry.id', '=', entry_id)

export async function findEntry(db: WorkspaceDb, entry_id: string, now: Date) {
  const row = await selectById(db, entry_id).executeTakeFirst()
  return row && toCurrentEntry(row, now)
}

/** As stored: a due entry is still scheduled until the sweep runs. */
export async function lockEntry(db: WorkspaceDb, entry_id: string) {
  const row = await selectById(db, entry_id).forUpdate('entry').executeTakeFirst()
  return row && toStoredEntry(row)
}

/** Skips an entry that another transaction has locked. */
export async function claimDueEntry(db: WorkspaceDb, entry_id: string, now: Date) {
  const row = await selectById(db, entry_id)
    .where('entry.published_at', 'is', null)
    .where('entry.publish_at', '<=', now.toISOString())
    .forUpdate('entry')
    .skipLocked()
    .executeTakeFirst()
  return row && toStoredEntry(row)
}

/** The ids of existing posts, without deleted ones. */
export const existingPosts = async (
  { tx, workspace_id }: WorkspaceDb,
  post_ids: readonly string[],
) =>
  post_ids.length === 0
    ? []
    : (
        await tx
          .selectFrom('posts')
          .select('id')
          .where('workspace_id', '=', workspace_id)
          .where('id', 'in', post_ids)
          .where('deleted_at', 'is', null)
          .execute()
      ).map(({ id }) => id)

export async function insertEntry({ tx, workspace_id }: WorkspaceDb, entry: StoredEntry) {
  await tx
    .insertInto('changelog_entries')
    .values({
      workspace_id,
      id: entry.id,
      author_id: entry.author.id,
      external_ref: entry.external_ref,
      created_at: new Date(entry.created_at),
      ...columnsOf(entry),
    })
    .execute()
    .catch(retryOnUniqueViolation)
}

/** Saves every field, including the version. Lock the entry first. */
export async function saveEntry({ tx, workspace_id }: WorkspaceDb, entry: StoredEntry) {
  await tx
    .updateTable('changelog_entries')
    .set({ ...columnsOf(entry), version: Number(entry.version) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', entry.id)
    .execute()
}

export const deleteEntry = (db: WorkspaceDb, entry_id: string) =>
  deleteById(db, 'changelog_entries', entry_id)

const parseDate = (text: string | null) => (text === null ? null : new Date(text))

const columnsOf = (entry: StoredEntry) => ({
  title: entry.title,
  body: entry.body,
  label_ids: entry.label_ids,
  post_ids: entry.post_ids,
  publish_at: parseDate(entry.publish_at),
  published_at: parseDate(entry.published_at),
  notify: entry.notify,
  announced: entry.announced,
  updated_at: new Date(entry.updated_at),
  ...searchColumns(`${entry.title}\n${entry.body}`),
})

type Row = Selectable<ChangelogEntriesTable> & { readonly author: Member | null }

const toStoredEntry = (row: Row): StoredEntry => ({
  id: row.id,
  title: row.title,
  body: row.body,
  status: row.published_at ? 'published' : row.publish_at ? 'scheduled' : 'draft',
  label_ids: row.label_ids,
  publish_at: row.publish_at,
  published_at: row.published_at,
  notify: row.notify,
  announced: row.announced,
  post_ids: row.post_ids,
  author: row.author ?? { id: row.author_id, name: '', avatar_url: null },
  url: null,
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})

function toCurrentEntry(row: Row, now: Date): StoredEntry {
  const entry = toStoredEntry(row)
  if (isDue(entry, now)) return toPublished(entry)
  return { ...entry, status: statusAt(entry, now) }
}
