// Runs on both engines: each plans queries by itself.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AuditKind } from '#contract/developers/audit.rules.ts'
import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { explainQueries } from '#service/db/test-plans.ts'
import { auditEntriesAfter, countAuditEntries } from '#service/developers/audit.store.ts'

let database: Database

/** Enough rows for a plan, of which few are rare. Their workspace is not there: foreign keys are triggers. */
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into audit_log (workspace_id, id, at, kind, resource_type, address, request_id)
      select 'w', 'aud_' || lpad(g::text, 26, '0'), now(),
        case g % 1000 when 1 then 'deleted' when 2 then 'exported' when 3 then 'revoked'
          else case when g % 2 = 0 then 'created' else 'updated' end end,
        'card', '', '' from generate_series(1, 20000) g`.execute(tx)
  })
  await sql`vacuum analyze audit_log`.execute(database.pool)
})
afterAll(() => database.close())

const index = 'audit_log_by_rare_kind'

test.each<[AuditKind[]]>([[['deleted']], [['exported', 'revoked']], [['revoked', 'deleted']]])(
  'the log of the rare kinds %j reads only their entries',
  async (kind) => {
    const since = '2026-01-01T00:00:00Z'
    for (const filter of [{ kind }, { kind, since }])
      expect(
        await explainQueries(database, (db) => auditEntriesAfter(db, filter, undefined, 51)),
      ).toContain(index)
    expect(await explainQueries(database, (db) => countAuditEntries(db, { kind }))).toContain(index)
  },
)

test('entries of frequent kinds are not in the index of the rare ones', async () => {
  const kind: AuditKind[] = ['created', 'deleted']
  expect(
    await explainQueries(database, (db) => auditEntriesAfter(db, { kind }, undefined, 51)),
  ).not.toContain(index)
})
