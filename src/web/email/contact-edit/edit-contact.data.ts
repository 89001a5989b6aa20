import type { ApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { observable } from '#web/external-store.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { writeAtOnce } from '#web/query/query-client.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import {
  applyEdits,
  canUndo,
  compareParts,
  type PartEdit,
  findConflicts,
  invertEdits,
  toParts,
  toPatch,
} from './contact-changes.rules.ts'
import { contactQuery, getCachedContact } from './contact.data.ts'

export type SaveOutcome =
  | { readonly state: 'saved'; readonly contact: Contact }
  /** Nothing of it was saved: someone else changed the same parts. */
  | {
      readonly state: 'conflict'
      readonly current: Contact
      readonly conflicts: readonly PartEdit[]
    }
  | { readonly state: 'error'; readonly error: ApiError }
  | { readonly state: 'canceled' }

interface SaveOptions {
  /** Overwrites what someone else changed meanwhile. */
  force?: boolean
}

const MAX_ATTEMPTS = 3

/** Saves edits of a contact. The pages show them at once; the response replaces the contact. */
export async function saveContact(
  session: KeySession,
  contact: Contact,
  edits: readonly PartEdit[],
  { force = false }: SaveOptions = {},
): Promise<SaveOutcome> {
  writeAtOnce(() => writeContact(session, applyEdits(latest(session, contact), edits)))
  const hasTagMap = session.capabilities.can('contacts.edit')
  let current: Contact = contact
  // Without versions, and before a whole set of tags is written, the contact is read again.
  let mustRead = !session.capabilities.can('etag') || !hasTagMap
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (mustRead) {
      const found = await readContact(session, contact)
      if ('error' in found) return rollBack(session, contact, edits, found)
      current = found.contact
      const conflicts = force ? [] : findConflicts(edits, current)
      if (conflicts.length > 0) {
        writeAtOnce(() => writeContact(session, current))
        return { state: 'conflict', current, conflicts }
      }
    }
    const outcome = await sendEdits(session, current, edits)
    if (outcome !== 'stale') return outcome
    mustRead = true
  }
  return rollBack(session, contact, edits, { state: 'canceled' })
}

const latest = ({ queryClient }: KeySession, contact: Contact): Contact =>
  getCachedContact(queryClient, contact.id) ?? contact

async function readContact({ call }: KeySession, { list_id, id }: Contact) {
  return call('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: id }).then(
    (contact) => ({ contact }),
    (error: ApiError) => ({ state: 'error' as const, error }),
  )
}

function rollBack<Outcome>(
  session: KeySession,
  contact: Contact,
  edits: readonly PartEdit[],
  outcome: Outcome,
): Outcome {
  const restored = applyEdits(latest(session, contact), invertEdits(edits))
  writeAtOnce(() => writeContact(session, restored))
  return outcome
}

/** Sends them once; `stale` when the contact has another version than `current`. */
async function sendEdits(
  session: KeySession,
  current: Contact,
  edits: readonly PartEdit[],
): Promise<SaveOutcome | 'stale'> {
  const { list_id, id: contact_id } = current
  const hasTagMap = session.capabilities.can('contacts.edit')
  let isStale = false
  let saved: Contact | undefined
  const result = await session.mutate(
    'PATCH /lists/:list_id/contacts/:contact_id',
    { list_id, contact_id, ...toPatch(edits, current, hasTagMap) },
    {
      scope: contactScope(contact_id),
      version: () => current.version,
      silent: true,
      onSuccess: (output) => {
        saved = output
        writeContact(session, output)
      },
      onError: () => rollBack(session, current, edits, undefined),
      onConflict: () => void (isStale = true),
      merges: true,
      undo: canUndo(edits) ? editUndo(session, current, edits, () => saved) : undefined,
    },
  )
  if (result.state === 'success') return { state: 'saved', contact: result.output }
  if (isStale) return 'stale'
  return result.state === 'error' ? result : { state: 'canceled' }
}

const contactScope = (id: string) => `contact:${id}`

/** Undoes edits by sending the previous values of the same parts. */
function editUndo(
  session: KeySession,
  contact: Contact,
  edits: readonly PartEdit[],
  saved: () => Contact | undefined,
): UndoEntry {
  const inverse = invertEdits(edits)
  let current: Contact | undefined
  return {
    label: text.edited(contact.email_address),
    isAnnounced: true, // by the caller once it is saved
    confirmBefore: async () => {
      const found = await readContact(session, contact)
      if ('error' in found) return found.error.code === 'not_found' ? false : undefined
      current = found.contact
      const isChanged = findConflicts(inverse, current).length > 0
      return isChanged ? text.changedSince(current.email_address) : undefined
    },
    undo: () => void saveContact(session, current ?? saved() ?? contact, inverse, { force: true }),
  }
}

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

/** Undoes an addition: deletes the contact, or restores what it was before. */
export function addUndo(
  session: KeySession,
  before: Contact | undefined,
  address: string,
  saved: () => Contact | undefined,
): UndoEntry {
  return {
    label: before ? text.edited(before.email_address) : text.added(address),
    undo: () => {
      const contact = saved()
      if (!contact) return
      if (before)
        void saveContact(session, contact, compareParts(toParts(contact), toParts(before)), {
          force: true,
        })
      else
        void session.mutate(
          'DELETE /lists/:list_id/contacts/:contact_id',
          { list_id: contact.list_id, contact_id: contact.id },
          { scope: contactScope(contact.id) },
        )
    },
  }
}

const deletedBySession = new WeakMap<KeySession, ReturnType<typeof createDeleted>>()
const createDeleted = () => observable<ReadonlySet<string>>(new Set())

/** Contacts that are about to be deleted: hidden until the delay is over or undone. */
export function getDeletedContacts(session: KeySession) {
  const ids = deletedBySession.get(session) ?? createDeleted()
  deletedBySession.set(session, ids)
  return ids
}

/** Deletes a contact after the time to undo it. */
export function deleteContact(session: KeySession, { id, list_id, email_address }: Contact) {
  const deleted = getDeletedContacts(session)
  const restore = () => deleted.set(new Set([...deleted.get()].filter((one) => one !== id)))
  deleted.set(new Set([...deleted.get(), id]))
  getDelayedMutations(session).delay('delete_contact', {
    label: text.deleted(email_address),
    name: 'DELETE /lists/:list_id/contacts/:contact_id',
    input: { list_id, contact_id: id },
    scope: contactScope(id),
    onUndo: restore,
    // One that is gone already stays hidden.
    onError: ({ code }) => code !== 'not_found' && restore(),
  })
}

/** Replaces a contact wherever it is cached. */
function writeContact({ queryClient }: KeySession, contact: Contact) {
  type Cached = Contact | { readonly data: readonly Contact[] }
  const names = [
    'GET /lists/:list_id/contacts',
    'GET /lists/:list_id/segments/:segment_id/contacts',
    'GET /lists/:list_id/contacts/:id_or_email',
  ] as const
  for (const name of names)
    queryClient.setQueriesData<Cached>({ queryKey: [name] }, (cached) => {
      if (!cached) return cached
      if ('data' in cached)
        return cached.data.some(({ id }) => id === contact.id)
          ? { ...cached, data: cached.data.map((one) => (one.id === contact.id ? contact : one)) }
          : cached
      return 'id' in cached && cached.id === contact.id ? contact : cached
    })
}
