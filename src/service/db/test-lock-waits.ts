import { sql } from 'kysely'

import type { Database } from './db.ts'

/** How many connections wait for a lock. The embedded engine has one connection, which never does. */
export async function lockWaits({ pool }: Database): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(pool)
  return rows.length
}

export const hasOneConnection = process.env['TEST_ENGINE'] !== 'postgres'
