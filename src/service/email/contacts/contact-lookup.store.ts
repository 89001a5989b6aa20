import type { Kysely } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepareStatement } from '#service/db/driver/prepared-statement.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { contactColumns } from './contact-filter.store.ts'

const contactsOf = (tx: Kysely<Tables>, given: Placeholders<{ list_id: string }>) =>
  tx
    .selectFrom('contacts')
    .select(contactColumns)
    .where('contacts.workspace_id', '=', given.workspace_id)
    .where('contacts.list_id', '=', given.list_id)

const byId = prepareStatement((tx, given: Placeholders<{ list_id: string; id: string }>) =>
  contactsOf(tx, given).where('contacts.id', '=', given.id),
)
const byAddress = prepareStatement(
  (tx, given: Placeholders<{ list_id: string; address_key: string }>) =>
    contactsOf(tx, given).where('contacts.address_key', '=', given.address_key),
)
const lockedById = prepareStatement((tx, given: Placeholders<{ list_id: string; id: string }>) =>
  contactsOf(tx, given).where('contacts.id', '=', given.id).forUpdate(),
)
const lockedByAddress = prepareStatement(
  (tx, given: Placeholders<{ list_id: string; address_key: string }>) =>
    contactsOf(tx, given).where('contacts.address_key', '=', given.address_key).forUpdate(),
)

export const findContact = (db: WorkspaceDb, list_id: string, id: string) =>
  byId.first(db, { list_id, id })

export const findByAddress = (db: WorkspaceDb, list_id: string, address_key: string) =>
  byAddress.first(db, { list_id, address_key })

/** Until the transaction ends nobody else changes this contact. */
export const lockContact = (
  db: WorkspaceDb,
  list_id: string,
  by: { readonly id: string } | { readonly address_key: string },
): Promise<Contact | undefined> =>
  'id' in by
    ? lockedById.first(db, { list_id, id: by.id })
    : lockedByAddress.first(db, { list_id, address_key: by.address_key })

const listContact = prepareStatement(
  (tx, given: Placeholders<{ list_id: string; address_key: string }>) =>
    tx
      .selectFrom('email_lists as list')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('contacts')
            .select(contactColumns)
            .whereRef('contacts.workspace_id', '=', 'list.workspace_id')
            .whereRef('contacts.list_id', '=', 'list.id')
            .where('contacts.address_key', '=', given.address_key)
            .forUpdate()
            .as('contact'),
        (join) => join.onTrue(),
      )
      .selectAll('contact')
      .select(['list.archived', 'list.double_opt_in'])
      .where('list.workspace_id', '=', given.workspace_id)
      .where('list.id', '=', given.list_id),
)

/** The list, and its contact of this address, locked: all that an upsert must know, in one statement. */
export async function lockListContact(db: WorkspaceDb, list_id: string, address_key: string) {
  const row = await listContact.first(db, { list_id, address_key })
  if (!row) return {}
  const { archived, double_opt_in, ...known } = row
  const list = { id: list_id, archived, double_opt_in }
  // Of a joined row either every column is there or none.
  return known.id === null ? { list } : { list, known: known as Contact }
}

/** Of whatever list. */
export async function listOfContact({ tx, workspace_id }: WorkspaceDb, contact_id: string) {
  return tx
    .selectFrom('contacts')
    .select(['id', 'list_id'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', contact_id)
    .executeTakeFirst()
}

export const contactWithRef = async ({ tx, workspace_id }: WorkspaceDb, external_ref: string) =>
  (
    await tx
      .selectFrom('contacts')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('external_ref', '=', external_ref)
      .executeTakeFirst()
  )?.id
