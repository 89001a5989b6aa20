import { initialStatus } from '#contract/email/contacts.rules.ts'
import type { Contact, ContactChange, ContactDraft } from '#contract/email/contacts.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
import type { EventData } from '#contract/events.ts'
import type { Context } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { conflict, notFound } from '#service/refusal.ts'
import { findByAddress, lockContact } from './contact-lookup.store.ts'
import { deleteContact, insertContact, saveContact } from './contact-writes.store.ts'
import {
  resolveOwnTagNames,
  mergeFields,
  refuseStatusLocked,
  refuseTooManyTags,
  areFieldsEqual,
  requestedStatus,
  applyTagChange,
  withStatus,
} from './contacts.rules.ts'
import { requireAddressKey } from './email-address.rules.ts'
import { resolveTagNames } from './tags.store.ts'

export interface ListState {
  readonly id: string
  readonly archived: boolean
  readonly double_opt_in: boolean
}
type UpsertContext = Pick<Context, 'db' | 'now' | 'emit' | 'expectVersion'>

/**
 * Creates the contact, or merges the draft into the locked `existing` one with the same address. `tags` are for a new one,
 * as in `createContact`.
 */
export async function upsertContact(
  context: UpsertContext,
  list: ListState,
  draft: ContactDraft,
  existing: Contact | undefined,
  tags?: readonly string[],
): Promise<{ readonly contact: Contact; readonly created: boolean }> {
  const address_key = requireAddressKey(draft.email_address)
  const status = requestedStatus(draft)
  if (list.archived && draft.import !== true)
    throw conflict('list_archived', 'This list is archived. Restore it to add contacts.')
  if (!existing) {
    const contact = await createContact(context, list, { ...draft, status }, address_key, tags)
    return { contact, created: true }
  }
  const { email_address: _, external_ref, ...draftChange } = draft
  const change = { ...draftChange, tags: [...existing.tags, ...(draft.tags ?? [])] }
  if (existing.external_ref === null) await refuseRefTaken(context, external_ref)
  const ref = existing.external_ref ?? external_ref ?? null
  return { contact: await changeContact(context, existing, change, ref), created: false }
}

/** `tags` are those of the draft in the spelling of the list, when the caller knows it. */
export async function createContact(
  { db, now, emit }: UpsertContext,
  list: ListState,
  draft: ContactDraft,
  address_key: string,
  tags?: readonly string[],
): Promise<Contact> {
  await refuseRefTaken({ db }, draft.external_ref)
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
      initialStatus(draft.status, list),
      draft,
      created_at,
    ),
    external_ref: draft.external_ref ?? null,
    version: '1',
    created_at,
    updated_at: draft.updated_at ?? created_at,
  }
  await insertContact(db, contact, address_key)
  await emit('contact.created', contactEventData(contact))
  return contact
}

/** Updates a locked contact; without differences, nothing is saved. */
export async function changeContact(
  context: UpsertContext,
  before: Contact,
  change: ContactChange,
  external_ref: string | null = before.external_ref,
): Promise<Contact> {
  const { db, now, emit } = context
  const status = requestedStatus(change)
  const address_key = requireAddressKey(change.email_address ?? before.email_address)
  const fields = mergeFields(before.fields, change.fields)
  const tagNames = applyTagChange(before.tags, change.tags)
  context.expectVersion(before)
  refuseStatusLocked(before, status, change.import === true)
  await refuseAddressTaken(context, before, address_key)
  refuseTooManyTags(tagNames)
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
    status ?? before.status,
    change,
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
  await emit('contact.updated', contactEventData(saved), changes)
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
export async function removeContact(
  { db, now, emit, expectVersion }: UpsertContext,
  contact: Contact,
) {
  expectVersion(contact)
  deleteContact(db, contact)
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
