// Runs on both engines: each plans queries by itself.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'

let database: Database

/** Enough rows for a plan, of which few did not succeed. Their webhook is not there: foreign keys are triggers. */
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into webhook_deliveries (workspace_id, webhook_id, id, event_id, kind, state, due_at, created_at)
      select 'w', 'h', 'd' || lpad(g::text, 9, '0'), 'e' || g, 'board.created',
        case g % 1000 when 1 then 'failed' when 2 then 'skipped' when 3 then 'waiting' when 4 then 'claimed'
          else 'succeeded' end, now(), now() from generate_series(1, 20000) g`.execute(tx)
  })
  await sql`vacuum analyze webhook_deliveries`.execute(database.pool)
})
afterAll(() => database.close())

test.each([
  ["state = 'failed'", ['webhook_deliveries_unsuccessful']],
  ["state = 'failed' or state = 'skipped'", ['webhook_deliveries_unsuccessful']],
  [
    "state = 'waiting' or state = 'claimed'",
    ['webhook_deliveries_due', 'webhook_deliveries_claimed'],
  ],
])('the log of a webhook with %s reads only those deliveries', async (condition, indexes) => {
  const { rows } = await sql`
    explain select id from webhook_deliveries where workspace_id = 'w' and webhook_id = 'h'
      and (${sql.raw(condition)}) order by id desc limit 51`.execute(database.pool)
  for (const index of indexes) expect(JSON.stringify(rows)).toContain(index)
})
