import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import {
  type ContactFilter,
  filterCondition,
} from '#service/email/contacts/contact-filter.store.ts'

/** The names of all fields of the contacts that match. */
export async function fieldNames(db: WorkspaceDb, filter: ContactFilter): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(contacts.fields) as name from contacts
    where ${filterCondition(db, filter)}`.execute(db.tx)
  return rows.map(({ name }) => name)
}
