import type { Subscriber } from '#contract/feedback/changelog.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { invalidField, notFound } from '#service/refusal.ts'
import {
  confirmSubscriber,
  countSubscribers,
  deleteSubscriber,
  findSubscriber,
  insertSubscriber,
  lockSubscriberOf,
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

  async 'POST /feedback/changelog/subscribers'({ db, now, emit, markExisting }, draft) {
    const { email: named, email_address: emailAddress, import: isImport } = draft
    const email = named ?? emailAddress
    if (email === undefined) throw invalidField('/email', 'required', 'email: is required')
    const before = await lockSubscriberOf(db, email)
    await requireUnusedRef(db, 'changelog_subscribers', draft.external_ref, before?.id)
    if (!before) {
      const subscriber: Subscriber = {
        id: newId('sub', now),
        email,
        status: (isImport === true ? draft.status : undefined) ?? 'confirmed',
        external_ref: draft.external_ref ?? null,
        version: '1',
        created_at: (isImport === true ? draft.created_at : undefined) ?? now.toISOString(),
      }
      await insertSubscriber(db, subscriber)
      await emit('changelog_subscriber.created', subscriber)
      return subscriber
    }
    markExisting()
    // An import never overrides the decision of a subscriber.
    if (before.status === 'confirmed' || isImport === true) return before
    if (before.status === 'unsubscribed' && draft.resubscribe === false) return before
    await confirmSubscriber(db, before.id, now)
    const after: Subscriber = {
      ...before,
      status: 'confirmed',
      version: String(Number(before.version) + 1),
    }
    await emit('changelog_subscriber.updated', after, changesBetween(before, after, ['status']))
    return after
  },

  async 'DELETE /feedback/changelog/subscribers/:subscriber_id'(context, { subscriber_id }) {
    const { db, now, emit, expectVersion } = context
    expectVersion(await requireSubscriber(db, subscriber_id))
    if (!(await deleteSubscriber(db, subscriber_id))) throw notFound('subscriber', subscriber_id)
    await emit('changelog_subscriber.deleted', { id: subscriber_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

export async function requireSubscriber(db: WorkspaceDb, subscriber_id: string) {
  const subscriber = await findSubscriber(db, subscriber_id)
  if (!subscriber) throw notFound('subscriber', subscriber_id)
  return subscriber
}
