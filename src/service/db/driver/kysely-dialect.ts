import {
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
} from 'kysely'

/** PostgreSQL without advisory locks, which distributed engines lack: migrations take a row of their lock table. */
export function createDialect(pool: PostgresPool): Dialect {
  const dialect = new PostgresDialect({ pool })
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
