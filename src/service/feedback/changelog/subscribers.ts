import { addressKey } from '#contract/email/email-address.rules.ts'
import type { Subscriber } from '#contract/feedback/changelog.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { settleAll } from '#service/db/transactions.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, notFound, orNotFound } from '#service/refusal.ts'
import {
  findSuppressions,
  liftSuppressions,
  recordSuppressions,
  setHolder,
} from '#service/suppressions.store.ts'
import {
  countSubscribers,
  deleteSubscriber,
  findSubscriber,
  insertSubscriber,
  lockSubscriber,
  lockSubscriberOf,
  saveSubscriberStatus,
  subscribersAfter,
} from './subscribers.store.ts'

export const subscriberVerbs = {
  async 'GET /feedback/changelog/subscribers'({ db, cursor }, query) {
    const { external_ref, email, status, sort, ...page } = query
    const filter = { external_ref, email, status }
    const direction = sort === 'created_at' ? 'asc' : 'desc'
    return fetchPage(cursor, page, {
      rows: (last, limit) => subscribersAfter(db, filter, direction, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countSubscribers(db, filter),
    })
  },

  async 'POST /feedback/changelog/subscribers'(context, draft) {
    const { db, now, emit, hashAddress, markExisting } = context
    const { email: named, email_address: emailAddress, import: isImport } = draft
    const email = named ?? emailAddress
    if (email === undefined) throw invalidField('/email', 'required', 'email: is required')
    const address_hash = hashAddress(hashedKey(email))
    const [before, suppressions] = await settleAll([
      lockSubscriberOf(db, email),
      // After the lock, which waits for a deletion of the subscriber.
      findSuppressions(db, 'changelog', [address_hash]),
    ])
    await requireUnusedRef(db, 'changelog_subscribers', draft.external_ref, before?.id)
    const known = suppressions.get(address_hash) ?? []
    // To add a subscriber says that they agreed to the changelog, unless `resubscribe` is false; an import says nothing, and
    // changes nobody who is there.
    const requested = (isImport === true ? draft.status : undefined) ?? 'confirmed'
    const changes = requested === 'confirmed' && !(before && isImport === true)
    const isLifting = changes && (draft.resubscribe ?? isImport !== true)
    const scopes = draft.resubscribe === true ? ['changelog', 'workspace'] : ['changelog']
    const isExplicit = draft.resubscribe === true
    // What somebody suppressed by hand is lifted by an act that says so.
    const isKept = known.some(
      ({ scope, reason }) =>
        !isLifting ||
        reason === 'complaint' ||
        !scopes.includes(scope) ||
        (reason === 'manual' && !isExplicit),
    )
    if (!isKept) liftSuppressions(db, address_hash, known)
    if (!before) {
      const subscriber: Subscriber = {
        id: newId('sub', now),
        email,
        status: isKept ? 'unsubscribed' : requested,
        external_ref: draft.external_ref ?? null,
        version: '1',
        created_at: (isImport === true ? draft.created_at : undefined) ?? now.toISOString(),
      }
      await insertSubscriber(db, subscriber)
      if (isKept) setHolder(db, address_hash, subscriber.id)
      // One who is kept out for another reason has not left the changelog.
      if (requested === 'unsubscribed') record(context, subscriber)
      await emit('changelog_subscriber.created', subscriber)
      return subscriber
    }
    markExisting()
    // An import never overrides the decision of a subscriber.
    if (before.status === 'confirmed' || isImport === true || isKept) return before
    if (before.status === 'unsubscribed' && !isLifting) return before
    return saveStatus(context, before, 'confirmed')
  },

  async 'PATCH /feedback/changelog/subscribers/:subscriber_id'(context, input) {
    const { subscriber_id, status } = input
    const { db, hashAddress, expectVersion } = context
    const before = orNotFound(await lockSubscriber(db, subscriber_id), 'subscriber', subscriber_id)
    expectVersion(before)
    if (before.status === status) return before
    if (status === 'confirmed') {
      const address_hash = hashAddress(hashedKey(before.email))
      const known =
        (await findSuppressions(db, 'changelog', [address_hash])).get(address_hash) ?? []
      if (known.some(({ reason }) => reason === 'complaint'))
        throw conflict(
          'status_locked',
          'Someone with this address complained, so it stays as it is.',
        )
      // The status is of the changelog. What the workspace has against the address goes with an act that says so.
      const lifted = known.filter(({ scope }) => scope === 'changelog')
      liftSuppressions(db, address_hash, lifted)
    }
    return saveStatus(context, before, status)
  },

  async 'DELETE /feedback/changelog/subscribers/:subscriber_id'(context, { subscriber_id }) {
    const { db, now, emit, expectVersion } = context
    const before = orNotFound(await lockSubscriber(db, subscriber_id), 'subscriber', subscriber_id)
    expectVersion(before)
    record(context, before, { unlessKnown: true })
    await deleteSubscriber(db, subscriber_id)
    await emit('changelog_subscriber.deleted', { id: subscriber_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

/** As of contacts, so that one of the workspace counts here. */
const hashedKey = (email: string): string => addressKey(email) ?? nameKey(email)

/** Remembers one who unsubscribed, for when the subscriber is no more. */
function record(
  { db, now, hashAddress }: Pick<Context, 'db' | 'now' | 'hashAddress'>,
  { id, email, status }: Subscriber,
  options?: { readonly unlessKnown: boolean },
): void {
  if (status !== 'unsubscribed') return
  const row = {
    address_hash: hashAddress(hashedKey(email)),
    scope: 'changelog',
    reason: 'unsubscribed',
    holder_id: id,
    since: now.toISOString(),
  } as const
  recordSuppressions(db, [row], now, options)
}

async function saveStatus(context: Context, before: Subscriber, status: Subscriber['status']) {
  const { db, now, emit } = context
  const after = withNextVersion({ ...before, status })
  await saveSubscriberStatus(db, after, now)
  record(context, after)
  await emit('changelog_subscriber.updated', after, changesBetween(before, after, ['status']))
  return after
}

export async function requireSubscriber(db: WorkspaceDb, subscriber_id: string) {
  const subscriber = await findSubscriber(db, subscriber_id)
  if (!subscriber) throw notFound('subscriber', subscriber_id)
  return subscriber
}
