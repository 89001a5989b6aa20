// Runs on both engines: each plans queries by itself.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DeliveryStatus } from '#contract/developers/webhook-resources.ts'
import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { explainQueries } from '#service/db/test-plans.ts'
import { deliveriesAfter } from '#service/webhooks/deliveries.store.ts'
import { claimDeliveries } from '#service/webhooks/delivery-queue.store.ts'
import { readStats } from '#service/webhooks/webhooks.store.ts'

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

const pendingIndexes = ['webhook_deliveries_due', 'webhook_deliveries_claimed']
const webhook_id = 'h'

test.each<[DeliveryStatus[], string[]]>([
  [['failed'], ['webhook_deliveries_unsuccessful']],
  [['failed', 'skipped'], ['webhook_deliveries_unsuccessful']],
  [['pending'], pendingIndexes],
])('the log of a webhook with %j reads only those deliveries', async (status, indexes) => {
  const plans = await explainQueries(database, (db) =>
    deliveriesAfter(db, { webhook_id, status }, undefined, 51),
  )
  for (const index of indexes) expect(plans).toContain(index)
})

test('what waits is counted without reading what succeeded', async () => {
  const plans = await explainQueries(database, (db) => readStats(db, webhook_id))
  for (const index of pendingIndexes) expect(plans).toContain(index)
})

test('a claim finds what it picked by its place, and not among all that waits', async () => {
  await database.pool.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into webhooks (workspace_id, id, url, format, secret, events, queued_seq, created_at, updated_at, events_since)
      values ('w', 'h', 'https://example.com', 'standard', '', '{}', 0, now(), now(), now())`.execute(
      tx,
    )
  })
  const plans = await explainQueries(database, (db) =>
    claimDeliveries(db, { owner: 'one', ms: 1000 }, 10),
  )
  expect(plans).toContain('Tid Scan on webhook_deliveries')
})
