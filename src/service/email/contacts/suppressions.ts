import { addressKey } from '#contract/email/email-address.rules.ts'
import type { Suppression } from '#contract/email/suppressions.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { deleteById } from '#service/db/rows.ts'
import { findListState, lockListForKeyShare } from '#service/email/lists/lists.store.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, orNotFound, referenceNotFound } from '#service/refusal.ts'
import {
  type SuppressionRow,
  countSuppressions,
  findHolder,
  findSuppression,
  recordSuppressions,
  setHolder,
  suppressionsAfter,
} from '#service/suppressions.store.ts'
import { requireAddressKey } from './email-address.rules.ts'

export const suppressionVerbs = {
  async 'GET /suppressions'({ db, cursor, hashAddress }, { address, scope, ...query }) {
    const key = address === undefined ? undefined : (addressKey(address) ?? address)
    const filter = { address_hash: key === undefined ? undefined : hashAddress(key), scope }
    const page = await fetchPage(cursor, query, {
      rows: (last, limit) => suppressionsAfter(db, filter, last, limit),
      keyOf: ({ since, id }) => [since, id],
      total: () => countSuppressions(db, filter),
    })
    return { ...page, data: page.data.map((row) => toSuppression(row, hashAddress)) }
  },

  async 'POST /suppressions'(context, { address, scope }) {
    const { db, now, hashAddress, markExisting } = context
    const address_key = requireAddressKey(address, '/address')
    await requireScope(db, scope)
    const address_hash = hashAddress(address_key)
    const holder_id = await findHolder(db, address_key, nameKey(address))
    // A complaint says more, and nothing lifts it; other reasons can end while what somebody asked for stays.
    const find = async () => {
      const rows = await suppressionsAfter(db, { address_hash, scope }, undefined, maxReasons)
      return (
        rows.find(({ reason }) => reason === 'complaint') ??
        rows.find(({ reason }) => reason === 'manual')
      )
    }
    if (holder_id !== null) setHolder(db, address_hash, holder_id)
    const existing = await find()
    if (existing) {
      markExisting()
      return toSuppression(existing, hashAddress)
    }
    const since = now.toISOString()
    recordSuppressions(db, [{ address_hash, scope, reason: 'manual', holder_id, since }], now)
    return toSuppression(orNotFound(await find(), 'suppression', scope), hashAddress)
  },

  async 'DELETE /suppressions/:suppression_id'({ db }, { suppression_id }) {
    const { id, reason } = await requireSuppression(db, suppression_id)
    if (reason === 'complaint')
      throw conflict('status_locked', 'Someone with this address complained, which nothing lifts.')
    await deleteById(db, 'suppressions', id)
    return undefined
  },
} satisfies Partial<Verbs>

/** An address has at most one row for each reason in a scope. */
const maxReasons = 10

/** The address only where its holder still has it. */
function toSuppression(
  { address_hash, holder_address, ...row }: SuppressionRow,
  hashAddress: Context['hashAddress'],
): Suppression {
  const key =
    holder_address === null
      ? undefined
      : (addressKey(holder_address) ?? holder_address.toLowerCase())
  const isCurrent = key !== undefined && hashAddress(key) === address_hash
  return { ...row, address: isCurrent ? holder_address : null }
}

async function requireScope(db: WorkspaceDb, scope: string): Promise<void> {
  if (scope === 'workspace' || scope === 'changelog') return
  // A list that is being deleted would leave a suppression that nothing removes.
  lockListForKeyShare(db, scope)
  if (!(await findListState(db, scope))) throw referenceNotFound('/scope', 'list', scope)
}

export async function requireSuppression(db: WorkspaceDb, id: string) {
  return orNotFound(await findSuppression(db, id), 'suppression', id)
}
