import type { ApiError } from '#client/api-error.ts'
import type { PartOptions } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import { findConflicts } from './conflicts.ts'
import { type Edit, namesToSend, rebaseEdit } from './pending-changes.ts'
import type { Item } from './places.ts'
import type { Resource } from './resource.ts'

/** Of the change that an item is read for. */
interface Reading {
  readonly isUndo?: boolean
  readonly part?: Pick<PartOptions, 'stop'> | undefined
}

export type ReadResult<T extends Item, F extends keyof T = never> =
  /** `conflict`: someone else has changed fields of the edit that it was read for. */
  | {
      readonly state: 'read'
      readonly item: T
      readonly conflict?: ReturnType<typeof findConflicts<T, F>>
    }
  | { readonly state: 'gone' | 'canceled' }
  | { readonly state: 'error'; readonly error: ApiError }

/** Never rejects. */
export async function readItem<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
): Promise<ReadResult<T>> {
  try {
    const found = await resource.read(session, item)
    return found ? { state: 'read', item: found } : { state: 'gone' }
  } catch (error) {
    if (session.signal.aborted) return { state: 'canceled' }
    // Rejections of the client are always of this class.
    return { state: 'error', error: error as ApiError }
  }
}

/** Compares before another change of this page is sent: what was read does not have what is saved after that. */
export async function readAndRebase<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  settings: Reading,
): Promise<ReadResult<T, F>> {
  const found = await readItem(session, resource, edit.pending?.item ?? edit.seen)
  if (found.state !== 'read' || namesToSend(edit).length === 0) return found
  const conflict = findConflicts(session, resource, edit, settings, found.item)
  if (conflict.names.length > 0) return { ...found, conflict }
  rebaseEdit(session, resource, edit, found.item)
  return found
}

/** Reads once own changes before it are saved, and while none is sent: they are part of what is read. */
export async function readInTurn<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  settings: Reading,
): Promise<ReadResult<T, F>> {
  const { stop = session.signal } = settings.part ?? {}
  const turn = session.mutate.hold(resource.scope(edit.seen), stop)
  const release = await turn.catch(() => undefined)
  if (!release) return { state: 'canceled' }
  return readAndRebase(session, resource, edit, settings).finally(release)
}
