import { type Dialect, type Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import type pg from 'pg'

import { GuardedPool } from './guarded-pool.ts'

/** PostgreSQL without advisory locks, which distributed engines lack: migrations take a row of their lock table. */
export function dialectOn(pool: pg.Pool, beforeBegin: () => void = () => undefined): Dialect {
  const dialect = new PostgresDialect({ pool: new GuardedPool(pool, beforeBegin) })
  return {
    createAdapter: () => new RowLockAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** The row stays locked until the transaction ends that `migrate.ts` opens around the whole of it. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    // Kysely's own signature: the lock table is in no schema of ours.
    // oxlint-disable-next-line typescript/no-explicit-any
    db: Kysely<any>,
    { lockTable, lockRowId }: { lockTable: string; lockRowId: string },
  ): Promise<void> {
    await db.selectFrom(lockTable).selectAll().where('id', '=', lockRowId).forUpdate().execute()
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve()
  }
}
