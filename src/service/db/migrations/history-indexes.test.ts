// Runs on both engines: each plans queries by itself.
import { ExpressionWrapper, type Kysely, type OperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'

import { deleteContactActivityBefore } from '#service/activity.store.ts'
import type { Database } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { openTestDatabase } from '#service/db/test-database.ts'

test('the purge of the activity of contacts reads only what is old', async () => {
  const database = await openTestDatabase()
  await database.pool.transaction().execute(async (tx) => {
    // The contacts are not there: foreign keys are triggers.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into contact_activity (workspace_id, contact_id, id, kind, changes, created_at)
      select 'w', 'con_' || lpad(g::text, 26, '0'), 'act_' || lpad(g::text, 26, '0'), 'contact.created', '{}',
        timestamptz '2026-01-01' + g * interval '1 minute' from generate_series(1, 30000) g`.execute(
      tx,
    )
  })
  await sql`vacuum analyze contact_activity`.execute(database.pool)
  const time = new Date('2026-01-01T01:00:00Z')
  const plan = await explainValues(database, (pool) => deleteContactActivityBefore(pool, time))
  expect(plan).toContain('Bitmap Index Scan on contact_activity_by_age')
  expect(plan).not.toContain('Seq Scan on contact_activity')
  await database.close()
})

/** The plan of a statement with its parameters, as the purge sends it: it's not prepared. */
async function explainValues(
  { pool }: Database,
  run: (pool: Kysely<Tables>) => Promise<unknown>,
): Promise<string> {
  const queries: OperationNode[] = []
  await run(
    pool.withPlugin({
      transformQuery({ node }) {
        queries.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const [query] = queries
  const { rows } = await sql`explain ${new ExpressionWrapper(query!)}`.execute(pool)
  return JSON.stringify(rows)
}
