import type { List } from '#client/resources.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, inList } from '#web/session/resources/places.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import { defineResource } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'

export interface ListContent {
  readonly name: string
  readonly description: string | null
  readonly double_opt_in: boolean
}

export const contentOf = ({ name, description, double_opt_in }: List): ListContent => ({
  name,
  description: description ?? null,
  double_opt_in: double_opt_in ?? false,
})

const scopeOf = ({ id }: Pick<List, 'id'>) => `list:${id}`

/** A list of contacts. An archived one is in the other tab. */
export const contactListResource = defineResource<List, keyof ListContent | 'archived'>({
  kind: 'contact_list',
  places: [
    alone('GET /lists/:list_id'),
    inList<List>('GET /lists', ({ archived = false }, input) =>
      Object.keys(input).every((name) => name === 'archived')
        ? archived === ('archived' in input && input.archived === true)
        : undefined,
    ),
  ],
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    description: { label: text.fields.description, format: formatFieldValue },
    double_opt_in: { label: text.fields.doubleOptIn, format: text.doubleOptInState },
    archived: { label: text.fields.state, format: text.state },
  },
  // Newest first, as the server returns them.
  order: (one, other) =>
    (other.created_at ?? '').localeCompare(one.created_at ?? '') || other.id.localeCompare(one.id),
  savedFields: ['updated_at'],
  title: ({ name }) => name,
  label: ({ name }, { archived }) => {
    if (archived === undefined) return text.edited(name)
    return archived ? text.archivedList(name) : text.restoredList(name)
  },
  scope: scopeOf,
  save: ({ mutate }, { id: list_id }, changes, options) =>
    mutate('PATCH /lists/:list_id', { list_id, ...changes }, options),
  read: ({ call }, { id: list_id }) =>
    call('GET /lists/:list_id', { list_id }).catch(undefinedIfNotFound),
})

/** Archives or restores a list. */
export const archiveList = (session: KeySession, list: List, archived: boolean): void =>
  void editResource(session, contactListResource, list, { archived })

/** What the creation of a list has besides its request. Its undo asks where contacts were added. */
export function createOptions(session: KeySession, name: string) {
  const { mutate } = session
  let hasContacts = false
  let created: List | undefined
  const { onSuccess, undo } = createUndoableCreation(session, contactListResource, {
    label: text.created(name),
    remove: async ({ id: list_id }, { onSuccess: onRemoved, ...options }) => {
      // The page of the list is open after its creation: it says itself that the list is gone.
      const deletion = { ...options, merges: false, onSuccess: onRemoved }
      if (!hasContacts) return mutate('DELETE /lists/:list_id', { list_id }, deletion)
      // A list with contacts is deleted only when it is archived.
      const archived = await mutate('PATCH /lists/:list_id', { list_id, archived: true }, options)
      if (archived.state !== 'success') return archived
      const version = () => archived.output.version
      return mutate('DELETE /lists/:list_id', { list_id }, { ...deletion, version })
    },
  })
  const confirmBefore = async () => {
    const list = created && (await contactListResource.read(session, created))
    hasContacts = (list?.counts?.total ?? 0) > 0
    return hasContacts ? text.hasContacts(name) : undo.confirmBefore?.()
  }
  return {
    onSuccess: (list: List) => {
      created = list
      onSuccess(list)
    },
    undo: { ...undo, confirmBefore },
  }
}

/** Deletes an archived or empty list; there is no undo. */
export async function deleteList(session: KeySession, list: List) {
  const { state } = await removeResource(session, contactListResource, list, (options) =>
    session.mutate('DELETE /lists/:list_id', { list_id: list.id }, options),
  )
  if (state === 'removed' || state === 'gone') session.undo.removeScope(scopeOf(list))
  return state
}
