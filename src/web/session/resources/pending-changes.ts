import type { KeySession } from '#web/session/session.ts'
import { findItem, type Item, showItem } from './places.ts'
import {
  type Changes,
  fieldNamed,
  isSame,
  namesOf,
  type PendingChange,
  pickFields,
  rebaseChanges,
  type Resource,
} from './resource.ts'

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

/** Makes an edit that is shown one of `found`, the item as the service has it. */
export function rebaseEdit<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  found: T,
) {
  if (!edit.pending) return
  const names = namesOf(edit.changes) as F[] // its keys are fields
  edit.changes = rebaseChanges(resource, edit.seen, edit.changes, found)
  edit.seen = found
  Object.assign(edit.pending, {
    item: found,
    changes: edit.changes,
    previous: pickFields(found, names),
    version: found.version,
  })
  showItem(session, resource, withPending(session, resource, found))
}

/** Takes back an edit that is shown and was not saved. */
export function cancelEdit<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
) {
  dropOvertaken(edit)
  if (edit.pending) rollBack(session, resource, edit.pending)
  edit.pending = undefined
}

/**
 * A change was saved: of its fields, what was changed before it and still waits in a job is not sent any more, and its undo
 * restores what was before that. A part that it was not made on top of, such as a tag, is still to be added to what it saved.
 */
export function overtakeEarlier<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
) {
  const all = pendingOf(session, resource, change.item.id)
  // The latest first: each begins where the one before it ended.
  for (const earlier of all.slice(0, Math.max(all.indexOf(change), 0)).toReversed())
    for (const name of namesOf(earlier.changes) as F[])
      if (name in change.changes) overtake(resource, name, earlier, change)
}

function overtake<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  earlier: PendingChange<T, F>,
  change: PendingChange<T, F>,
) {
  const valueOf = (item: T, values: Changes<T, F>) => ({ ...item, ...values })
  const before = valueOf(earlier.item, earlier.previous)
  const isOnTop = isSame(
    resource,
    name,
    valueOf(earlier.item, earlier.changes),
    valueOf(change.item, change.previous),
  )
  if (fieldNamed(resource, name).applyChange && !isOnTop) {
    const own = pickFields(valueOf(earlier.item, earlier.changes), [name])
    const saved = pickFields(valueOf(change.item, change.changes), [name])
    earlier.changes = { ...earlier.changes, ...rebaseChanges(resource, before, own, saved) }
    earlier.previous = { ...earlier.previous, ...saved }
    return
  }
  change.previous = { ...change.previous, ...pickFields(before, [name]) }
  earlier.changes = withoutField(earlier.changes, name)
  earlier.previous = withoutField(earlier.previous, name)
}

const withoutField = <T, F extends keyof T>(values: Changes<T, F>, name: F): Changes<T, F> =>
  // The other entries are fields of the values.
  Object.fromEntries(Object.entries(values).filter(([one]) => one !== name)) as Changes<T, F>

/** What is left of an edit: a later change of this page has taken the rest. */
export function dropOvertaken<T extends Item, F extends keyof T>(edit: Edit<T, F>) {
  const { pending } = edit
  if (!pending) return
  for (const name of namesOf(edit.changes) as F[])
    if (!(name in pending.changes)) edit.changes = withoutField(edit.changes, name)
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

/** An item of the service as it is shown: with the changes that are not saved yet. */
export const withPending = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
): T =>
  pendingOf(session, resource, item.id).reduce(
    (shown, { changes }) => ({ ...shown, ...changes }),
    item,
  )

/** An item as it would be shown if nothing were pending. */
export const savedValues = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
): T =>
  pendingOf(session, resource, item.id)
    .toReversed()
    .reduce((saved, { previous }) => ({ ...saved, ...previous }), item)

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
  const current = findItem(session, resource, item.id) ?? { ...item, ...changes }
  const later = laterOf(session, resource, change)
  resource.pendingChanges(session).delete(change)
  const restored: Partial<T> = {}
  for (const name of namesOf(changes) as F[]) {
    const last = later.findLast((one) => name in one.changes)?.changes
    const isShown = isSame(resource, name, current, last ?? changes)
    const next = rebaseLater(resource, name, pickFields({ ...item, ...previous }, [name]), later)
    if (isShown && !(last && isSame(resource, name, last, next))) Object.assign(restored, next)
  }
  if (namesOf(restored).length > 0)
    showItem(session, resource, { ...current, ...restored }, restored)
}

/** An item as it would be shown without what this page has changed after an edit. */
export const withoutLater = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  { pending }: Edit<T, F>,
  item: T,
): T =>
  (pending ? laterOf(session, resource, pending) : [])
    .toReversed()
    .reduce((shown, { previous }) => ({ ...shown, ...previous }), item)

/** Makes later changes of a field ones of `before`; returns what the last of them makes of it. */
function rebaseLater<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  before: Changes<T, F>,
  later: readonly PendingChange<T, F>[],
): Changes<T, F> {
  let current = before
  for (const next of later) {
    if (!(name in next.changes)) continue
    const own = pickFields({ ...next.item, ...next.changes }, [name])
    const rebased = rebaseChanges(resource, next.previous, own, current)
    next.previous = { ...next.previous, ...current }
    next.changes = { ...next.changes, ...rebased }
    current = rebased
  }
  return current
}

const laterOf = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
) => {
  const all = pendingOf(session, resource, change.item.id)
  const index = all.indexOf(change)
  return index < 0 ? [] : all.slice(index + 1)
}

/** Ends a change that a later one of the same field includes: that one begins where it began. */
export function settle<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
) {
  const later = laterOf(session, resource, change)
  resource.pendingChanges(session).delete(change)
  for (const name of namesOf(change.changes) as F[]) {
    const next = later.find(({ changes }) => name in changes)
    if (next)
      next.previous = {
        ...next.previous,
        ...pickFields({ ...change.item, ...change.previous }, [name]),
      }
  }
}
