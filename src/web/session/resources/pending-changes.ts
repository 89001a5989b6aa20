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
// `previous` is what taking a change back shows; `restores`, what its undo restores, stays what the person saw before it.

/** A change that a person makes of an item as they saw it. */
export interface Edit<T, F extends keyof T> {
  seen: T
  changes: Changes<T, F>
  /** While the pages show it and it has no response. */
  pending?: PendingChange<T, F> | undefined
  /** The item as the change left it, and what it replaced: what its undo restores. */
  saved?: { readonly item: T; readonly previous: Changes<T, F> }
  /** The fields that later changes were saved in place of, also once it is not pending any more. */
  overtaken?: PendingChange<T, F>['overtaken']
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
  edit.pending = { item, changes, previous, restores: previous, version: item.version }
  resource.pendingChanges(session).add(edit.pending)
  showItem(session, resource, { ...item, ...changes }, changes as Partial<T>) // fields of it
  return edit.pending
}

/** The fields of an edit that are still to be sent: a later change of this page may have saved some, or an earlier one failed. */
export function namesToSend<T extends Item, F extends keyof T>(edit: Edit<T, F>): readonly F[] {
  const { pending, seen } = edit
  if (pending) {
    const { previous, changes, overtaken = edit.overtaken } = pending
    Object.assign(edit, { seen: { ...seen, ...previous }, changes, overtaken })
  }
  return namesOf(edit.changes) as F[] // its keys are fields
}

/** Ends an edit of which nothing is left to be sent. Its undo is as if it had been saved before what was saved in its place. */
export function endOvertaken<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
): boolean {
  if (namesToSend(edit).length > 0) return false
  const { overtaken, seen } = edit
  if (overtaken)
    edit.saved = { item: { ...seen, ...overtaken.changes }, previous: overtaken.restores }
  cancelEdit(session, resource, edit)
  return true
}

/** What an undo of a change restores. */
export const undoValues = <T extends Item, F extends keyof T>({
  restores,
  origin,
  undoesAll = false,
}: PendingChange<T, F>): Changes<T, F> => (undoesAll ? { ...restores, ...origin } : restores)

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
  for (const name of names) {
    const start = pickFields(item, [name])
    const { changes: own, restores } = edit.pending
    // An own value whose response was lost: its undo restores what was before it.
    const isOwn = isSame(resource, name, item, own) || isSame(resource, name, item, restores)
    if (isOwn) edit.pending.previous = { ...edit.pending.previous, ...start }
    else beginAt(resource, name, edit.pending, start)
  }
  Object.assign(edit.pending, { item, changes, version: found.version })
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

/**
 * Ends a change that was saved as `saved`. A request that only says which parts it adds and removes (`isPartial`) has none of
 * those of earlier changes, which are still to be sent.
 */
export function endSaved<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
  saved: Changes<T, F>,
  isPartial = false,
) {
  const { earlier, later } = neighborsOf(session, resource, change)
  for (const name of namesOf(change.changes) as F[]) {
    const before = earlier.filter((one) => name in one.changes)
    const included =
      isPartial && hasParts(resource, name) ? [] : findIncluded(resource, name, before, change)
    for (const [index, one] of included.entries())
      overtake(resource, name, one, included[index + 1] ?? change)
    const unsent = before.filter((one) => !included.includes(one))
    const start = pickFields({ ...change.item, ...change.changes, ...saved }, [name])
    rebaseLater(resource, name, start, [...unsent, ...later])
  }
  resource.pendingChanges(session).delete(change)
}

const hasParts = <T extends Item, F extends keyof T>(resource: Resource<T, F>, name: F) =>
  fieldNamed(resource, name).applyChange !== undefined

/** Of earlier changes of a field those that need not be sent. A part that the change was not made on top of is to be added. */
function findIncluded<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  earlier: readonly PendingChange<T, F>[],
  { previous }: PendingChange<T, F>,
) {
  const isOnTop = (one: PendingChange<T, F>) => {
    const own = pickFields({ ...one.item, ...one.changes }, [name])
    const added = rebaseChanges(resource, one.previous, own, previous)
    return isSame(resource, name, added, previous)
  }
  return hasParts(resource, name) ? earlier.filter(isOnTop) : earlier
}

/** A later change was saved in place of this field of an earlier one, which is as if it had been saved before `next`. */
function overtake<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  earlier: PendingChange<T, F>,
  next: PendingChange<T, F>,
) {
  const isOther = (one: F) => one !== name
  const { changes, previous, overtaken } = earlier
  const own = pickFields({ ...earlier.item, ...changes }, [name])
  const before = pickFields({ ...earlier.item, ...undoValues(earlier) }, [name])
  // It has no undo of its own: that of the next change restores what was before both.
  if (earlier.undoesAll)
    next.restores = { ...next.restores, ...rebaseChanges(resource, own, before, next.restores) }
  earlier.overtaken = {
    changes: { ...overtaken?.changes, ...own },
    restores: { ...overtaken?.restores, ...before },
  }
  earlier.changes = pickChanges(changes, isOther)
  earlier.previous = pickChanges(previous, isOther)
  earlier.restores = pickChanges(earlier.restores, isOther)
}

/** Makes a change of a field one of `start`. What its undo restores stays where that was another value. */
function beginAt<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  change: PendingChange<T, F>,
  start: Changes<T, F>,
) {
  const { item, previous, restores, origin } = change
  const move = (values: Changes<T, F>) => ({
    ...values,
    ...(isSame(resource, name, values, previous)
      ? start
      : rebaseChanges(resource, previous, pickFields({ ...item, ...values }, [name]), start)),
  })
  change.previous = { ...previous, ...start }
  change.restores = move(restores)
  if (origin && name in origin) change.origin = move(origin)
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
    beginAt(resource, name, next, current)
    next.changes = { ...next.changes, ...rebased }
    current = rebased
  }
}

/** Ends a change that a later one of the same field includes: taking that one back takes back both. */
export function settle<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
) {
  const { later } = neighborsOf(session, resource, change)
  resource.pendingChanges(session).delete(change)
  for (const name of namesOf(change.changes) as F[]) {
    const next = later.find(({ changes }) => name in changes)
    if (!next) continue
    const before = pickFields({ ...change.item, ...change.previous }, [name])
    const previous = rebaseChanges(resource, change.changes, before, next.previous)
    next.previous = { ...next.previous, ...previous }
    const origin = pickFields({ ...change.item, ...change.restores, ...change.origin }, [name])
    next.origin = { ...next.origin, ...origin }
  }
}
