import { type Kysely, sql } from 'kysely'

import { type AuditAct, type AuditKind, auditKinds } from '#contract/developers/audit.rules.ts'
import type { AuditEntry } from '#contract/developers/audit.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { idAt } from '#service/db/ids.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { type BatchOptions, runInBatches } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { commandLineKey } from './keys.store.ts'

interface NewAuditEntry extends AuditAct {
  readonly id: string
  readonly at: Date
  readonly key_id: string | null
  readonly member_id: string | null
  readonly address: string
  readonly request_id: string
}

const insertStatement = prepared((tx, params: Placeholders<NewAuditEntry>) =>
  tx.insertInto('audit_log').values({
    workspace_id: params.workspace_id,
    id: params.id,
    at: params.at,
    kind: params.kind,
    resource_type: params.resource_type,
    resource_id: params.resource_id,
    parent_id: params.parent_id,
    count: params.count,
    key_id: params.key_id,
    member_id: params.member_id,
    address: params.address,
    request_id: params.request_id,
  }),
)

/** In the transaction of the change, with its commit: no additional round trip. */
export const insertAuditEntry = (db: WorkspaceDb, entry: NewAuditEntry): void =>
  insertStatement.enqueue(db, entry)

interface AuditFilter {
  readonly key_id?: readonly string[] | undefined
  readonly kind?: readonly AuditKind[] | undefined
  readonly since?: string | undefined
}

/** With constants, which imply the condition of the index of rare kinds; in one order, as a statement for each is prepared. */
const isOfKind = (kinds: readonly AuditKind[]) =>
  sql<boolean>`a.kind in (${sql.join(
    auditKinds.filter((one) => kinds.includes(one)).map((one) => sql.lit(one)),
  )})`

const entries = ({ tx, workspace_id }: WorkspaceDb, { key_id, kind, since }: AuditFilter) =>
  tx
    .selectFrom('audit_log as a')
    .where('a.workspace_id', '=', workspace_id)
    .$if(key_id !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('a.key_id', 'in', [...(key_id ?? [])]),
          ...(key_id?.includes(commandLineKey.id) === true ? [eb('a.key_id', 'is', null)] : []),
        ]),
      ),
    )
    .$if(kind !== undefined, (query) => query.where(isOfKind(kind ?? [])))
    .$if(since !== undefined, (query) => {
      const time = new Date(since ?? 0)
      // The ids are in the order of time and indexed, but one may be some milliseconds later than `at`.
      return query.where('a.id', '>=', idAt('aud', time)).where('a.at', '>=', time.toISOString())
    })

/** Newest first. The names are those of today, also of a revoked key and a deleted member. */
export async function auditEntriesAfter(
  db: WorkspaceDb,
  filter: AuditFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await entries(db, filter)
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.workspace_id', '=', 'a.workspace_id').onRef('k.id', '=', 'a.key_id'),
    )
    .leftJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'a.workspace_id').onRef('m.id', '=', 'a.member_id'),
    )
    .selectAll('a')
    .select(['k.name as key_name', 'm.name as member_name'])
    .$if(last !== undefined, (query) => query.where('a.id', '<', String(last?.[0])))
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind as AuditKind, // `insertAuditEntry` writes no other
    resource: {
      type: row.resource_type,
      id: row.resource_id,
      parent_id: row.parent_id,
      count: row.count,
    },
    key: row.key_id === null ? { ...commandLineKey } : { id: row.key_id, name: row.key_name ?? '' },
    member: row.member_id === null ? null : { id: row.member_id, name: row.member_name ?? '' },
    address: row.address,
    request_id: row.request_id,
  }))
}

export const countAuditEntries = (db: WorkspaceDb, filter: AuditFilter) =>
  countRows(entries(db, filter))

export async function deleteAuditEntriesBefore(
  pool: Kysely<Tables>,
  time: Date,
  options: BatchOptions = {},
): Promise<void> {
  const workspaces = await pool.selectFrom('workspaces').select('id').execute()
  for (const { id: workspace_id } of workspaces)
    await runInBatches(
      (size) =>
        sql`
        delete from audit_log where workspace_id = ${workspace_id} and id in (
          select id from audit_log where workspace_id = ${workspace_id}
            and id < ${idAt('aud', time)} limit ${size})`.execute(pool),
      options,
    )
}
