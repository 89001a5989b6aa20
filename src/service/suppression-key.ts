import { type Kysely, sql } from 'kysely'
import { createHmac, randomBytes } from 'node:crypto'

import { addressKey } from '#contract/email/email-address.rules.ts'
import type { Database } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { type InstanceSecret, openText, sealText } from './secret.ts'

/** The keyed hash of an address in its normalized form, by which contacts are compared. */
export type HashAddress = (address_key: string) => string
/** Each workspace has its own: nobody sees that an address left two of them. */
export type HashesOf = (workspace_id: string) => HashAddress

const sealContext = 'instance.suppression_key'

/**
 * Reads the key of the hashes. The first start creates it, and in the same transaction remembers who had left before, so
 * that nobody is forgotten between the two.
 */
export async function openAddressHashes(
  { pool }: Database,
  { deriveKey }: InstanceSecret,
): Promise<HashesOf> {
  const sealKey = deriveKey('sealed-keys')
  const open = (sealed: string) => createHash(openText(sealKey, sealed, sealContext))
  const stored = await pool.selectFrom('instance').select('suppression_key').executeTakeFirst()
  if (stored?.suppression_key != null) return open(stored.suppression_key)
  return pool.connection().execute(async (db) => {
    await sql`begin`.execute(db)
    try {
      // Who had left may be a million, and of processes that start at once the others wait for all of them.
      await sql`set local statement_timeout = 0`.execute(db)
      const current = await db
        .selectFrom('instance')
        .select('suppression_key')
        .forUpdate()
        .executeTakeFirstOrThrow()
      const sealed =
        current.suppression_key ??
        sealText(sealKey, randomBytes(32).toString('base64'), sealContext)
      const hashesOf = open(sealed)
      if (current.suppression_key === null) {
        await db.updateTable('instance').set({ suppression_key: sealed }).execute()
        await recordStored(db, hashesOf)
        await sql`analyze suppressions`.execute(db)
      }
      await sql`commit`.execute(db)
      return hashesOf
    } catch (error) {
      await sql`rollback`.execute(db)
      throw error
    }
  })
}

const createHash =
  (key: string): HashesOf =>
  (workspace_id) =>
  (address_key) =>
    createHmac('sha256', Buffer.from(key, 'base64'))
      .update(`${workspace_id}\n${address_key}`)
      .digest('base64url')

/** Remembers who has left in contacts and subscribers that are stored, in all workspaces or in one that was generated. */
export async function recordStored(
  db: Kysely<Tables>,
  hashesOf: HashesOf,
  workspace_id?: string,
): Promise<void> {
  await recordContacts(db, hashesOf, workspace_id)
  await recordSubscribers(db, hashesOf, workspace_id)
}

const rowsAtOnce = 5000

type StoredRow = Omit<Insertable, 'id' | 'address_hash'> & { readonly address_key: string }
interface Insertable {
  readonly workspace_id: string
  readonly id: string
  readonly address_hash: string
  readonly scope: string
  readonly reason: string
  readonly holder_id: string
  readonly since: string
}

async function recordContacts(
  db: Kysely<Tables>,
  hashesOf: HashesOf,
  workspace_id: string | undefined,
): Promise<void> {
  const ofWorkspace = workspace_id === undefined ? sql`` : sql`and workspace_id = ${workspace_id}`
  for (let last = [workspace_id ?? '', '']; ;) {
    const { rows } = await sql<StoredRow>`
      select workspace_id, id as holder_id, address_key,
        case status when 'unsubscribed' then list_id else 'workspace' end as scope,
        case status when 'bounced' then 'hard' when 'complained' then 'complaint' else 'unsubscribed' end as reason,
        case status when 'unsubscribed' then coalesce(unsubscribed_at, updated_at) else updated_at end as since
      from contacts
      where (workspace_id, id) > (${last[0]}, ${last[1]})
        and status in ('unsubscribed', 'bounced', 'complained') ${ofWorkspace}
      order by workspace_id, id limit ${rowsAtOnce}`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    await insertStored(db, hashesOf, rows)
    last = [end.workspace_id, end.holder_id]
  }
}

/** Few, beside contacts. */
async function recordSubscribers(
  db: Kysely<Tables>,
  hashesOf: HashesOf,
  workspace_id: string | undefined,
): Promise<void> {
  const rows = await db
    .selectFrom('changelog_subscribers')
    .select(['workspace_id', 'id as holder_id', 'email', 'email_key', 'updated_at as since'])
    .where('status', '=', 'unsubscribed')
    .$if(workspace_id !== undefined, (query) =>
      query.where('workspace_id', '=', workspace_id ?? ''),
    )
    .execute()
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await insertStored(
      db,
      hashesOf,
      rows.slice(start, start + rowsAtOnce).map(({ email, email_key, ...row }) => ({
        ...row,
        address_key: addressKey(email) ?? email_key,
        scope: 'changelog',
        reason: 'unsubscribed',
      })),
    )
}

async function insertStored(
  db: Kysely<Tables>,
  hashesOf: HashesOf,
  stored: readonly StoredRow[],
): Promise<void> {
  const rows = stored.map(({ address_key, ...row }): Insertable => ({
    // Without the date, which an import may have set: ids are in the order in which they are made.
    id: newId('sup', new Date()),
    address_hash: hashesOf(row.workspace_id)(address_key),
    ...row,
  }))
  await sql`
    insert into suppressions (workspace_id, id, address_hash, scope, reason, holder_id, since)
    select workspace_id, id, address_hash, scope, reason, holder_id, since
    from json_populate_recordset(null::suppressions, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(db)
}
