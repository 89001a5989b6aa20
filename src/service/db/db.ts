import { Kysely } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Tables } from '#service/db/schema/tables.ts'
import { dialectOn } from './dialect.ts'
import { openEmbedded } from './embedded.ts'
import { refuseWhenFull } from './free-space.ts'
import { openPostgres } from './postgres.ts'
import { sqlState } from './sql-state.ts'

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

/** Opens or creates the database that the settings name. Migrating it is the caller's next step. */
export async function openDatabase(options: {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const pool = openPostgres(options.databaseUrl)
    return databaseOn('postgres', new Kysely<Tables>({ dialect: dialectOn(pool) }), () =>
      Promise.resolve(),
    )
  }
  const { pool, close } = await openEmbedded(options)
  const dialect = dialectOn(pool, refuseWhenFull(options.dataDir))
  return databaseOn('embedded', new Kysely<Tables>({ dialect }), close)
}

// Serialisation failure and deadlock: the whole work is done again.
const again = ['40001', '40P01']
const repeats = 3

/** The same few operations over either engine. */
export function databaseOn(
  kind: Database['kind'],
  pool: Kysely<Tables>,
  closeEngine: () => Promise<void>,
): Database {
  return {
    kind,
    pool,
    async transaction(workspace_id, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await pool.transaction().execute((tx) => work({ tx, workspace_id }))
        } catch (error) {
          if (attempt > repeats || !again.includes(sqlState(error))) throw error
          // Those who met once would meet again if they came back at the same moment.
          await sleep(Math.random() * 10 * attempt)
        }
      }
    },
    reading: (workspace_id) => ({ tx: pool, workspace_id }),
    async close() {
      await pool.destroy()
      await closeEngine()
    },
  }
}
