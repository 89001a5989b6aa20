import type { Subscriber } from '#contract/feedback/changelog.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { invalidField, notFound, externalRefTaken } from '#service/refusal.ts'
import {
  confirm,
  countSubscribers,
  deleteSubscriber,
  findSubscriber,
  insertSubscriber,
  lockSubscriberOf,
  subscriberWithRef,
  subscribersAfter,
} from './subscribers.store.ts'

export const subscriberVerbs = {
  async 'GET /feedback/changelog/subscribers'({ db, cursor }, { external_ref, sort, ...page }) {
    const filter = { external_ref }
    const direction = sort === 'created_at' ? 'asc' : 'desc'
    return fetchPage(cursor, page, {
      rows: (last, limit) => subscribersAfter(db, filter, direction, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countSubscribers(db, filter),
    })
  },

  async 'POST /feedback/changelog/subscribers'({ db, now, emit, markExisting: existed }, draft) {
    const { email: named, email_address: alias, import: importing } = draft
    const email = named ?? alias
    if (email === undefined) throw invalidField('/email', 'required', 'email: is required')
    const before = await lockSubscriberOf(db, email)
    const taken = draft.external_ref && (await subscriberWithRef(db, draft.external_ref))
    if (taken && taken !== before?.id) throw externalRefTaken(taken)
    if (!before) {
      const made: Subscriber = {
        id: newId('sub', now),
        email,
        status: (importing === true ? draft.status : undefined) ?? 'confirmed',
        external_ref: draft.external_ref ?? null,
        version: '1',
        created_at: (importing === true ? draft.created_at : undefined) ?? now.toISOString(),
      }
      await insertSubscriber(db, made)
      await emit('changelog_subscriber.created', made)
      return made
    }
    existed()
    // An import never overrules what a subscriber decided here.
    if (before.status === 'confirmed' || importing === true) return before
    await confirm(db, before.id, now)
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
