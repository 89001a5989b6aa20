import type { ApiError } from '#client/api-error.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import { askForVersion } from './conflicts.ts'
import { findItem, type Item, showItem } from './places.ts'
import {
  type Changes,
  fieldNamed,
  isConflict,
  isGone,
  isSame,
  namesOf,
  type PendingChange,
  pickFields,
  presentFields,
  rebaseChanges,
  type Resource,
} from './resource.ts'

type EditOutcome<T> =
  | { readonly state: 'saved'; readonly item: T }
  /** Someone else had changed the same field, and the person kept that. */
  | { readonly state: 'theirs'; readonly item: T }
  /** Someone else has deleted it. */
  | { readonly state: 'gone' }
  | { readonly state: 'error'; readonly error: ApiError }
  /** A newer change is sent instead, or the session has ended. */
  | { readonly state: 'canceled' }

/** Nothing was saved: someone else has changed these fields. The pages show their values. */
interface EditConflict<T, F extends keyof T> {
  readonly state: 'conflict'
  readonly current: T
  readonly names: readonly F[]
  /** The change as it would be made of `current`. */
  readonly mine: Changes<T, F>
}

export interface EditSettings extends Pick<UndoEntry, 'isAnnounced' | 'undoes'> {
  /** In the undo history, in place of the label that the resource gives. */
  readonly label?: string | undefined
  /** Part of a change that has its own undo. */
  readonly isRecorded?: boolean
  /** The caller shows an error; by default it is a toast with Try again. */
  readonly silent?: boolean | undefined
  /** It replaces what someone else has set: an undo restores that, and not what was before own changes of the field. */
  readonly replacesTheirs?: boolean
}

/** Of one that others keep changing. */
const MAX_ATTEMPTS = 3

/**
 * Changes fields of `seen`, an item as the person saw it. Shown at once, with one undo entry. Where someone else has changed
 * other fields since, the change is repeated on their version; of the same fields the person chooses between both values.
 * The promise never rejects.
 */
export async function editResource<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  seen: T,
  changes: Changes<T, F>,
  settings: EditSettings = {},
): Promise<EditOutcome<T>> {
  const outcome = await saveChange(session, resource, seen, changes, settings)
  if (outcome.state !== 'conflict') return outcome
  const { current, names, mine: all } = outcome
  const title = resource.title(current)
  const mineNow = { ...current, ...all }
  const fields = await formatVersions(session, resource, names, mineNow, current)
  const choice = await askForVersion(session, { title, fields })
  if (choice === 'mine')
    return editResource(session, resource, current, all, { ...settings, replacesTheirs: true })
  const mine = pickChanges(all, (name) => names.includes(name))
  const others = pickChanges(all, (name) => !names.includes(name))
  // What the person has written is not lost.
  session.undo
    .record({
      label: text.keptTheirs(title),
      undoLabel: text.useMine,
      undo: () => editResource(session, resource, current, mine, { replacesTheirs: true }),
    })
    .done()
  if (namesOf(others).length === 0) return { state: 'theirs', item: current }
  return editResource(session, resource, current, others, settings)
}

/** Both values of fields, for the question which one to keep. */
export const formatVersions = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  names: readonly F[],
  mine: T,
  theirs: T,
) =>
  Promise.all(
    names.map(async (name) => {
      const { label, format } = fieldNamed(resource, name)
      const [my, their] = [mine[name], theirs[name]]
      const context = { session, item: theirs }
      return {
        label,
        mine: await format(my, { ...context, other: their }),
        theirs: await format(their, { ...context, other: my }),
      }
    }),
  )

const pickChanges = <T, F extends keyof T>(
  changes: Changes<T, F>,
  isPicked: (name: F) => boolean,
): Changes<T, F> =>
  // The entries are fields of the changes.
  Object.fromEntries(Object.entries(changes).filter(([name]) => isPicked(name as F))) as Changes<
    T,
    F
  >

/** Saves a change of what the person saw, or says which fields someone else has changed since. */
async function saveChange<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  seen: T,
  changes: Changes<T, F>,
  settings: EditSettings,
): Promise<EditOutcome<T> | EditConflict<T, F>> {
  // Its keys are fields of the resource.
  const names = namesOf(changes) as F[]
  const shown = findItem(session, resource, seen.id) ?? seen
  let before = seen
  let wanted = changes
  const changedIn = (current: T) => (name: F) => isConflict(resource, name, before, wanted, current)
  const conflictWith = (current: T, conflicts: readonly F[]) => {
    const mine = rebaseChanges(resource, before, wanted, current)
    return { state: 'conflict', current, names: conflicts, mine } as const
  }
  // The person may have seen own changes that are not saved yet, or not.
  const saved = savedValues(session, resource, shown)
  const conflicts = names.filter(changedIn(shown)).filter(changedIn(saved))
  if (conflicts.length > 0) return conflictWith(shown, conflicts)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const outcome = await sendChange(session, resource, before, wanted, settings)
    if (outcome.state !== 'stale') return outcome
    // An own change before this one may not have been saved: its part is in this one by now.
    before = { ...before, ...outcome.previous }
    wanted = outcome.changes
    const found = await readItem(session, resource, seen)
    if (found.state === 'error' && !settings.silent) {
      const retry = () => editResource(session, resource, seen, changes, settings)
      session.mutate.report({ error: found.error, retry })
    }
    if (found.state !== 'read') return found
    const conflicts = names.filter(changedIn(found.item))
    if (conflicts.length > 0) return conflictWith(found.item, conflicts)
  }
  return conflictWith(findItem(session, resource, seen.id) ?? seen, names)
}

/** Reads an item and shows it, with the changes that are not saved yet. */
async function readItem<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
) {
  try {
    const found = await resource.read(session, item)
    if (!found) return { state: 'gone' } as const
    showItem(session, resource, withPending(session, resource, found))
    return { state: 'read', item: found } as const
  } catch (error) {
    if (session.signal.aborted) return { state: 'canceled' } as const
    // Rejections of the client are always of this class.
    return { state: 'error', error: error as ApiError } as const
  }
}

const compareTexts = (one: string, other: string) => one.localeCompare(other)

/** The service has another version than the one that was changed. */
interface StaleChange<T, F extends keyof T> {
  readonly state: 'stale'
  readonly changes: Changes<T, F>
  /** The values that it would have replaced. */
  readonly previous: Changes<T, F>
}

/** Sends a change once. */
async function sendChange<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  seen: T,
  requested: Changes<T, F>,
  settings: EditSettings,
): Promise<EditOutcome<T> | StaleChange<T, F>> {
  const names = namesOf(requested) as F[] // as above
  const shown = findItem(session, resource, seen.id) ?? seen
  const changes = rebaseChanges(resource, seen, requested, shown)
  const previous = pickFields(shown, names)
  const { version } = shown
  const change: PendingChange<T, F> = {
    item: shown,
    changes,
    previous,
    version,
  }
  const fieldsKey = names.map(String).toSorted(compareTexts).join()
  const pending = resource.pendingChanges(session)
  pending.add(change)
  showItem(session, resource, { ...shown, ...changes }, changes as Partial<T>) // fields of it
  const {
    label = resource.label(shown, changes, session),
    isRecorded = true,
    isAnnounced,
    undoes,
    silent,
    replacesTheirs,
  } = settings
  const hasParts = names.some((name) => fieldNamed(resource, name).applyChange)
  const rollback = () => rollBack(session, resource, change)
  const retry = () => editResource(session, resource, seen, requested, settings)
  let isStale = false
  let saved = { ...shown, ...changes }
  const result = await resource.save(session, shown, changes, {
    scope: resource.scope(shown),
    replaces: `${resource.kind}:${seen.id}:${fieldsKey}`,
    version: () => change.version,
    merges: true,
    silent,
    rollback,
    onError: rollback,
    onConflict: () => {
      isStale = true
      rollback()
    },
    onSuccess: (output) => {
      pending.delete(change)
      passVersion(session, resource, { ...shown, version: change.version }, output.version)
      // A server of the public document may omit some.
      const fields = presentFields<T>(output, [
        ...names,
        'version',
        ...(resource.savedFields ?? []),
      ])
      saved = { ...saved, ...fields }
      const next = withPending(session, resource, saved)
      // Other fields may be newer than this response.
      showItem(session, resource, next, presentFields<T>(next, namesOf(fields)), change.version)
    },
    retry,
    ...(isRecorded && {
      undo: {
        label,
        isAnnounced,
        undoes,
        // Changes of one field in a row are one entry, those of another or of other parts of it are not.
        ...(!replacesTheirs && !hasParts && { resource_id: `${seen.id} ${fieldsKey}` }),
        ...createUndo(session, resource, {
          label,
          names,
          // Of a field whose change before was not saved, this is what was saved before that.
          previous: () => change.previous,
          saved: () => saved,
        }),
      },
    }),
  })
  if (result.state === 'success') {
    pending.delete(change)
    return { state: 'saved', item: saved }
  }
  settle(session, resource, change)
  if (isStale) return { state: 'stale', changes, previous: change.previous }
  if (result.state !== 'error') return { state: 'canceled' }
  return isGone(result.error) ? { state: 'gone' } : result
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

interface UndoneChange<T, F extends keyof T> {
  readonly label: string
  readonly names: readonly F[]
  readonly previous: () => Changes<T, F>
  /** As the change left it. */
  readonly saved: () => T
}

/** Restores the fields of a change. Where someone has set one of them since, it asks, naming the field and its value. */
export function createUndo<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  { label, names, previous, saved }: UndoneChange<T, F>,
): Pick<UndoEntry, 'confirmBefore' | 'undo'> {
  const current = () => findItem(session, resource, saved().id)
  const question = (now: T) => {
    const name = names.find((one) => isConflict(resource, one, saved(), previous(), now))
    if (name === undefined) return resource.undoQuestion?.(now, previous())
    const field = fieldNamed(resource, name)
    // By the name that the person knows: the other one may be what has changed.
    const title = resource.title(saved())
    const ask = (value: string) => text.changedSince(title, field.label, value)
    const value = field.format(now[name], { session, item: now })
    return typeof value === 'string' ? ask(value) : value.then(ask)
  }
  const confirmBefore = () => {
    // Where it has versions, the service rejects the undo of one that nobody has seen.
    if (session.capabilities.can('etag')) return question(current() ?? saved())
    return readItem(session, resource, saved()).then((found) => {
      if (found.state === 'gone') return false
      return found.state === 'read' ? question(found.item) : undefined
    })
  }
  const undo = async () => {
    // It is still one when it is sent again.
    const undoes = session.undo.undoneLabel()
    const seen = current() ?? saved()
    const changes = rebaseChanges(resource, saved(), previous(), seen)
    const outcome = await saveChange(session, resource, seen, changes, { label, undoes })
    if (outcome.state !== 'conflict') return
    // Changed after the question, or where the page did not show it: asks about the value of now.
    const record = session.undo.record({ label, confirmBefore, undo })
    record.done()
    session.undo.undo(record.id)
  }
  return { confirmBefore, undo }
}

const pendingOf = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  id: string,
) => [...resource.pendingChanges(session)].filter(({ item }) => item.id === id)

/** An item of the service as it is shown: with the changes that are not saved yet. */
const withPending = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
): T =>
  pendingOf(session, resource, item.id).reduce(
    (shown, { changes }) => ({ ...shown, ...changes }),
    item,
  )

/** An item as it would be shown if nothing were pending. */
const savedValues = <T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  item: T,
): T =>
  pendingOf(session, resource, item.id)
    .toReversed()
    .reduce((saved, { previous }) => ({ ...saved, ...previous }), item)

/**
 * Takes back one change: its fields only, and only where they still show it. A later change of the same field stays, and
 * begins where this one began.
 */
function rollBack<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
) {
  const { item, changes, previous } = change
  const current = findItem(session, resource, item.id) ?? { ...item, ...changes }
  const isLater = settle(session, resource, change)
  const names = (namesOf(changes) as F[]).filter(
    (name) => !isLater(name) && isSame(resource, name, current, changes),
  )
  if (names.length === 0) return
  const restored = pickFields({ ...item, ...previous }, names)
  showItem(session, resource, { ...current, ...restored }, restored as Partial<T>) // fields of it
}

/** Ends a change. Later ones of the same field begin where it began; returns which fields have one. */
function settle<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  change: PendingChange<T, F>,
): (name: F) => boolean {
  const all = pendingOf(session, resource, change.item.id)
  const index = all.indexOf(change)
  resource.pendingChanges(session).delete(change)
  const passed = new Set<F>()
  for (const name of namesOf(change.changes) as F[]) {
    const next = index < 0 ? undefined : all.slice(index + 1).find(({ changes }) => name in changes)
    if (!next) continue
    next.previous = {
      ...next.previous,
      ...pickFields({ ...change.item, ...change.previous }, [name]),
    }
    passed.add(name)
  }
  return (name) => passed.has(name)
}
