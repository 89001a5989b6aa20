import type { KeySession } from '#web/session/session.ts'
import { findItem, type Item, showItem } from './places.ts'
import {
  type Changes,
  fieldNamed,
  isSame,
  namesOf,
  type PendingChange,
  pickChanges,
  pickFields,
  presentFields,
  rebaseChanges,
  replayChanges,
  type Resource,
} from './resource.ts'

// Pending changes of an item are in the order in which the person made them, and each begins where the one before it ends.
// Jobs send theirs late, so that the order of the requests is another one. Whatever that is, the item ends as the person left
// it: a change that is saved takes its fields from those before it, and those after it begin with what it has saved.

/** A change that a person makes of an item as they saw it. */
export interface Edit<T, F extends keyof T> {
  seen: T
  changes: Changes<T, F>
  /** While the pages show it and it has no response. */
  pending?: PendingChange<T, F> | undefined
  /** The item as the change left it, and what it replaced: what its undo restores. */
  saved?: { readonly item: T; readonly previous: Changes<T, F> }
}

/** Shows an edit that is not shown yet. It is pending until `sendChange` or `cancelEdit` ends it. */
export function showEdit<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
): PendingChange<T, F> {
  if (edit.pending) return edit.pending
  const { seen, changes: requested } = edit
  const item = findItem(session, resource, seen.id) ?? seen
  const changes = rebaseChanges(resource, seen, requested, item)
  const previous = pickFields(item, namesOf(requested) as F[]) // its keys are fields
  edit.pending = { item, changes, previous, version: item.version }
  resource.pendingChanges(session).add(edit.pending)
  showItem(session, resource, { ...item, ...changes }, changes as Partial<T>) // fields of it
  return edit.pending
}

/** The fields of an edit that are still to be sent: a later change of this page may have saved some, or an earlier one failed. */
export function namesToSend<T extends Item, F extends keyof T>(edit: Edit<T, F>): readonly F[] {
  const { pending, seen } = edit
  if (pending)
    Object.assign(edit, { seen: { ...seen, ...pending.previous }, changes: pending.changes })
  return namesOf(edit.changes) as F[] // its keys are fields
}

/** Makes an edit that is shown one of `found`, the item as the service has it. */
export function rebaseEdit<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  found: T,
) {
  const names = namesToSend(edit)
  if (!edit.pending) return
  const item = withEarlier(session, resource, edit, found)
  const changes = rebaseChanges(resource, edit.seen, edit.changes, item)
  Object.assign(edit, { seen: item, changes })
  const previous = pickFields(item, names)
  Object.assign(edit.pending, { item, changes, previous, version: found.version })
  showItem(session, resource, withPending(session, resource, found))
}

/** Takes back an edit that is shown and was not saved. */
export function cancelEdit<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
) {
  namesToSend(edit)
  if (edit.pending) rollBack(session, resource, edit.pending)
  edit.pending = undefined
}

/** Ends a change that was saved as `saved`. */
export function endSaved<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
  saved: Changes<T, F>,
) {
  const names = namesOf(change.changes) as F[] // its keys are fields
  const { earlier, later } = neighborsOf(session, resource, change)
  // The latest first: each begins where the one before it ended.
  for (const one of earlier.toReversed())
    for (const name of names) if (name in one.changes) overtake(resource, name, one, change)
  for (const name of names)
    rebaseLater(
      resource,
      name,
      pickFields({ ...change.item, ...change.changes, ...saved }, [name]),
      later,
    )
  resource.pendingChanges(session).delete(change)
}

/** A part that the change was not made on top of, such as a tag, is still to be added to what it saved. */
function overtake<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  earlier: PendingChange<T, F>,
  change: PendingChange<T, F>,
) {
  const own = pickFields({ ...earlier.item, ...earlier.changes }, [name])
  const addedTo = (values: Changes<T, F>) => rebaseChanges(resource, earlier.previous, own, values)
  const isOnTop = isSame(resource, name, addedTo(change.previous), change.previous)
  if (fieldNamed(resource, name).applyChange && !isOnTop) {
    const saved = pickFields({ ...change.item, ...change.changes }, [name])
    earlier.changes = { ...earlier.changes, ...addedTo(saved) }
    earlier.previous = { ...earlier.previous, ...saved }
    return
  }
  beginWhere(resource, name, change, earlier)
  earlier.changes = pickChanges(earlier.changes, (one) => one !== name)
  earlier.previous = pickChanges(earlier.previous, (one) => one !== name)
}

/** Makes a change one of what was before an earlier one, which it includes. */
function beginWhere<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  change: PendingChange<T, F>,
  earlier: PendingChange<T, F>,
) {
  const before = pickFields({ ...earlier.item, ...earlier.previous }, [name])
  const previous = rebaseChanges(resource, earlier.changes, before, change.previous)
  change.previous = { ...change.previous, ...previous }
}

/** Another change of this page has saved `before` as a newer version: changes that wait are of that one. */
export function passVersion<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  before: Item,
  version: string | undefined,
) {
  for (const change of pendingOf(session, resource, before.id))
    if (change.version === before.version) change.version = version
}

const pendingOf = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  id: string,
) => [...resource.pendingChanges(session)].filter(({ item }) => item.id === id)

/** The changes before and after one that is pending; all are before one that is not shown. */
function neighborsOf<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F> | undefined,
  id = change?.item.id ?? '',
) {
  const all = pendingOf(session, resource, id)
  const index = change ? all.indexOf(change) : all.length
  return index < 0
    ? { earlier: [], later: [] }
    : { earlier: all.slice(0, index), later: all.slice(index + 1) }
}

/** Changes from the values of `previous` to those of `changes`. */
type Step<T, F extends keyof T> = Pick<PendingChange<T, F>, 'previous' | 'changes'>

const replay = <T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  steps: readonly Step<T, F>[],
  item: T,
) =>
  steps.reduce((shown, step) => replayChanges(resource, step.previous, step.changes, shown), item)

const takeBack = <T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  steps: readonly Step<T, F>[],
  item: T,
) =>
  replay(
    resource,
    steps.map(({ previous, changes }) => ({ previous: changes, changes: previous })).toReversed(),
    item,
  )

/** An item of the service as it is shown: with the changes that are not saved yet, where nobody else has set their fields. */
export const withPending = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
): T => replay(resource, pendingOf(session, resource, item.id), item)

/** An item of the service as it would be shown without an edit and those after it. */
export const withEarlier = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  { pending }: Edit<T, F>,
  item: T,
): T => replay(resource, neighborsOf(session, resource, pending, item.id).earlier, item)

/** An item that is shown as the service has it, as far as this page knows. */
export const savedValues = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
): T => takeBack(resource, pendingOf(session, resource, item.id), item)

/**
 * Takes back one change: its fields only, and only where they still show it. A later change of the same field stays, and
 * begins where this one began, without the parts that this one has set.
 */
function rollBack<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
) {
  const { item, changes, previous } = change
  const names = namesOf(changes) as F[] // its keys are fields
  const current = findItem(session, resource, item.id) ?? { ...item, ...changes }
  const { later } = neighborsOf(session, resource, change)
  const before = takeBack(resource, [change, ...later], current)
  resource.pendingChanges(session).delete(change)
  for (const name of names)
    rebaseLater(resource, name, pickFields({ ...item, ...previous }, [name]), later)
  const next = replay(resource, later, before)
  const changed = names.filter((name) => !isSame(resource, name, current, next))
  const restored = presentFields<T>(next, changed)
  if (changed.length > 0) showItem(session, resource, { ...current, ...restored }, restored)
}

/** Makes later changes of a field ones of `before`. */
function rebaseLater<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  before: Changes<T, F>,
  later: readonly PendingChange<T, F>[],
) {
  let current = before
  for (const next of later) {
    if (!(name in next.changes)) continue
    const own = pickFields({ ...next.item, ...next.changes }, [name])
    const rebased = rebaseChanges(resource, next.previous, own, current)
    next.previous = { ...next.previous, ...current }
    next.changes = { ...next.changes, ...rebased }
    current = rebased
  }
}

/** Ends a change that a later one of the same field includes: that one begins where it began. */
export function settle<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
) {
  const { later } = neighborsOf(session, resource, change)
  resource.pendingChanges(session).delete(change)
  for (const name of namesOf(change.changes) as F[]) {
    const next = later.find(({ changes }) => name in changes)
    if (next) beginWhere(resource, name, next, change)
  }
}
