import { sql } from 'kysely'

import type { SuppressionReason } from '#contract/email/suppressions.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { newId } from '#service/db/ids.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'

/** Why an address gets no mail, and since when. */
export interface Suppression {
  /** `workspace`, `changelog` or the id of a list. */
  readonly scope: string
  readonly reason: SuppressionReason
  readonly since: string
}

interface NewSuppression extends Suppression {
  readonly address_hash: string
  readonly holder_id: string | null
}

const byAddress = prepared(
  (tx, params: Placeholders<{ hashes: readonly string[]; scopes: readonly string[] }>) =>
    tx
      .selectFrom('suppressions')
      .select(['address_hash', 'scope', 'reason', 'since'])
      .where('workspace_id', '=', params.workspace_id)
      .where(sql<boolean>`address_hash = any (${params.hashes}::text[])`)
      .where(sql<boolean>`scope = any (${params.scopes}::text[])`),
)

export type SuppressionsByHash = ReadonlyMap<string, readonly Suppression[]>

/** By hash, for all addresses of a request at once. Those of the workspace count in every scope. */
export async function findSuppressions(
  db: WorkspaceDb,
  scope: string,
  hashes: readonly string[],
): Promise<SuppressionsByHash> {
  if (hashes.length === 0) return new Map()
  const rows = await byAddress.all(db, { hashes, scopes: [scope, 'workspace'] })
  const byHash = new Map<string, Suppression[]>()
  for (const { address_hash, ...row } of rows)
    byHash.set(address_hash, [...(byHash.get(address_hash) ?? []), row])
  return byHash
}

interface SuppressionFilter {
  readonly address_hash?: string | undefined
  readonly scope?: string | undefined
}

const filtered = ({ tx, workspace_id }: WorkspaceDb, { address_hash, scope }: SuppressionFilter) =>
  tx
    .selectFrom('suppressions')
    .where('suppressions.workspace_id', '=', workspace_id)
    .$if(address_hash !== undefined, (query) =>
      query.where('suppressions.address_hash', '=', address_hash ?? ''),
    )
    .$if(scope !== undefined, (query) => query.where('suppressions.scope', '=', scope ?? ''))

/** With the address of the holder, which may have another one by now: compare its hash. */
const withHolder = (db: WorkspaceDb, filter: SuppressionFilter) =>
  filtered(db, filter)
    .leftJoin('contacts', (join) =>
      join
        .onRef('contacts.workspace_id', '=', 'suppressions.workspace_id')
        .onRef('contacts.id', '=', 'suppressions.holder_id'),
    )
    .leftJoin('changelog_subscribers as subscriber', (join) =>
      join
        .onRef('subscriber.workspace_id', '=', 'suppressions.workspace_id')
        .onRef('subscriber.id', '=', 'suppressions.holder_id'),
    )
    .select([
      'suppressions.id',
      'suppressions.address_hash',
      'suppressions.scope',
      'suppressions.reason',
      'suppressions.since',
      sql<string | null>`coalesce(contacts.email_address, subscriber.email)`.as('holder_address'),
    ])

/** Newest first. */
export async function suppressionsAfter(
  db: WorkspaceDb,
  filter: SuppressionFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
) {
  return withHolder(db, filter)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(suppressions.since, suppressions.id) < (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('suppressions.since', 'desc')
    .orderBy('suppressions.id', 'desc')
    .limit(limit)
    .execute()
}
export type SuppressionRow = Awaited<ReturnType<typeof suppressionsAfter>>[number]

export const countSuppressions = (db: WorkspaceDb, filter: SuppressionFilter) =>
  countRows(filtered(db, filter))

export async function findSuppression({ tx, workspace_id }: WorkspaceDb, id: string) {
  return tx
    .selectFrom('suppressions')
    .select(['id', 'reason'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** One contact or subscriber with this address, if there is any. */
export async function findHolder(
  { tx, workspace_id }: WorkspaceDb,
  address_key: string,
  email_key: string,
) {
  const { rows } = await sql<{ id: string }>`
    (select contact.id from email_lists list
      join contacts contact on contact.workspace_id = list.workspace_id and contact.list_id = list.id
        and contact.address_key = ${address_key}
      where list.workspace_id = ${workspace_id} limit 1)
    union all
    (select id from changelog_subscribers
      where workspace_id = ${workspace_id} and email_key = ${email_key} limit 1)
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

interface InsertParams {
  readonly rows: string
  readonly unless_known: boolean
}

const insertion = prepared(
  (_, params: Placeholders<InsertParams>) => sql<never>`
    insert into suppressions (workspace_id, id, address_hash, scope, reason, holder_id, since)
    select ${params.workspace_id}, row.id, row.address_hash, row.scope, row.reason, row.holder_id, row.since
    from json_populate_recordset(null::suppressions, ${params.rows}::json) row
    where not ${params.unless_known}::boolean or not exists (
      select from suppressions other
      where other.workspace_id = ${params.workspace_id} and other.address_hash = row.address_hash
        and other.scope in (row.scope, 'workspace')
        and (other.reason = row.reason or (row.reason = 'unsubscribed'
          and (other.reason <> 'hard' or row.scope = 'changelog'))))
    on conflict do nothing`,
)

interface InsertOptions {
  /** Records no leaving that another row explains: one for the whole workspace makes a contact unsubscribed, too. */
  readonly unlessKnown?: boolean
}

const orderOf = ({ address_hash, reason }: NewSuppression) => `${address_hash} ${reason}`

/** In the transaction of the status or the deletion, so that neither is ever seen without the other. */
export function recordSuppressions(
  db: WorkspaceDb,
  suppressions: readonly NewSuppression[],
  now: Date,
  { unlessKnown = false }: InsertOptions = {},
): void {
  if (suppressions.length === 0) return
  const rows = suppressions
    // In one order, so that two reports of deliveries do not deadlock.
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map((suppression) => ({ id: newId('sup', now), ...suppression }))
  insertion.enqueue(db, { rows: JSON.stringify(rows), unless_known: unlessKnown })
}

interface LiftParams {
  readonly address_hash: string
  readonly scopes: readonly string[]
  readonly reasons: readonly string[]
}

const lifting = prepared((tx, params: Placeholders<LiftParams>) =>
  tx
    .deleteFrom('suppressions')
    .where('workspace_id', '=', params.workspace_id)
    .where('address_hash', '=', params.address_hash)
    .where('reason', '<>', 'complaint')
    .where(
      sql<boolean>`(scope, reason) in (select * from unnest(${params.scopes}::text[], ${params.reasons}::text[]))`,
    ),
)

/** Those that the caller has seen: what is reported meanwhile stays, and so does a complaint. */
export function liftSuppressions(
  db: WorkspaceDb,
  address_hash: string,
  lifted: readonly Pick<Suppression, 'scope' | 'reason'>[],
): void {
  if (lifted.length === 0) return
  const scopes = lifted.map(({ scope }) => scope)
  lifting.enqueue(db, { address_hash, scopes, reasons: lifted.map(({ reason }) => reason) })
}

const holding = prepared((tx, params: Placeholders<{ address_hash: string; holder_id: string }>) =>
  tx
    .updateTable('suppressions')
    .set({ holder_id: params.holder_id })
    .where('workspace_id', '=', params.workspace_id)
    .where('address_hash', '=', params.address_hash),
)

/** Makes the address readable again, through a contact or a subscriber that has it. */
export const setHolder = (db: WorkspaceDb, address_hash: string, holder_id: string): void =>
  holding.enqueue(db, { address_hash, holder_id })

const otherContact = prepared(
  (
    _,
    params: Placeholders<{ address_hash: string; address_key: string; holder_id: string }>,
  ) => sql<never>`
    update suppressions set holder_id = (
      select contact.id from email_lists list
      join contacts contact on contact.workspace_id = list.workspace_id and contact.list_id = list.id
        and contact.address_key = ${params.address_key}
      where list.workspace_id = ${params.workspace_id} and contact.id <> ${params.holder_id}
      limit 1)
    where workspace_id = ${params.workspace_id} and address_hash = ${params.address_hash}
      and holder_id = ${params.holder_id}`,
)

/** When a contact is deleted, another one may have its address in another list. */
export const passToOtherContact = (
  db: WorkspaceDb,
  address_hash: string,
  { address_key, holder_id }: { readonly address_key: string; readonly holder_id: string },
): void => otherContact.enqueue(db, { address_hash, address_key, holder_id })

/** Of a list that is deleted. */
export async function deleteSuppressionsOf({ tx, workspace_id }: WorkspaceDb, scope: string) {
  await tx
    .deleteFrom('suppressions')
    .where('workspace_id', '=', workspace_id)
    .where('scope', '=', scope)
    .execute()
}
