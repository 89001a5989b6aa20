import type { ApiError } from '#client/api-error.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import { askForVersion } from './conflicts.ts'
import { findItem, hideItem, type Item, showItem } from './places.ts'
import {
  isGone,
  type Resource,
  type SaveOptions,
  type SaveResult,
  undoScopeOf,
} from './resource.ts'

export type RemoveOutcome<T> =
  | { readonly state: 'removed' }
  /** Someone else has deleted it before. */
  | { readonly state: 'gone' }
  /** Someone else had changed it since the person saw it, and the person kept it. */
  | { readonly state: 'kept'; readonly item: T }
  | { readonly state: 'error'; readonly error: ApiError }
  | { readonly state: 'canceled' }

type Send = (options: SaveOptions<unknown>) => Promise<SaveResult<unknown>>

interface RemoveSettings<T> {
  /** It leaves its lists at once, and returns where it was when that fails; by default it stays until it is deleted. */
  readonly isOptimistic?: boolean | undefined
  /** The caller shows an error; by default it is a toast with Try again. */
  readonly silent?: boolean | undefined
  /** Called with the item as it was deleted, also after Delete anyway and Try again. */
  readonly onDelete?: ((item: T) => void) | undefined
}

/** Deletes an item as the person saw it. Where someone has changed it since, the person decides. The promise never rejects. */
export async function removeResource<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  seen: T,
  send: Send,
  settings: RemoveSettings<T> = {},
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
    onSuccess: () => {
      hide()
      settings.onDelete?.(seen)
    },
    onError: (error) => (isGone(error) ? hide() : restore()),
    onConflict: restore,
    retry: () => removeResource(session, resource, seen, send, settings),
  })
  if (result.state !== 'error')
    return { state: result.state === 'success' ? 'removed' : 'canceled' }
  const { error } = result
  if (isGone(error)) return { state: 'gone' }
  if (error.code !== 'precondition_failed') return { state: 'error', error }
  try {
    const current = await resource.read(session, seen)
    if (!current) {
      hide()
      return { state: 'gone' }
    }
    showItem(session, resource, current)
    const choice = await askForVersion(session, { title: resource.title(current), fields: [] })
    if (choice === 'theirs') return { state: 'kept', item: current }
    return await removeResource(session, resource, current, send, settings)
  } catch {
    // The version of now is not known: the first error is reported.
    const retry = () => removeResource(session, resource, seen, send, settings)
    if (!settings.silent) session.mutate.report({ error, retry })
    return { state: 'error', error }
  }
}

interface Creation<T> {
  readonly label: string
  readonly remove: (item: T, options: SaveOptions<unknown>) => Promise<SaveResult<unknown>>
}

/**
 * `onSuccess` and `undo` of the mutation that creates an item. Its undo deletes what was created, also when it is pressed
 * before the response, and asks where someone has changed it since.
 */
export function createUndoableCreation<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  { label, remove }: Creation<T>,
): { readonly onSuccess: (item: T) => void; readonly undo: UndoEntry } {
  let created: T | undefined
  let isUndone = false
  const current = (item: T) => findItem(session, resource, item.id) ?? item
  const removeItem = (item: T) =>
    void removeResource(session, resource, item, (options) => remove(item, options), {
      isOptimistic: true,
    })
  return {
    onSuccess: (item) => {
      created = item
      if (isUndone) removeItem(item)
    },
    undo: {
      label,
      scope: () => created && undoScopeOf(resource, created),
      confirmBefore: () => {
        const now = created && current(created)
        return now && now.version !== created?.version
          ? text.createdChanged(resource.title(now))
          : undefined
      },
      undo: () => {
        isUndone = true
        if (created) removeItem(current(created))
      },
    },
  }
}
