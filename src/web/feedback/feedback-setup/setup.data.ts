import type { PostStatus } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { feedbackSetupText } from '#web/messages/en/feedback-setup.ts'
import { editResource, type EditSettings } from '#web/session/resources/edit-resource.ts'
import { moveItem } from '#web/session/resources/move-item.ts'
import { findItem, showItem } from '#web/session/resources/places.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import type { SaveOptions, SaveResult } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { type Changes, getItems, type Items, type Kind, setupResources } from './setup-resources.ts'

const text = feedbackSetupText.changes
const { statuses: statusResource } = setupResources

export const editItem = <K extends Kind>(
  session: KeySession,
  kind: K,
  item: Items[K],
  changes: Changes<K>,
  settings: EditSettings = {},
) => editResource(session, setupResources[kind], item, changes, settings)

/** New posts get this status from now on, and no other one. */
export async function setDefault(session: KeySession, status: PostStatus): Promise<void> {
  const before = getItems(session, 'statuses').find(({ is_default }) => is_default)
  const setBefore = (is_default: boolean) =>
    before && showItem(session, statusResource, before, { is_default })
  setBefore(false)
  // Taking it from one means giving it to another, so its undo is another request.
  const requests: ShownRequest[] = []
  const settings = { isRecorded: false, requests }
  const saved = editResource(session, statusResource, status, { is_default: true }, settings)
  const record =
    before &&
    session.undo.record({
      label: text.default(status.name),
      requests,
      confirmBefore: () => {
        const current = getItems(session, 'statuses').find(({ is_default }) => is_default)
        return current && current.id !== status.id ? text.otherDefault(current.name) : undefined
      },
      undo: () => setDefault(session, findItem(session, statusResource, before.id) ?? before),
    })
  if ((await saved).state === 'saved') return record?.done()
  record?.remove()
  setBefore(true)
}

/** Moves a status to an index of all of them. */
export const moveStatus = (session: KeySession, status: PostStatus, index: number) =>
  moveItem(session, status.id, index, {
    items: () => getItems(session, 'statuses'),
    save: (item, position, settings) =>
      editResource(session, statusResource, item, { position }, settings),
    label: text.moved(status.name),
    movedSince: text.movedSince,
  })

/** What creating one of them has besides its request. */
export function createOptions<K extends Kind>(session: KeySession, kind: K, name: string) {
  const resource = setupResources[kind]
  const creation = createUndoableCreation(session, resource, {
    label: text.created(kind, name),
    remove: ({ id }, options) => sendDeletion(session, kind, id, options),
  })
  return {
    scope: `feedback-setup:${kind}`,
    onSuccess: (item: Items[K]) => {
      showItem(session, resource, item)
      creation.onSuccess(item)
    },
    undo: creation.undo,
  }
}

function sendDeletion(
  { mutate }: KeySession,
  kind: Kind,
  id: string,
  options: SaveOptions<unknown>,
  target: { readonly reassign_to?: string } = {},
): Promise<SaveResult<unknown>> {
  if (kind === 'boards')
    return mutate('DELETE /feedback/boards/:board_id', { board_id: id, ...target }, options)
  return kind === 'statuses'
    ? mutate('DELETE /feedback/statuses/:status_id', { status_id: id, ...target }, options)
    : mutate('DELETE /feedback/tags/:tag_id', { tag_id: id }, options)
}

/** Deletes one of them; its posts get `reassign_to`. The caller has confirmed it, and shows an error: there is no undo. */
export const deleteItem = <K extends Kind>(
  session: KeySession,
  kind: K,
  item: Items[K],
  target: { readonly reassign_to?: string },
) =>
  removeResource(
    session,
    setupResources[kind],
    item,
    (options) => sendDeletion(session, kind, item.id, options, target),
    { silent: true },
  )
