import type { ApiError } from '#client/api-error.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import { askForVersion } from './conflicts.ts'
import { findItem, hideItem, type Item, showItem } from './places.ts'
import type { Resource, SaveOptions, SaveResult } from './resource.ts'

export type RemoveOutcome<T> =
  /** By this request, or by someone else before. */
  | { readonly state: 'removed' }
  /** Someone else had changed it since the person saw it, and the person kept it. */
  | { readonly state: 'kept'; readonly item: T }
  | { readonly state: 'error'; readonly error: ApiError }
  | { readonly state: 'canceled' }

type Send = (options: SaveOptions<unknown>) => Promise<SaveResult<unknown>>

interface RemoveSettings {
  /** It leaves its lists at once, and returns where it was when that fails; by default it stays until it is deleted. */
  readonly isOptimistic?: boolean | undefined
  /** The caller shows an error; by default it is a toast with Try again. */
  readonly silent?: boolean | undefined
}

/** Deletes an item as the person saw it. Where someone has changed it since, the person decides. The promise never rejects. */
export async function removeResource<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  seen: T,
  send: Send,
  settings: RemoveSettings = {},
): Promise<RemoveOutcome<T>> {
  const hide = () => hideItem(session, resource, seen.id)
  // Changes of the person that are not saved yet are part of what was seen; they are saved first.
  const hasPending = [...resource.pendingChanges(session)].some(({ item }) => item.id === seen.id)
  const restore = settings.isOptimistic ? hide() : () => undefined
  const result = await send({
    scope: resource.scope(seen),
    version: () => (hasPending ? findItem(session, resource, seen.id) : seen)?.version,
    merges: true,
    silent: settings.silent,
    onSuccess: () => void hide(),
    onError: ({ code }) => (code === 'not_found' ? hide() : restore()),
    onConflict: restore,
    retry: () => removeResource(session, resource, seen, send, settings),
  })
  if (result.state !== 'error')
    return { state: result.state === 'success' ? 'removed' : 'canceled' }
  const { error } = result
  if (error.code === 'not_found') return { state: 'removed' }
  if (error.code !== 'precondition_failed') return { state: 'error', error }
  try {
    const current = await resource.read(session, seen)
    if (!current) return { state: 'removed' }
    showItem(session, resource, current)
    const choice = await askForVersion(session, { title: resource.title(current), fields: [] })
    if (choice === 'theirs') return { state: 'kept', item: current }
    return await removeResource(session, resource, current, send, settings)
  } catch {
    // The version of now is not known: the first error is reported.
    return { state: 'error', error }
  }
}

interface Creation<T> {
  readonly label: string
  /** What was created, once the response is there. */
  readonly created: () => T | undefined
  readonly send: (item: T, options: SaveOptions<unknown>) => Promise<SaveResult<unknown>>
}

/** Undoes a creation by deleting what was created. Where someone has changed it since, it asks. */
export function createRemovalUndo<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  { label, created, send }: Creation<T>,
): UndoEntry {
  const current = () => {
    const item = created()
    return item && (findItem(session, resource, item.id) ?? item)
  }
  return {
    label,
    confirmBefore: () => {
      const now = current()
      return now && now.version !== created()?.version
        ? text.createdChanged(resource.title(now))
        : undefined
    },
    undo: async () => {
      const item = current()
      if (!item) return
      const settings = { isOptimistic: true }
      await removeResource(session, resource, item, (options) => send(item, options), settings)
    },
  }
}
