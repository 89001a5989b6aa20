import { resourcesText as text } from '#web/messages/en/resources.ts'
import { createSessionObservable } from '#web/session/mutations/session-observable.ts'
import type { KeySession } from '#web/session/session.ts'
import { type Edit, namesToSend, savedValues, withEarlier } from './pending-changes.ts'
import { findItem, type Item } from './places.ts'
import { fieldNamed, isConflict, isSame, type Resource } from './resource.ts'

/** A resource that someone else has changed, before a change of the person was sent. */
interface Conflict {
  /** The name of the resource. */
  readonly title: string
  /** Fields that both have changed, to different values; none where the person deletes the resource. */
  readonly fields: readonly {
    readonly label: string
    readonly mine: string
    readonly theirs: string
  }[]
}

interface OpenConflict extends Conflict {
  readonly choose: (choice: 'mine' | 'theirs') => void
}

/** The conflicts of a session that wait for a decision, oldest first. */
export const { of: getConflicts } = createSessionObservable<readonly OpenConflict[]>([])

/** Asks whether the change of the person or that of someone else is kept. Never resolves once the session has ended. */
export const askForVersion = (session: KeySession, conflict: Conflict) =>
  new Promise<'mine' | 'theirs'>((resolve) => {
    const conflicts = getConflicts(session)
    const open: OpenConflict = {
      ...conflict,
      choose: (choice) => {
        conflicts.set(conflicts.get().filter((one) => one !== open))
        resolve(choice)
      },
    }
    conflicts.set([...conflicts.get(), open])
  })

/** The item of an edit as the service has it, as far as this page knows. */
export const knownItem = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  { seen }: Edit<T, F>,
) => savedValues(session, resource, findItem(session, resource, seen.id) ?? seen)

/**
 * The fields that someone else has changed since the person saw the item, and the item with what they have set. What the
 * person has seen may have own changes that are not saved yet, or not: neither is a conflict. An undo is of what is shown, so
 * that a later own change is one.
 */
export function findConflicts<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  { isUndo = false }: { readonly isUndo?: boolean },
  found = knownItem(session, resource, edit),
): { readonly current: T; readonly names: readonly F[] } {
  const names = namesToSend(edit)
  const { restores = {} } = edit.pending ?? {}
  // What the person saw before the change may be an own value whose response was lost.
  const isAsSeen = (name: F, current: T) =>
    name in restores && isSame(resource, name, current, restores)
  const changedIn = (current: T) => (name: F) =>
    !isAsSeen(name, current) && isConflict(resource, name, edit.seen, edit.changes, current)
  const shown = withEarlier(session, resource, edit, found)
  const changed = names.filter(changedIn(shown))
  return isUndo
    ? { current: shown, names: changed }
    : { current: found, names: changed.filter(changedIn(found)) }
}

/** Says to what someone has changed a field. Only a name that must be loaded first takes a promise. */
export function describeConflict<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  name: F,
  before: T,
  now: T,
): string | Promise<string> {
  const { label, format } = fieldNamed(resource, name)
  // By the name that the person knows: the other one may be what has changed.
  const title = resource.title(before)
  const describe = (value: string) => text.changedSince(title, label, value)
  const value = format(now[name], { session, item: now })
  return typeof value === 'string' ? describe(value) : value.then(describe)
}
