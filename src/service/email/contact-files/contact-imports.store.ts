import { type Kysely, type Selectable, sql } from 'kysely'

import type { ContactImport } from '#contract/email/contact-files.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { countRows } from '#service/db/pagination.ts'
import { afterMs, type BatchOptions, runInBatches, updateById } from '#service/db/rows.ts'
import type { ContactImportsTable } from '#service/db/schema/email.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { ImportSettings } from './import-file.ts'

const unfinished = ['waiting', 'running'] as const

/** Those of the importers. */
type StoredNotes = Row['notes']

/** How far an import has come. */
export interface ImportProgress extends Pick<ContactImport, 'counts' | 'errors'> {
  readonly notes: StoredNotes
  readonly next_offset: number
  readonly next_row: number
}

const columns = [
  'id',
  'list_id',
  'status',
  'dry_run',
  'file_name',
  'total',
  'created',
  'updated',
  'skipped',
  'failed',
  'errors',
  'notes',
  'not_mapped',
  'pending_at_most',
  'error',
  'version',
  'created_at',
  'updated_at',
  'finished_at',
] as const

const importsOf = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('contact_imports').where('workspace_id', '=', workspace_id)

export async function findImport(db: WorkspaceDb, list_id: string, id: string) {
  const query = importsOf(db).select(columns).where('list_id', '=', list_id).where('id', '=', id)
  const row = await query.executeTakeFirst()
  return row && toImport(row)
}

export async function lockImport(db: WorkspaceDb, list_id: string, id: string) {
  const query = importsOf(db).select(columns).where('list_id', '=', list_id).where('id', '=', id)
  const row = await query.forUpdate().executeTakeFirst()
  return row && toImport(row)
}

export const countUnfinishedImports = (db: WorkspaceDb) =>
  countRows(importsOf(db).where('status', 'in', unfinished))

interface NewImport extends Pick<
  ContactImport,
  'id' | 'list_id' | 'dry_run' | 'file_name' | 'not_mapped' | 'pending_at_most'
> {
  readonly settings: ImportSettings
  readonly file: string
  readonly next_offset: number
  readonly next_row: number
  readonly total: number
  readonly key_id: string | null
  readonly now: Date
}

export async function insertImport(
  { tx, workspace_id }: WorkspaceDb,
  { settings, not_mapped, now, ...columns }: NewImport,
): Promise<void> {
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('contact_imports')
    .values({
      ...{ workspace_id, ...columns, ...times },
      options: JSON.stringify(settings),
      not_mapped: JSON.stringify(not_mapped),
    })
    .execute()
}

/** Ends an import, which needs its file no more. */
export const finishImport = (
  db: WorkspaceDb,
  { id, status, error }: Pick<ContactImport, 'id' | 'status' | 'error'>,
  now: Date,
) =>
  updateById(db, 'contact_imports', id, {
    status,
    error,
    file: null,
    lease: null,
    leased_until: null,
    updated_at: now,
    finished_at: now,
  })

/** The file of an import and what it needs to read it; undefined when the import has ended. */
export async function findImportFile(db: WorkspaceDb, id: string) {
  const row = await importsOf(db)
    .select(['id', 'list_id', 'dry_run', 'file_name', 'options', 'file', 'key_id', 'created_at'])
    .select(['next_offset', 'next_row', 'total'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.file == null) return undefined
  // Written by `insertImport`.
  return { ...row, file: row.file, settings: row.options as ImportSettings }
}
export type ImportFileRow = NonNullable<Awaited<ReturnType<typeof findImportFile>>>

/**
 * Locks an import that no other process works on. Until the transaction ends, no other one imports a part of it, so that
 * rows and their counts are written together or not at all.
 */
export async function lockImportPart(
  db: WorkspaceDb,
  id: string,
  lease: string,
): Promise<ImportProgress | undefined> {
  const row = await importsOf(db)
    .select(['total', 'created', 'updated', 'skipped', 'failed', 'errors', 'notes'])
    .select(['next_offset', 'next_row'])
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .where(isFree(lease))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const { errors, notes, next_offset, next_row, ...counts } = row
  return { counts, errors, notes, next_offset, next_row }
}

const isFree = (lease: string) =>
  sql<boolean>`(leased_until is null or leased_until < now() or lease = ${lease})`

export const saveImportProgress = (
  db: WorkspaceDb,
  id: string,
  { counts, errors, notes, next_offset, next_row }: ImportProgress,
  { lease, lease_ms, now }: { lease: string; lease_ms: number; now: Date },
) =>
  updateById(db, 'contact_imports', id, {
    status: 'running',
    ...counts,
    errors: JSON.stringify(errors),
    notes: JSON.stringify(notes),
    next_offset,
    next_row,
    lease,
    leased_until: afterMs(lease_ms),
    updated_at: now,
  })

const importedInsert = prepared(
  (_, params: Placeholders<{ import_id: string; ids: readonly string[] }>) => sql`
    insert into imported_contacts (workspace_id, import_id, contact_id)
    select ${params.workspace_id}, ${params.import_id}, unnest(${params.ids}::text[])`,
)

/** Records what an import added, with the contacts in one transaction. */
export function insertImportedContacts(
  db: WorkspaceDb,
  import_id: string,
  ids: readonly string[],
): void {
  if (ids.length > 0) importedInsert.enqueue(db, { import_id, ids })
}

/** The oldest import of all workspaces that this process may work on, and no other one has locked. */
export const nextImport = (pool: Kysely<Tables>, lease: string) =>
  pool
    .selectFrom('contact_imports')
    .select(['workspace_id', 'id'])
    .where('status', 'in', unfinished)
    .where(isFree(lease))
    .orderBy('created_at')
    .limit(1)
    // Another process that writes the first part has saved no lease yet.
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Lets another process continue at once. */
export async function releaseImports(pool: Kysely<Tables>, lease: string): Promise<void> {
  await pool
    .updateTable('contact_imports')
    .set({ lease: null, leased_until: null })
    .where('lease', '=', lease)
    .where('status', 'in', unfinished)
    .execute()
}

/** First the rows that say what it added: one import may have a million of them. */
export async function deleteImportsFinishedBefore(
  pool: Kysely<Tables>,
  time: Date,
  options: BatchOptions = {},
): Promise<void> {
  const { isStopped = () => false } = options
  const old = await pool
    .selectFrom('contact_imports')
    .select(['workspace_id', 'id'])
    .where('finished_at', '<', time.toISOString())
    .execute()
  for (const { workspace_id, id } of old) {
    await runInBatches(
      (size) =>
        sql`
        delete from imported_contacts where workspace_id = ${workspace_id} and import_id = ${id}
          and contact_id in (select contact_id from imported_contacts
            where workspace_id = ${workspace_id} and import_id = ${id} limit ${size})`.execute(
          pool,
        ),
      options,
    )
    if (isStopped()) return
    await pool
      .deleteFrom('contact_imports')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute()
  }
}

type Row = Pick<Selectable<ContactImportsTable>, (typeof columns)[number]>

const toImport = ({ total, created, updated, skipped, failed, ...row }: Row) => ({
  ...row,
  version: String(row.version),
  counts: { total, created, updated, skipped, failed },
})
