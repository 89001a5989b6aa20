import type { ApiError } from '#client/api-error.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'
import type { PartOptions } from '#web/session/mutations/mutation.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import { askForVersion, describeConflict, findConflicts, knownItem } from './conflicts.ts'
import {
  cancelEdit,
  type Edit,
  endOvertaken,
  endSaved,
  namesToSend,
  passVersion,
  savedValues,
  settle,
  showEdit,
  undoValues,
  withEarlier,
  withPending,
} from './pending-changes.ts'
import { findItem, type Item, showItem } from './places.ts'
import { readAndRebase, readInTurn, readItem, type ReadResult } from './read-item.ts'
import {
  type Changes,
  fieldNamed,
  isConflict,
  isGone,
  isSame,
  namesOf,
  pickChanges,
  pickFields,
  presentFields,
  rebaseChanges,
  type Resource,
  undoScopeOf,
} from './resource.ts'

type EditOutcome<T> =
  | {
      readonly state: 'saved'
      readonly item: T
      /** Of these the person kept what someone else has saved. */
      readonly theirFields?: readonly PropertyKey[]
      /** These the service has changed together with those of the change. */
      readonly derivedFields?: readonly PropertyKey[]
    }
  /** Someone else had changed the same fields, and the person kept that. */
  | { readonly state: 'theirs'; readonly item: T; readonly theirFields: readonly PropertyKey[] }
  /** Someone else has deleted it. */
  | { readonly state: 'gone' }
  | { readonly state: 'error'; readonly error: ApiError }
  /** A newer change is sent instead, or the session has ended. */
  | { readonly state: 'canceled' }

/** What becomes of a change without asking anyone. */
type SaveOutcome<T> =
  | Exclude<EditOutcome<T>, { readonly state: 'theirs' }>
  /** A later change of the same fields was saved first: this one need not be sent. */
  | { readonly state: 'overtaken' }

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
  /** As of a mutation. */
  readonly requests?: ShownRequest[] | undefined
  /** It replaces what someone else has set: an undo restores that, and not what was before own changes of the field. */
  readonly replacesTheirs?: boolean
}

/** Of one change of many. */
interface PartSettings extends EditSettings {
  readonly part?: Omit<PartOptions, 'idempotency_key'> | undefined
  /** Compares with what the service has before it is sent, where the service does not. */
  readonly readsFirst?: boolean
  /** It undoes a change, and leaves alone what the person has changed after that. */
  readonly isUndo?: boolean
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
  const outcome = await saveChange(session, resource, { seen, changes }, settings)
  if (outcome.state === 'overtaken') return { state: 'canceled' }
  if (outcome.state !== 'conflict') return outcome
  const { current, names, mine: all } = outcome
  if ((await resolveConflict(session, resource, outcome)) === 'mine')
    return editResource(session, resource, current, all, { ...settings, replacesTheirs: true })
  const others = pickChanges(all, (name) => !names.includes(name))
  if (namesOf(others).length === 0) return { state: 'theirs', item: current, theirFields: names }
  const rest = await editResource(session, resource, current, others, settings)
  if (rest.state !== 'saved') return rest
  return { ...rest, theirFields: [...names, ...(rest.theirFields ?? [])] }
}

/** Asks which values of fields are kept. Where theirs are, what the person has written stays in the undo history. */
export async function resolveConflict<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  { current, names, mine: all }: Omit<EditConflict<T, F>, 'state'>,
): Promise<'mine' | 'theirs'> {
  const title = resource.title(current)
  const mine = { ...current, ...all }
  const fields = names.map(async (name) => {
    const { label, format } = fieldNamed(resource, name)
    const [my, their] = [mine[name], current[name]]
    const context = { session, item: current }
    return {
      label,
      mine: await format(my, { ...context, other: their }),
      theirs: await format(their, { ...context, other: my }),
    }
  })
  const choice = await askForVersion(session, { title, fields: await Promise.all(fields) })
  const changes = pickChanges(all, (name) => names.includes(name))
  if (choice === 'theirs' && canUndo(resource, changes)) {
    session.undo
      .record({
        label: text.keptTheirs(title),
        undoLabel: text.useMine,
        undo: () => editResource(session, resource, current, changes, { replacesTheirs: true }),
      })
      .done()
  }
  return choice
}

const canUndo = <T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  changes: Changes<T, F>,
) => resource.canUndo?.(changes) ?? true

/** Saves a change of what the person saw, or says which fields someone else has changed since. */
export async function saveChange<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  settings: PartSettings,
): Promise<SaveOutcome<T> | EditConflict<T, F>> {
  const end = (current: T, names: readonly F[]) => {
    cancelEdit(session, resource, edit)
    const mine = rebaseChanges(resource, edit.seen, edit.changes, current)
    return { state: 'conflict', current, names, mine } as const
  }
  const known = findConflicts(session, resource, edit, settings)
  if (known.names.length > 0) return end(known.current, known.names)
  let found: ReadResult<T, F> | undefined
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (settings.readsFirst && !found) {
      showEdit(session, resource, edit)
      found = await readInTurn(session, resource, edit, settings)
    }
    if (found) {
      if (endOvertaken(session, resource, edit)) return { state: 'overtaken' }
      if (found.state === 'error' && !settings.silent) {
        const retry = () => editResource(session, resource, edit.seen, edit.changes, settings)
        session.mutate.report({ error: found.error, retry })
      }
      if (found.state !== 'read') {
        if (found.state !== 'error' || !isDelayed(found.error, settings))
          cancelEdit(session, resource, edit)
        return found
      }
      if (found.conflict) {
        const conflict = end(found.conflict.current, found.conflict.names)
        showItem(session, resource, withPending(session, resource, found.item))
        return conflict
      }
    }
    if (endOvertaken(session, resource, edit)) return { state: 'overtaken' }
    const outcome = await sendChange(session, resource, edit, settings, attempt === 0)
    if (outcome.state !== 'stale') return outcome
    found = outcome.found
  }
  if (endOvertaken(session, resource, edit)) return { state: 'overtaken' }
  if (found?.state === 'read')
    showItem(session, resource, withPending(session, resource, found.item))
  const { current } = findConflicts(session, resource, edit, settings)
  return end(current, namesToSend(edit))
}

/** The sender of many sends it again, and it stays shown. */
const isDelayed = ({ status }: ApiError, { part }: PartSettings) =>
  part !== undefined && status === 429

/**
 * Sends a change once; `stale` when the service has another version than the one that was changed. Only the first attempt
 * replaces one that waits: a later one is older than what the person has changed since.
 */
async function sendChange<T extends Item, F extends keyof T>(
  session: KeySession,
  resource: Resource<T, F>,
  edit: Edit<T, F>,
  settings: PartSettings,
  isFirst: boolean,
): Promise<SaveOutcome<T> | { readonly state: 'stale'; readonly found: ReadResult<T, F> }> {
  const { seen, changes: requested } = edit
  const names = namesOf(requested) as F[] // its keys are fields
  const change = showEdit(session, resource, edit)
  const { item: shown, changes } = change
  const fieldsKey = names
    .map(String)
    .toSorted((one, other) => one.localeCompare(other))
    .join()
  const {
    label = resource.label(shown, changes, session),
    isRecorded = canUndo(resource, changes),
    isAnnounced,
    undoes,
    silent,
    replacesTheirs,
    part,
  } = settings
  const hasParts = names.some((name) => fieldNamed(resource, name).applyChange)
  const rollback = () => cancelEdit(session, resource, edit)
  let failed = { seen, changes: requested }
  const retry = () => editResource(session, resource, failed.seen, failed.changes, settings)
  let isStale = false
  let reading: Promise<ReadResult<T, F>> | undefined
  const read = () => readAndRebase(session, resource, edit, settings)
  let saved = { ...shown, ...changes }
  let derived: readonly F[] = []
  const latest = () => findItem(session, resource, shown.id) ?? shown
  const findDerived = (output: Changes<T, F>) =>
    (resource.derivedFields?.(shown) ?? []).filter(
      (name) =>
        session.capabilities.can('etag') &&
        !names.includes(name) &&
        output[name] !== undefined &&
        // Neither is what an earlier change has set, whether that was saved or not. An earlier one may be saved meanwhile.
        !isSame(resource, name, output, shown) &&
        !isSame(resource, name, output, savedValues(session, resource, latest())),
    )
  const previous = () => ({ ...undoValues(change), ...pickFields(shown, derived) })
  const result = await resource.save(session, shown, changes, {
    scope: resource.scope(shown),
    requests: settings.requests,
    ...(part ?? {
      replaces: isFirst ? `${resource.kind}:${seen.id}:${fieldsKey}` : undefined,
      merges: true,
    }),
    version: () => change.version,
    isOutdated: () => {
      // It was made of a change of many that was not saved: what is left of it is sent.
      const isOther = (name: F) =>
        !(name in change.changes) || !isSame(resource, name, changes, change.changes)
      if (session.capabilities.can('etag')) return names.some(isOther)
      // Without versions the service does not say that someone else has changed it.
      const beneath = withEarlier(session, resource, edit, knownItem(session, resource, edit))
      return names.some(
        (name) => isOther(name) || !isSame(resource, name, beneath, change.previous),
      )
    },
    silent,
    rollback,
    onError: (error) => {
      // It includes the parts of changes that it replaced.
      failed = { seen: { ...shown, ...change.previous }, changes: change.changes }
      if (!isDelayed(error, settings)) rollback()
    },
    // It stays shown while the item is read.
    onConflict: () => {
      isStale = true
      // Its undo entry is removed, and so are those of the changes that it replaced.
      change.undoesAll ||= isRecorded
    },
    afterConflict: () => (reading = read()),
    keepsOrder: hasParts ? 'parts' : 'values',
    onSuccess: (output) => {
      derived = findDerived(output as Changes<T, F>) // of the same fields
      // A server of the public API alone may omit some.
      const fields = presentFields<T>(output, [
        ...names,
        ...derived,
        'version',
        ...(resource.savedFields ?? []),
      ])
      saved = { ...saved, ...fields }
      endSaved(session, resource, change, saved)
      edit.pending = undefined
      passVersion(session, resource, { ...shown, version: change.version }, output.version)
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
        scope: () => undoScopeOf(resource, shown),
        // Changes of one field in a row are one entry, those of another or of other parts of it are not.
        ...(!replacesTheirs && !hasParts && { resource_id: `${seen.id} ${fieldsKey}` }),
        ...createUndo(session, resource, {
          label,
          names: () => [...names, ...derived],
          previous,
          saved: () => saved,
        }),
      },
    }),
  })
  if (result.state === 'success') {
    edit.saved = { item: saved, previous: previous() }
    return { state: 'saved', item: saved, derivedFields: derived }
  }
  if (isStale) return { state: 'stale', found: await (reading ?? read()) }
  if (result.state === 'error' && isDelayed(result.error, settings)) return result
  if (result.state === 'canceled') rollback()
  settle(session, resource, change)
  edit.pending = undefined
  if (result.state !== 'error') return { state: 'canceled' }
  return isGone(result.error) ? { state: 'gone' } : result
}

interface UndoneChange<T, F extends keyof T> {
  readonly label: string
  readonly names: () => readonly F[]
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
    const name = names().find((one) => isConflict(resource, one, saved(), previous(), now))
    if (name === undefined) return resource.undoQuestion?.(now, previous())
    return describeConflict(session, resource, name, saved(), now)
  }
  const confirmBefore = () => {
    // Where it has versions, the service rejects the undo of one that nobody has seen.
    if (session.capabilities.can('etag')) return question(current() ?? saved())
    return readItem(session, resource, saved()).then((found) => {
      if (found.state === 'gone') return false
      if (found.state !== 'read') return undefined
      // The change itself may not have been sent yet.
      const shown = withPending(session, resource, found.item)
      showItem(session, resource, shown)
      return question(shown)
    })
  }
  const undo = async () => {
    // It is still one when it is sent again.
    const undoes = session.undo.undoneLabel()
    const seen = current() ?? saved()
    const changes = rebaseChanges(resource, saved(), previous(), seen)
    const outcome = await saveChange(session, resource, { seen, changes }, { label, undoes })
    if (outcome.state !== 'conflict') return
    // Changed after the question, or where the page did not show it: asks about the value of now.
    session.undo.repeat({ label, confirmBefore, undo })
  }
  return { confirmBefore, undo }
}
