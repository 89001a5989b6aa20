import { ApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { createPendingIds } from '#web/session/mutations/pending-ids.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { createUndo, editResource } from '#web/session/resources/edit-resource.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, findItem, inList, mapPlace } from '#web/session/resources/places.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import {
  defineResource,
  isSame,
  namesOf,
  type Resource,
  type SaveOptions,
  type SaveResult,
} from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatStatus } from '#web/ui/pill.tsx'
import {
  canUndo,
  compareParts,
  type ContactChanges,
  type ContactItem,
  type ContactPart,
  fieldOf,
  fromContactItem,
  invertEdits,
  type PartEdit,
  settableStatuses,
  tagOf,
  toChanges,
  toContactItem,
  toParts,
  toPatch,
  withoutRemovedParts,
} from './contact-changes.rules.ts'
import { contactQuery } from './contact.data.ts'

const pages = [
  'GET /lists/:list_id/contacts',
  'GET /lists/:list_id/segments/:segment_id/contacts',
  'GET /campaigns/:campaign_id/report/contacts',
] as const

const contactScope = (id: string) => `contact:${id}`

export const contactResource: Resource<ContactItem, ContactPart> = defineResource<
  ContactItem,
  ContactPart
>({
  kind: 'contact',
  places: [
    alone('GET /lists/:list_id/contacts/:id_or_email'),
    ...pages.map((page) => inList<Contact>(page)),
  ].map((place) => mapPlace(place, toContactItem, fromContactItem)),
  fields: (part) => ({
    label: labelOf(part),
    format: (value) => formatFieldValue(value && part === 'status' ? formatStatus(value) : value),
    // The server has one spelling of a tag.
    ...(tagOf(part) !== undefined && { isEqual: () => true }),
  }),
  savedFields: ['updated_at', 'subscribed_at', 'unsubscribed_at'],
  // A new address may be one that left. Only a delivery can set the other statuses.
  derivedFields: ({ status }) => (settableStatuses.includes(status) ? ['status'] : []),
  title: ({ email_address }) => email_address,
  label: ({ email_address }) => text.edited(email_address),
  scope: ({ id }) => contactScope(id),
  save: (session, item, changes, options) =>
    session.capabilities.can('etag')
      ? sendChanges(session, item, changes, options)
      : saveUnversioned(session, item, changes, options),
  read: (session, { list_id, id }): Promise<ContactItem | undefined> =>
    session
      .call('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: id })
      .then((found) => withoutRemovedParts(found, findItem(session, contactResource, id)))
      .catch(undefinedIfNotFound),
})

function labelOf(part: ContactPart): string {
  if (part === 'status' || part === 'email_address') return text.parts[part]
  return fieldOf(part) ?? text.parts.tag(tagOf(part) ?? '')
}

async function sendChanges(
  { mutate, capabilities }: KeySession,
  item: ContactItem,
  changes: ContactChanges,
  { onSuccess, ...options }: SaveOptions<ContactItem>,
): Promise<SaveResult<ContactItem>> {
  const { list_id, id: contact_id } = item
  const patch = toPatch(changes, item, capabilities.can('contacts.edit'))
  const result = await mutate(
    'PATCH /lists/:list_id/contacts/:contact_id',
    {
      list_id,
      contact_id,
      ...patch,
      // The undo of an unsubscription takes back more than to be asked again, which is all that choosing the status means.
      ...(changes.status === 'pending' &&
        options.undo?.undoes !== undefined &&
        capabilities.can('suppressions.write') && { resubscribe: true }),
    },
    { ...options, onSuccess: (output) => onSuccess?.(toContactItem(output)) },
  )
  return result.state === 'success' ? { ...result, output: toContactItem(result.output) } : result
}

/** On a server without versions the contact is read right before it is written, and compared with what was shown. */
async function saveUnversioned(
  session: KeySession,
  item: ContactItem,
  changes: ContactChanges,
  options: SaveOptions<ContactItem>,
): Promise<SaveResult<ContactItem>> {
  const { mutate, signal } = session
  let release: (() => void) | undefined
  try {
    release = await mutate.hold(contactScope(item.id), signal)
    const current = (await contactResource.read(session, item)) ?? item
    const names = namesOf(changes) as ContactPart[] // its keys
    if (names.some((name) => !isSame(contactResource, name, current, item))) {
      const error = new ApiError({ code: 'precondition_failed', status: 412, message: '' })
      options.onConflict?.(error)
      await options.afterConflict?.()
      return { state: 'error', error }
    }
    return await sendChanges(session, current, changes, { ...options, scope: undefined })
  } catch (cause) {
    if (signal.aborted) return { state: 'canceled' }
    const error = cause as ApiError // rejections of the client always are
    options.onError?.(error)
    if (!options.silent) mutate.report({ error, retry: () => options.retry?.() })
    return { state: 'error', error }
  } finally {
    release?.()
  }
}

/** Saves edits of a contact; what they were before is what the person saw. */
export const saveContact = (session: KeySession, contact: Contact, edits: readonly PartEdit[]) =>
  editResource(
    session,
    contactResource,
    { ...toContactItem(contact), ...toChanges(invertEdits(edits)) },
    toChanges(edits),
    // The caller shows errors, and announces the change once it is saved.
    { silent: true, isAnnounced: true, isRecorded: canUndo(edits) },
  )

export interface ContactInput {
  readonly list_id: string
  readonly email_address: string
  readonly tags: readonly string[]
  readonly fields: Readonly<Record<string, string>>
}

/** The contact with an address in a list; undefined if there is none. */
export const findContact = (session: KeySession, list_id: string, address: string) =>
  session.queryClient
    .fetchQuery({ ...contactQuery(list_id, address), staleTime: 0 })
    .catch(undefinedIfNotFound)

/** The request that adds a contact. Tags and fields that are empty are omitted. */
export const toDraft = ({ list_id, email_address, tags, fields }: ContactInput) => ({
  list_id,
  email_address,
  ...(tags.length > 0 && { tags: [...tags] }),
  ...(Object.keys(fields).length > 0 && { fields: { ...fields } }),
})

const sendDeletion = (
  { mutate }: KeySession,
  { list_id, id: contact_id }: Contact,
  options: SaveOptions<unknown>,
) => mutate('DELETE /lists/:list_id/contacts/:contact_id', { list_id, contact_id }, options)

/**
 * What adding a contact has besides its request: its undo deletes the contact, or restores what it was before. `onUndo` is
 * called when one that was added is deleted again.
 */
export function addOptions(
  session: KeySession,
  before: Contact | undefined,
  address: string,
  onUndo: () => void,
) {
  if (!before) {
    const { onSuccess, undo } = createUndoableCreation(session, contactResource, {
      label: text.added(address),
      remove: (contact, options) => sendDeletion(session, contact, options),
    })
    return {
      onSuccess: (contact: Contact) => onSuccess(toContactItem(contact)),
      undo: { ...undo, undo: () => (onUndo(), undo.undo()) },
    }
  }
  const label = text.edited(before.email_address)
  let merged: ReturnType<typeof createUndo> | undefined
  const undo: UndoEntry = {
    label,
    scope: () => contactScope(before.id),
    confirmBefore: () => merged?.confirmBefore?.(),
    undo: () => merged?.undo(),
  }
  const onSuccess = (after: Contact) => {
    // A post changes no status: somebody else has.
    const edits = compareParts(toParts(after), toParts(before)).filter(
      ({ part }) => part !== 'status',
    )
    merged = createUndo(session, contactResource, {
      label,
      names: () => edits.map(({ part }) => part),
      previous: () => toChanges(edits),
      saved: () => toContactItem(after),
    })
  }
  return { onSuccess, undo }
}

/** Contacts that are about to be deleted: hidden until the delay is over or undone. */
export const deletedContacts = createPendingIds()

/** Deletes a contact after the time to undo it. */
export function deleteContact(session: KeySession, contact: Contact) {
  const { id, list_id, email_address } = contact
  // An edit that is being saved is part of what the person saw.
  const isSaving = [...contactResource.pendingChanges(session)].some(({ item }) => item.id === id)
  const restore = () => deletedContacts.remove(session, id)
  const remove = async () => {
    const { state } = await removeResource(
      session,
      contactResource,
      (isSaving && findItem(session, contactResource, id)) || toContactItem(contact),
      (options) => sendDeletion(session, contact, options),
    )
    // One that is gone already stays hidden.
    if (state !== 'removed' && state !== 'gone') restore()
  }
  deletedContacts.add(session, id)
  getDelayedMutations(session).delayAll('delete_contact', {
    label: text.deleted(email_address),
    name: 'DELETE /lists/:list_id/contacts/:contact_id',
    inputs: [{ list_id, contact_id: id }],
    send: () => void remove(),
    onUndo: restore,
  })
}
