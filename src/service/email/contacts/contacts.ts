import { addressKey } from '#contract/email/email-address.rules.ts'
import {
  type NewActivity,
  contactActivitySince,
  fetchActivity,
  recordActivity,
} from '#service/activity.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { settleAll } from '#service/db/transactions.ts'
import { findListState } from '#service/email/lists/lists.store.ts'
import { inSegment } from '#service/email/segments/segments.store.ts'
import { fetchPage } from '#service/page-query.ts'
import { Refusal, notFound } from '#service/refusal.ts'
import { findSuppressions } from '#service/suppressions.store.ts'
import { contactSortKey } from './contact-filter.store.ts'
import { findByAddress, findContact, lockListContact } from './contact-lookup.store.ts'
import { contactsAfter, countContacts } from './contacts.store.ts'
import { isAddress } from './email-address.rules.ts'
import {
  changeContact,
  requireLockedContact,
  removeContact,
  upsertContact,
} from './upsert-contact.ts'

export const contactVerbs = {
  async 'GET /lists/:list_id/contacts'(context, { segment_id, ...query }) {
    const { db, cursor } = context
    const filter = await inSegment(db, query, segment_id, () => context.now)
    const page = await fetchPage(cursor, query, {
      rows: (last, limit) => contactsAfter(db, filter, last, limit),
      keyOf: contactSortKey(query.sort),
      total: () => countContacts(db, filter),
    })
    // Checked last: a list with contacts exists.
    if (page.data.length === 0) await requireList(db, filter.list_id)
    return page
  },

  async 'GET /lists/:list_id/contacts/:id_or_email'({ db }, { list_id, id_or_email }) {
    return requireContact(db, list_id, id_or_email)
  },

  async 'POST /lists/:list_id/contacts'(context, { list_id, ...draft }) {
    const key = addressKey(draft.email_address) ?? ''
    const address_hash = context.hashAddress(key)
    const [{ list, existing }, suppressions] = await settleAll([
      lockListContact(context.db, list_id, key),
      // After the lock, which waits for a deletion of the contact.
      findSuppressions(context.db, list_id, [address_hash]),
    ])
    if (!list) throw notFound('list', list_id)
    const known = suppressions.get(address_hash) ?? []
    const activity: NewActivity[] = []
    const { contact, created } = await upsertContact(
      { ...context, activity },
      list,
      draft,
      existing,
      { known },
    )
    recordActivity(context, 'contact', activity)
    if (!created) context.markExisting()
    return contact
  },

  async 'PATCH /lists/:list_id/contacts/:contact_id'(context, { list_id, contact_id, ...change }) {
    await requireList(context.db, list_id)
    const contact = await requireLockedContact(context, list_id, contact_id)
    const activity: NewActivity[] = []
    const changed = await changeContact({ ...context, activity }, contact, change, { by: 'patch' })
    recordActivity(context, 'contact', activity)
    return changed
  },

  async 'DELETE /lists/:list_id/contacts/:contact_id'(context, { list_id, contact_id }) {
    await requireList(context.db, list_id)
    await removeContact(context, await requireLockedContact(context, list_id, contact_id))
    return undefined
  },

  async 'GET /lists/:list_id/contacts/:contact_id/activity'(context, input) {
    const { list_id, contact_id, ...page } = input
    await requireContactById(context.db, list_id, contact_id)
    const since = await contactActivitySince(context)
    return { ...(await fetchActivity(context, 'contact', contact_id, page)), since }
  },
} satisfies Partial<Verbs>

export async function requireList(db: WorkspaceDb, list_id: string) {
  const list = await findListState(db, list_id)
  if (!list) throw notFound('list', list_id)
  return list
}

/** Refuses a contact of another list. */
export async function requireContact(db: WorkspaceDb, list_id: string, id_or_email: string) {
  if (!isAddress(id_or_email)) return requireContactById(db, list_id, id_or_email)
  const key = addressKey(id_or_email)
  const contact = key === undefined ? undefined : await findByAddress(db, list_id, key)
  if (contact) return contact
  await requireList(db, list_id)
  throw new Refusal('not_found', `This list has no contact ${id_or_email}.`)
}

export async function requireContactById(db: WorkspaceDb, list_id: string, contact_id: string) {
  const contact = await findContact(db, list_id, contact_id)
  if (contact) return contact
  await requireList(db, list_id)
  throw notFound('contact', contact_id)
}
