import {
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
} from 'kysely'

/** PostgreSQL without advisory locks, which distributed engines lack: migrations lock a row of their lock table. */
export function createDialect(pool: PostgresPool): Dialect {
  const dialect = new PostgresDialect({ pool })
  return {
    createAdapter: () => new RowLockAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** The row stays locked until the end of the transaction that `migrate.ts` opens around all migrations. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    // The signature of Kysely: the lock table is not in `Tables`.
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
