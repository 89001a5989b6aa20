import { type Kysely, sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { contactColumns } from './contact-filter.store.ts'

const contactsIn = (tx: Kysely<Tables>, params: Placeholders<{ list_id: string }>) =>
  tx
    .selectFrom('contacts')
    .select(contactColumns)
    .where('contacts.workspace_id', '=', params.workspace_id)
    .where('contacts.list_id', '=', params.list_id)

const byId = prepared((tx, params: Placeholders<{ list_id: string; id: string }>) =>
  contactsIn(tx, params).where('contacts.id', '=', params.id),
)
const byAddress = prepared((tx, params: Placeholders<{ list_id: string; address_key: string }>) =>
  contactsIn(tx, params).where('contacts.address_key', '=', params.address_key),
)
const lockedById = prepared((tx, params: Placeholders<{ list_id: string; id: string }>) =>
  contactsIn(tx, params).where('contacts.id', '=', params.id).forUpdate(),
)
const lockedByAddress = prepared(
  (tx, params: Placeholders<{ list_id: string; address_key: string }>) =>
    contactsIn(tx, params).where('contacts.address_key', '=', params.address_key).forUpdate(),
)

export const findContact = (db: WorkspaceDb, list_id: string, id: string) =>
  byId.first(db, { list_id, id })

export const findByAddress = (db: WorkspaceDb, list_id: string, address_key: string) =>
  byAddress.first(db, { list_id, address_key })

/** Until the transaction ends, no other one changes this contact. */
export const lockContact = (
  db: WorkspaceDb,
  list_id: string,
  by: { readonly id: string } | { readonly address_key: string },
): Promise<Contact | undefined> =>
  'id' in by
    ? lockedById.first(db, { list_id, id: by.id })
    : lockedByAddress.first(db, { list_id, address_key: by.address_key })

const columns = sql.join([...contactColumns].map((c) => (typeof c === 'string' ? sql.ref(c) : c)))

// One look-up for each address: without statistics, a join would compare all contacts with all addresses.
const lockedByAddresses = prepared(
  (_, params: Placeholders<{ list_id: string; address_keys: readonly string[] }>) =>
    sql<Contact & { address_key: string }>`
      select wanted.address_key, contact.* from unnest(${params.address_keys}::text[]) wanted (address_key)
      cross join lateral (
        select ${columns} from contacts where contacts.workspace_id = ${params.workspace_id}
          and contacts.list_id = ${params.list_id} and contacts.address_key = wanted.address_key
        for update) contact`,
)

/** By address key. Until the transaction ends, no other one changes these contacts. */
export async function lockContacts(
  db: WorkspaceDb,
  list_id: string,
  address_keys: readonly string[],
): Promise<ReadonlyMap<string, Contact>> {
  // In one order, so that two imports do not deadlock.
  const rows = await lockedByAddresses.all(db, { list_id, address_keys: address_keys.toSorted() })
  return new Map(rows.map(({ address_key, ...contact }) => [address_key, contact]))
}

const lockedListContact = prepared(
  (tx, params: Placeholders<{ list_id: string; address_key: string }>) =>
    tx
      .selectFrom('email_lists as list')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('contacts')
            .select(contactColumns)
            .whereRef('contacts.workspace_id', '=', 'list.workspace_id')
            .whereRef('contacts.list_id', '=', 'list.id')
            .where('contacts.address_key', '=', params.address_key)
            .forUpdate()
            .as('contact'),
        (join) => join.onTrue(),
      )
      .selectAll('contact')
      .select(['list.archived', 'list.double_opt_in'])
      .where('list.workspace_id', '=', params.workspace_id)
      .where('list.id', '=', params.list_id),
)

/** Reads the list and locks its contact with this address, in one statement. */
export async function lockListContact(db: WorkspaceDb, list_id: string, address_key: string) {
  const row = await lockedListContact.first(db, { list_id, address_key })
  if (!row) return {}
  const { archived, double_opt_in, ...existing } = row
  const list = { id: list_id, archived, double_opt_in }
  // The join returns either all columns of a contact or none.
  return existing.id === null ? { list } : { list, existing: existing as Contact }
}

export async function findListOfContact({ tx, workspace_id }: WorkspaceDb, contact_id: string) {
  return tx
    .selectFrom('contacts')
    .select(['id', 'list_id'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', contact_id)
    .executeTakeFirst()
}
