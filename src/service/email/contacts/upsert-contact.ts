import { initialStatus } from '#contract/email/contacts.rules.ts'
import type { Contact, ContactChange, ContactDraft } from '#contract/email/contacts.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
import { hasLeft, stricter, suppressedStatus } from '#contract/email/suppressions.rules.ts'
import type { EventData } from '#contract/events.ts'
import type { NewActivity } from '#service/activity.ts'
import type { Context } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween, hasSameItems } from '#service/field-changes.rules.ts'
import { conflict, notFound } from '#service/refusal.ts'
import {
  type Suppression,
  findSuppressions,
  liftSuppressions,
  recordSuppressions,
  setHolder,
} from '#service/suppressions.store.ts'
import { findByAddress, lockContact } from './contact-lookup.store.ts'
import { deleteContact, insertContact, saveContact } from './contact-writes.store.ts'
import {
  resolveOwnTagNames,
  mergeFields,
  hasComplained,
  nextStatus,
  refuseStatusLocked,
  refuseTooManyTags,
  areFieldsEqual,
  requestedStatus,
  applyTagChange,
  storedAddressKey,
  suppressionOf,
  suppressionsToLift,
  withStatus,
} from './contacts.rules.ts'
import { requireAddressKey } from './email-address.rules.ts'
import { resolveTagNames } from './tags.store.ts'

export interface ListState {
  readonly id: string
  readonly archived: boolean
  readonly double_opt_in: boolean
}
interface UpsertContext extends Pick<
  Context,
  'db' | 'now' | 'emit' | 'expectVersion' | 'hashAddress'
> {
  /** Collects what happened to contacts, which the verb records in one statement. An import has none. */
  readonly activity?: NewActivity[]
}

/** What a caller of many contacts looks up at once. */
interface Lookups {
  /** Those of the draft in the spelling of the list, for a new contact. */
  readonly tags?: readonly string[] | undefined
  /** What is remembered of the address; looked up where it is undefined. */
  readonly known?: readonly Suppression[] | undefined
}

/** Creates the contact, or merges the draft into the locked `existing` one with the same address. */
export async function upsertContact(
  context: UpsertContext,
  list: ListState,
  draft: ContactDraft,
  existing: Contact | undefined,
  lookups: Lookups = {},
): Promise<{ readonly contact: Contact; readonly created: boolean }> {
  const address_key = requireAddressKey(draft.email_address)
  const status = requestedStatus(draft)
  if (list.archived && draft.import !== true)
    throw conflict('list_archived', 'This list is archived. Restore it to add contacts.')
  if (!existing) {
    const contact = await createContact(context, list, { ...draft, status }, address_key, lookups)
    return { contact, created: true }
  }
  const { email_address: _, external_ref, ...draftChange } = draft
  const isLifting = draft.resubscribe === true && hasLeft(existing.status)
  const change = {
    ...draftChange,
    tags: [...existing.tags, ...(draft.tags ?? [])],
    // Never that of a complaint, which an explicit one is refused for.
    ...(isLifting &&
      existing.status !== 'complained' && { status: initialStatus(draft.status, list) }),
  }
  if (existing.external_ref === null) await refuseRefTaken(context, external_ref)
  const ref = existing.external_ref ?? external_ref ?? null
  const options = { external_ref: ref, known: lookups.known }
  return { contact: await changeContact(context, existing, change, options), created: false }
}

/** One whose address left, bounced or complained before gets that status again. */
export async function createContact(
  context: UpsertContext,
  list: ListState,
  draft: ContactDraft,
  address_key: string,
  { tags, known }: Lookups = {},
): Promise<Contact> {
  const { db, now, emit } = context
  await refuseRefTaken({ db }, draft.external_ref)
  const address_hash = context.hashAddress(address_key)
  const suppressions = known ?? (await lookUp(context, list.id, address_hash))
  const requested = initialStatus(draft.status, list)
  const isLifting =
    draft.resubscribe === true && !hasLeft(requested) && !hasComplained(suppressions)
  const remaining = isLifting ? [] : suppressions
  const suppressed = suppressedStatus(remaining)
  const status = suppressed === undefined ? requested : stricter(suppressed, requested)
  const [left] = remaining.map(({ since }) => since).toSorted()
  const fields = mergeFields({}, draft.fields)
  const created_at = draft.created_at ?? now.toISOString()
  const initial = { status: 'pending', subscribed_at: null, unsubscribed_at: null } as const
  const contact: Contact = {
    id: newId('con', now),
    list_id: list.id,
    email_address: draft.email_address,
    tags: [...(tags ?? (await resolveTagNames(db, list.id, draft.tags ?? [], now)))],
    fields,
    source: draft.import === true ? 'import' : 'api',
    ...withStatus<Pick<Contact, keyof typeof initial>>(
      initial,
      status,
      {
        // One who left before was not subscribed meanwhile.
        subscribed_at: status === requested ? draft.subscribed_at : null,
        unsubscribed_at: draft.unsubscribed_at,
      },
      left ?? created_at,
    ),
    external_ref: draft.external_ref ?? null,
    version: '1',
    created_at,
    updated_at: draft.updated_at ?? created_at,
  }
  await insertContact(db, contact, address_key)
  if (isLifting) liftSuppressions(db, address_hash, suppressions)
  if (remaining.length > 0) setHolder(db, address_hash, contact.id)
  // One that the request itself says left is remembered, whatever else is known of the address.
  record(context, contact, address_hash, { unlessKnown: !hasLeft(requested) })
  await emit('contact.created', contactEventData(contact))
  if (draft.import !== true) {
    const { tags: added } = contact
    const changes = {
      status: { from: null, to: status },
      ...(added.length > 0 && { tags: { from: [], to: added } }),
    }
    context.activity?.push({ id: contact.id, kind: 'contact.created', changes })
  }
  return contact
}

async function lookUp({ db }: UpsertContext, list_id: string, address_hash: string) {
  return (await findSuppressions(db, list_id, [address_hash])).get(address_hash) ?? []
}

/** Remembers one who left, bounced or complained, for when the contact is no more. */
function record(
  { db, now }: UpsertContext,
  contact: Contact,
  address_hash: string,
  options?: { readonly unlessKnown: boolean },
): void {
  const suppression = suppressionOf(contact)
  if (!suppression) return
  const since =
    contact.status === 'unsubscribed'
      ? (contact.unsubscribed_at ?? contact.updated_at)
      : contact.updated_at
  const row = { ...suppression, address_hash, holder_id: contact.id, since }
  recordSuppressions(db, [row], now, options)
}

interface ChangeOptions extends Pick<Lookups, 'known'> {
  readonly external_ref?: string | null
  /** A request of its own for this contact, an operation on it in a batch, or what an upsert or an import makes of it. */
  readonly by?: 'patch' | 'update' | 'upsert'
}

/** Updates a locked contact; without differences, nothing is saved. */
export async function changeContact(
  context: UpsertContext,
  before: Contact,
  change: ContactChange,
  { external_ref = before.external_ref, by = 'upsert', known }: ChangeOptions = {},
): Promise<Contact> {
  const { db, now, emit } = context
  const requested = requestedStatus(change)
  const address_key = requireAddressKey(change.email_address ?? before.email_address)
  const address_hash = context.hashAddress(address_key)
  const isReaddressed = address_key !== storedAddressKey(before)
  const fields = mergeFields(before.fields, change.fields)
  const tagNames = applyTagChange(before.tags, change.tags)
  context.expectVersion(before)
  refuseStatusLocked(before, requested, change.import === true)
  await refuseAddressTaken(context, before, address_key)
  refuseTooManyTags(tagNames)
  const isSubscribing =
    (requested === 'subscribed' || requested === 'pending') &&
    (requested !== before.status || isReaddressed)
  const suppressions =
    isReaddressed || isSubscribing
      ? ((isReaddressed ? undefined : known) ??
        (await lookUp(context, before.list_id, address_hash)))
      : []
  const isImport = change.import === true
  // It would be complained for good, also with the address that it has now.
  if (isReaddressed && !isImport && before.status !== 'complained' && hasComplained(suppressions))
    throw conflict(
      'status_locked',
      'Someone with this address complained, so no contact can have it.',
      {
        field: '/email_address',
      },
    )
  const isDirect = by === 'patch'
  const isChoosing = isDirect && requested === 'subscribed' && before.status !== 'subscribed'
  const isLifting = change.resubscribe === true || (isChoosing && !isImport)
  const isStrict = by !== 'upsert' && !isImport
  const request = { status: requested, isLifting, isDirect, isStrict }
  const next = nextStatus(before, request, suppressions)
  const isSubscribed = isLifting && isSubscribing && !hasLeft(next) && !hasComplained(suppressions)
  // Another address may be one that left.
  const suppressed = isReaddressed && !isSubscribed ? suppressedStatus(suppressions) : undefined
  const status = suppressed === undefined ? next : stricter(suppressed, next)
  const tags =
    resolveOwnTagNames(before.tags, tagNames) ??
    (await resolveTagNames(db, before.list_id, tagNames, now))

  const after = withStatus(
    {
      ...before,
      email_address: change.email_address ?? before.email_address,
      fields: areFieldsEqual(before.fields, fields) ? before.fields : fields,
      tags,
      external_ref,
      updated_at: change.updated_at ?? now.toISOString(),
    },
    status,
    // The times are those of the status that was sent.
    status === (requested ?? before.status) ? change : {},
    now.toISOString(),
  )
  const changes = changesBetween(before, after, [
    'email_address',
    'status',
    'tags',
    'fields',
    'subscribed_at',
    'unsubscribed_at',
    'external_ref',
  ])
  if (!changes) return before
  const saved = await saveContact(db, before, after, address_key)
  if (isSubscribed) {
    const isExplicit = change.resubscribe === true
    const subscribing = { status: next, isReaddressed, isExplicit, isUpsert: by === 'upsert' }
    liftSuppressions(db, address_hash, suppressionsToLift(before, subscribing, suppressions))
  }
  // The person left with the address of then: another one has not left by it, or is remembered already.
  if (saved.status !== before.status)
    record(context, saved, address_hash, { unlessKnown: suppressed !== undefined })
  await emit('contact.updated', contactEventData(saved), changes)
  // Fields alone are no news of the person, and most of what programs write.
  const activityChanges = changesBetween(before, after, [
    'email_address',
    'status',
    ...(hasSameItems(before.tags, after.tags) ? [] : (['tags'] as const)),
  ])
  if (activityChanges && !isImport)
    context.activity?.push({ id: before.id, kind: 'contact.updated', changes: activityChanges })
  if (saved.status !== before.status) {
    if (saved.status === 'subscribed') await emit('contact.subscribed', contactEventData(saved))
    if (saved.status === 'unsubscribed') await emit('contact.unsubscribed', contactEventData(saved))
  }
  return saved
}

async function refuseRefTaken({ db }: Pick<UpsertContext, 'db'>, ref: string | null | undefined) {
  await requireUnusedRef(db, 'contacts', ref)
}

async function refuseAddressTaken({ db }: UpsertContext, before: Contact, address_key: string) {
  if (address_key === addressKey(before.email_address)) return
  const other = await findByAddress(db, before.list_id, address_key)
  if (!other) return
  throw conflict('email_taken', 'Another contact in this list has this email address.', {
    field: '/email_address',
    id: other.id,
  })
}

/** Deletes a locked contact. */
export async function removeContact(context: UpsertContext, contact: Contact) {
  const { db, now, emit } = context
  context.expectVersion(contact)
  const address_key = storedAddressKey(contact)
  const address_hash = context.hashAddress(address_key)
  // A contact that was stored in another way is remembered now. A complaint, which nothing lifts, was remembered when
  // it came: the contact may have another address by now.
  if (contact.status !== 'complained') record(context, contact, address_hash, { unlessKnown: true })
  deleteContact(db, contact, { address_key, address_hash })
  await emit('contact.deleted', {
    id: contact.id,
    list_id: contact.list_id,
    deleted_at: now.toISOString(),
  })
}

export async function requireLockedContact(
  { db }: UpsertContext,
  list_id: string,
  id: string,
): Promise<Contact> {
  const contact = await lockContact(db, list_id, { id })
  if (!contact) throw notFound('contact', id)
  return contact
}

/** The five fields of a contact in its events. */
export const contactEventData = ({
  id,
  list_id,
  email_address,
  status,
  tags,
}: Contact): EventData['contact.created'] => ({
  id,
  list_id,
  email_address,
  status,
  tags,
})
