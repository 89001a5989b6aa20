import { type Kysely, Migrator, sql } from 'kysely'

import * as spine from '#service/db/migrations/001-spine.ts'
import * as email from '#service/db/migrations/002-email.ts'
import * as feedback from '#service/db/migrations/003-feedback.ts'
import * as merges from '#service/db/migrations/004-merges.ts'
import * as members from '#service/db/migrations/005-members.ts'
import * as cardActivity from '#service/db/migrations/006-card-activity.ts'
import * as campaignDelivery from '#service/db/migrations/007-campaign-delivery.ts'
import * as publicChangelog from '#service/db/migrations/008-public-changelog.ts'
import * as contactImports from '#service/db/migrations/009-contact-imports.ts'
import * as importedContacts from '#service/db/migrations/010-imported-contacts.ts'
import * as linksToPosts from '#service/db/migrations/011-links-to-posts.ts'
import * as feedbackOrders from '#service/db/migrations/012-feedback-orders.ts'
import * as tagsOfPosts from '#service/db/migrations/013-tags-of-posts.ts'
import * as webhooks from '#service/db/migrations/014-webhooks.ts'
import * as webhookReplays from '#service/db/migrations/015-webhook-replays.ts'
import * as keyMembers from '#service/db/migrations/016-key-members.ts'
import * as auditLog from '#service/db/migrations/017-audit-log.ts'
import * as auditLogKinds from '#service/db/migrations/018-audit-log-kinds.ts'
import * as votesTotal from '#service/db/migrations/019-votes-total.ts'
import * as importNotes from '#service/db/migrations/020-import-notes.ts'
import * as suppressions from '#service/db/migrations/021-suppressions.ts'
import * as workspaceCards from '#service/db/migrations/022-workspace-cards.ts'
import * as workspaceSearch from '#service/db/migrations/023-workspace-search.ts'
import * as history from '#service/db/migrations/024-history.ts'
import * as postWords from '#service/db/migrations/025-post-words.ts'
import * as views from '#service/db/migrations/026-views.ts'
import * as campaignDates from '#service/db/migrations/027-campaign-dates.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { Database } from './db.ts'
import { analyzeAll } from './maintenance.ts'
import { sqlState } from './transaction-conflict.ts'

const migrations = {
  '001-spine': spine,
  '002-email': email,
  '003-feedback': feedback,
  '004-merges': merges,
  '005-members': members,
  '006-card-activity': cardActivity,
  '007-campaign-delivery': campaignDelivery,
  '008-public-changelog': publicChangelog,
  '009-contact-imports': contactImports,
  '010-imported-contacts': importedContacts,
  '011-links-to-posts': linksToPosts,
  '012-feedback-orders': feedbackOrders,
  '013-tags-of-posts': tagsOfPosts,
  '014-webhooks': webhooks,
  '015-webhook-replays': webhookReplays,
  '016-key-members': keyMembers,
  '017-audit-log': auditLog,
  '018-audit-log-kinds': auditLogKinds,
  '019-votes-total': votesTotal,
  '020-import-notes': importNotes,
  '021-suppressions': suppressions,
  '022-workspace-cards': workspaceCards,
  '023-workspace-search': workspaceSearch,
  '024-history': history,
  '025-post-words': postWords,
  '026-views': views,
  '027-campaign-dates': campaignDates,
}

/** Migrates to the latest version. Refuses a newer database without changing it. */
export async function migrate(database: Database): Promise<{ applied: string[] }> {
  const applied = await retryLostRace(() => migrateInTransaction(database))
  if (applied.length > 0) await analyzeAll(database.pool)
  else await readEveryTable(database)
  return { applied }
}

/** One transaction: a killed process leaves the old tables. */
function migrateInTransaction({ kind, pool }: Database): Promise<string[]> {
  return pool.connection().execute(async (db) => {
    await sql`begin`.execute(db)
    try {
      await sql`set local statement_timeout = 0`.execute(db)
      await refuseNewer(db)
      const provider = { getMigrations: () => Promise.resolve(migrations) }
      const migrator = new Migrator({ db, provider, disableTransactions: true })
      const { error, results = [] } = await migrator.migrateToLatest()
      if (error) throw error
      await db
        .insertInto('instance')
        .values({ engine: kind, created_at: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await sql`commit`.execute(db)
      return results.map(({ migrationName }) => migrationName)
    } catch (error) {
      await sql`rollback`.execute(db)
      throw error
    }
  })
}

// The errors of a process that loses the race to create the first table; Kysely then fails with the last one.
const lostRaceCodes = ['23505', '42P07', '25P02']

async function retryLostRace<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !lostRaceCodes.includes(sqlState(error))) throw error
    }
  }
}

/** Detects damage at the start, with advice. */
async function readEveryTable({ pool }: Database): Promise<void> {
  const { rows } = await sql<{ ours: string }>`select current_schema() as ours`.execute(pool)
  const tables = await pool.introspection.getTables() // of every schema, also those of other programs
  for (const { name } of tables.filter(({ schema }) => schema === rows[0]?.ours))
    await sql`select * from ${sql.table(name)} limit 1`.execute(pool).catch((cause: unknown) => {
      throw new Error(
        `Cannot read the table ${name} of this database. Keep a copy of it, then restore the latest backup into an empty one.`,
        { cause },
      )
    })
}

async function refuseNewer(db: Kysely<Tables>): Promise<void> {
  const { rows: ledger } = await sql<{ found: string | null }>`
    select to_regclass('kysely_migration')::text as found`.execute(db)
  if (ledger[0]?.found == null) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new Error(
      `This database is newer than the program: it has the migrations ${unknown.join(', ')}. Start the version that created it, or a later one.`,
    )
}
