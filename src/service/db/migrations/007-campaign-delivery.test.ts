// Runs on both engines: migrations run on both.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { createWorkspace } from '#service/new-workspace.ts'
import { up } from './007-campaign-delivery.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const hour = 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms)

test('migration 007 cancels campaigns whose time to send has passed', async () => {
  for (const table of ['hours', 'clicks', 'event_ids', 'recipients'])
    await sql`drop table ${sql.table(`campaign_${table}`)}`.execute(database.pool)
  await sql`drop index campaigns_due`.execute(database.pool)
  await sql`alter table campaigns drop column audience_at`.execute(database.pool)
  const { workspace_id } = await createWorkspace(database, 'Test')
  const created_at = fromNow(-90 * hour)
  const rows = [
    { id: 'past', status: 'scheduled', scheduled_at: fromNow(-hour) },
    { id: 'future', status: 'scheduled', scheduled_at: fromNow(hour) },
    { id: 'plain', status: 'scheduled', scheduled_at: null },
    { id: 'sent', status: 'sent', scheduled_at: fromNow(-hour) },
  ] as const
  await database.pool
    .insertInto('campaigns')
    .values(
      rows.map((row) => ({
        workspace_id,
        ...row,
        name: row.id,
        name_key: row.id,
        subject: '',
        stats: '{}',
        links: '[]',
        created_at,
        updated_at: created_at,
      })),
    )
    .execute()
  // A migration knows no tables by type: it makes them.
  await up(database.pool as unknown as Kysely<unknown>)
  const campaigns = await database.pool
    .selectFrom('campaigns')
    .select(['id', 'status', 'version', 'updated_at'])
    .orderBy('id')
    .execute()
  const before = { version: 1, updated_at: created_at.toISOString() }
  expect(campaigns).toEqual([
    { id: 'future', status: 'scheduled', ...before },
    { id: 'past', status: 'cancelled', version: 2, updated_at: expect.any(String) },
    { id: 'plain', status: 'scheduled', ...before },
    { id: 'sent', status: 'sent', ...before },
  ])
  expect(campaigns[1]?.updated_at).not.toBe(before.updated_at)
})
