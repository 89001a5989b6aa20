import type { Contact, ContactChange, ContactDraft } from '#contract/email/contacts.ts'
import type { EventData } from '#contract/events.ts'
import type { Context } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { conflict, notFound, externalRefTaken } from '#service/refusal.ts'
import { contactWithRef, findByAddress, lockContact } from './contact-lookup.store.ts'
import { deleteContact, insertContact, saveContact } from './contact-writes.store.ts'
import {
  inOwnSpelling,
  mergedFields,
  refuseLocked,
  refuseManyTags,
  sameFields,
  statusAsked,
  statusOfNew,
  tagsAfterChange,
  withStatus,
} from './contacts.rules.ts'
import { addressKey, keyOfAddress } from './email-address.rules.ts'
import { spelled } from './tags.store.ts'

export interface ListState {
  readonly id: string
  readonly archived: boolean
  readonly double_opt_in: boolean
}
type Working = Pick<Context, 'db' | 'now' | 'emit' | 'expectVersion'>

/** Makes the contact, or merges into the `known` one of the same address, which is locked; `made` says which. */
export async function upsertContact(
  context: Working,
  list: ListState,
  draft: ContactDraft,
  known: Contact | undefined,
): Promise<{ readonly contact: Contact; readonly made: boolean }> {
  const address_key = keyOfAddress(draft.email_address)
  const asked = statusAsked(draft)
  if (list.archived && draft.import !== true)
    throw conflict('list_archived', 'This list is archived. Reopen it to add contacts.')
  if (!known) {
    const contact = await makeContact(context, list, { ...draft, status: asked }, address_key)
    return { contact, made: true }
  }
  const { email_address: _, external_ref, ...given } = draft
  const change = { ...given, tags: [...known.tags, ...(draft.tags ?? [])] }
  if (known.external_ref === null) await refuseRefTaken(context, external_ref)
  const ref = known.external_ref ?? external_ref ?? null
  return { contact: await applyChange(context, known, change, ref), made: false }
}

async function makeContact(
  { db, now, emit }: Working,
  list: ListState,
  draft: ContactDraft,
  address_key: string,
): Promise<Contact> {
  await refuseRefTaken({ db }, draft.external_ref)
  const fields = mergedFields({}, draft.fields)
  const created_at = draft.created_at ?? now.toISOString()
  const none = { status: 'pending', subscribed_at: null, unsubscribed_at: null } as const
  const contact: Contact = {
    id: newId('con', now),
    list_id: list.id,
    email_address: draft.email_address,
    tags: await spelled(db, list.id, draft.tags ?? [], now),
    fields,
    source: draft.import === true ? 'import' : 'api',
    ...withStatus<Pick<Contact, keyof typeof none>>(
      none,
      statusOfNew(draft.status, list),
      draft,
      created_at,
    ),
    external_ref: draft.external_ref ?? null,
    version: '1',
    created_at,
    updated_at: draft.updated_at ?? created_at,
  }
  await insertContact(db, contact, address_key)
  await emit('contact.created', told(contact))
  return contact
}

/** Changes the named things of a contact that is locked; nothing happens when nothing differs. */
export async function changeContact(
  context: Working,
  before: Contact,
  change: ContactChange,
): Promise<Contact> {
  return applyChange(context, before, change, before.external_ref)
}

const told = ({
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

async function applyChange(
  context: Working,
  before: Contact,
  change: ContactChange,
  external_ref: string | null,
): Promise<Contact> {
  const { db, now, emit } = context
  const asked = statusAsked(change)
  const address_key = keyOfAddress(change.email_address ?? before.email_address)
  const fields = mergedFields(before.fields, change.fields)
  const wanted = tagsAfterChange(before.tags, change.tags)
  context.expectVersion(before)
  refuseLocked(before, asked, change.import === true)
  await refuseTaken(context, before, address_key)
  refuseManyTags(wanted)
  const tags =
    inOwnSpelling(before.tags, wanted) ?? (await spelled(db, before.list_id, wanted, now))

  const after = withStatus(
    {
      ...before,
      email_address: change.email_address ?? before.email_address,
      fields: sameFields(before.fields, fields) ? before.fields : fields,
      tags,
      external_ref,
      updated_at: change.updated_at ?? now.toISOString(),
    },
    asked ?? before.status,
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
  await emit('contact.updated', told(saved), changes)
  if (saved.status !== before.status) {
    if (saved.status === 'subscribed') await emit('contact.subscribed', told(saved))
    if (saved.status === 'unsubscribed') await emit('contact.unsubscribed', told(saved))
  }
  return saved
}

async function refuseRefTaken({ db }: Pick<Working, 'db'>, ref: string | null | undefined) {
  const taken = ref ? await contactWithRef(db, ref) : undefined
  if (taken) throw externalRefTaken(taken)
}

async function refuseTaken({ db }: Working, before: Contact, address_key: string) {
  if (address_key === addressKey(before.email_address)) return
  const other = await findByAddress(db, before.list_id, address_key)
  if (other) throw emailTaken(other.id)
}

const emailTaken = (id: string) =>
  conflict('email_taken', 'Another contact of this list has this address.', {
    field: '/email_address',
    id,
  })

/** Erases a contact that is locked. */
export async function removeContact({ db, now, emit, expectVersion }: Working, contact: Contact) {
  expectVersion(contact)
  deleteContact(db, contact)
  await emit('contact.deleted', {
    id: contact.id,
    list_id: contact.list_id,
    deleted_at: now.toISOString(),
  })
}

export async function lockedContact(
  { db }: Working,
  list_id: string,
  id: string,
): Promise<Contact> {
  const contact = await lockContact(db, list_id, { id })
  if (!contact) throw notFound('contact', id)
  return contact
}
