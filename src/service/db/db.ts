import type { Kysely } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'

/** What a store works with: no query can forget the workspace it belongs to. */
export interface WorkspaceDb {
  readonly tx: Kysely<Tables>
  readonly workspace_id: string
}

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /** Outside any workspace: keys, migrations, health. Never inside a transaction: the embedded pool has one connection. */
  readonly pool: Kysely<Tables>
  /** One transaction in one workspace; run again up to 3 times on 40001 and 40P01. */
  transaction<T>(workspace_id: string, work: (db: WorkspaceDb) => Promise<T>): Promise<T>
  /** Reads without BEGIN and COMMIT. */
  reading(workspace_id: string): WorkspaceDb
  close(): Promise<void>
}
