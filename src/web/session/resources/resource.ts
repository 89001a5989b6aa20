import type { ApiError } from '#client/api-error.ts'
import { type Item as PageItem, iterateItems, type PaginatedEndpoint } from '#client/paginate.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import type { MutationOptions } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import type { Item, ItemCache, Place } from './places.ts'

/** New values of some fields. */
export type Changes<T, F extends keyof T> = Partial<Pick<T, F>>

interface FormatContext<T, V> {
  readonly session: KeySession
  readonly item: T
  /** The value beside it, from which it differs. */
  readonly other?: V
}

/** A field that a person edits. */
export interface Field<T, V> {
  /** In a question about it, inside a sentence: "name". */
  readonly label: string
  /** A name that must be loaded first takes a promise, which does not reject. */
  readonly format: (value: V, context: FormatContext<T, V>) => string | Promise<string>
  /** By default values are equal whose JSON is; one that the service omits equals null. */
  readonly isEqual?: (one: V, other: V) => boolean
  /**
   * Makes the change from `before` to `after` of another value. For a field with parts, such as a record: those who change
   * different parts of it are no conflict.
   */
  readonly applyChange?: (before: V, after: V, other: V) => V
}

/** For fields whose names are known only with an item, such as the merge fields of a contact. */
type FieldLookup<T, F extends keyof T> = (name: F) => Field<T, T[F]>

export const fieldNamed = <T extends Item, F extends keyof T>(
  { fields }: Pick<Declaration<T, F>, 'fields'>,
  name: F,
): Field<T, T[F]> =>
  // An object of fields is no function.
  typeof fields === 'function' ? (fields as FieldLookup<T, F>)(name) : fields[name]

/** Options of the mutation that saves a change; `T` is its response. */
export interface SaveOptions<T> extends Omit<MutationOptions<WriteName>, 'onSuccess'> {
  readonly onSuccess?: (output: T) => void
}

/** A server of the public API alone may omit some fields. */
type SavedFields<T> = { readonly [K in keyof T]?: T[K] | undefined }

export type SaveResult<T> =
  | { readonly state: 'success'; readonly output: T }
  | { readonly state: 'error'; readonly error: ApiError }
  | { readonly state: 'superseded' | 'canceled' }

/**
 * One kind of resource: where it is shown, how it is changed, and what its changes are called. The functions beside this file
 * do the rest: the optimistic update with its exact rollback, versions, conflicts, undo.
 */
interface Declaration<T extends Item, F extends keyof T> {
  /** Unique among resources, such as `label`. */
  readonly kind: string
  /** The cached queries that have it, or what reads and writes them. */
  readonly places: readonly Place<T>[] | ItemCache<T>
  /** The order of a list in which a change can move it. */
  readonly order?: (one: T, other: T) => number
  readonly fields: { readonly [K in F]: Field<T, T[K]> } | FieldLookup<T, F>
  /** Fields besides those changed that the response of a change is right about, such as `updated_at`. */
  readonly savedFields?: readonly (keyof T)[]
  /**
   * Fields that the service may change together with others, and whose value before can be sent: what it has changed is part of
   * the undo. Only with versions, without which somebody else may have changed them.
   */
  readonly derivedFields?: (before: T) => readonly F[]
  /** Its name in a question. */
  readonly title: (item: T) => string
  /** A change in the undo history. */
  readonly label: (before: T, changes: Changes<T, F>, session: KeySession) => string
  /** False for a change whose inverse cannot be sent, such as of values that nobody can read. By default every change has one. */
  readonly canUndo?: (changes: Changes<T, F>) => boolean
  /** What else to ask before a change is undone, such as one that others see then. */
  readonly undoQuestion?: (item: T, previous: Changes<T, F>) => string | undefined
  /** Changes with the same scope are sent one after the other. */
  readonly scope: (item: T) => string
  /** Of its entries in the undo history, where resources that end by themselves share a scope. By default `scope`. */
  readonly undoScope?: (item: T) => string
  readonly save: (
    session: KeySession,
    item: T,
    changes: Changes<T, F>,
    options: SaveOptions<SavedFields<T>>,
  ) => Promise<SaveResult<SavedFields<T>>>
  /** As the service has it now; undefined when it was deleted. */
  readonly read: (session: KeySession, item: T) => Promise<T | undefined>
}

/** A change that is shown and has no response yet. */
export interface PendingChange<T, F extends keyof T> {
  item: T
  changes: Changes<T, F>
  /** What the item has without it. */
  previous: Changes<T, F>
  /** What its undo restores: what the person saw before it, also where that was not saved itself. */
  restores: Changes<T, F>
  /** What was before the changes that it replaced. */
  origin?: Changes<T, F>
  /** The undo entries of those are gone: its own undo restores what was before all of them. */
  undoesAll?: boolean
  /** The fields that need not be sent: a later change of the person was saved first. */
  overtaken?: { readonly changes: Changes<T, F>; readonly restores: Changes<T, F> }
  /** The version that it is a change of. */
  version: string | undefined
}

export interface Resource<T extends Item, F extends keyof T> extends Declaration<T, F> {
  /** The changes of a session that have no response yet, oldest first. */
  readonly pendingChanges: (session: KeySession) => Set<PendingChange<T, F>>
}

export const undoScopeOf = <T extends Item, F extends keyof T>(
  { scope, undoScope = scope }: Resource<T, F>,
  item: T,
): string => undoScope(item)

export function defineResource<T extends Item, F extends keyof T>(
  declaration: Declaration<T, F>,
): Resource<T, F> {
  const bySession = new WeakMap<KeySession, Set<PendingChange<T, F>>>()
  const pendingChanges = (session: KeySession) => {
    const pending = bySession.get(session) ?? new Set()
    bySession.set(session, pending)
    return pending
  }
  return { ...declaration, pendingChanges }
}

export const namesOf = <T extends object>(changes: T) => Object.keys(changes) as (keyof T)[] // its own keys

/** The values of these fields; null where the service omits one. */
export const pickFields = <T extends object, F extends keyof T>(
  item: T,
  names: readonly F[],
): Pick<T, F> =>
  // The entries are exactly these fields.
  Object.fromEntries(names.map((name) => [name, item[name] ?? null])) as Pick<T, F>

export const pickChanges = <T, F extends keyof T>(
  changes: Changes<T, F>,
  isPicked: (name: F) => boolean,
): Changes<T, F> =>
  // The entries are fields of the changes.
  Object.fromEntries(Object.entries(changes).filter(([name]) => isPicked(name as F))) as Changes<
    T,
    F
  >

/** The values of those of these fields that the item has. */
export const presentFields = <T extends object>(
  item: SavedFields<T>,
  names: readonly (keyof T)[],
): Partial<T> =>
  // The entries are fields of the item.
  Object.fromEntries(
    names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]),
  ) as Partial<T>

/** For `read` of an item that has no request of its own: the first of all pages that is wanted. */
export async function findInPages<N extends PaginatedEndpoint>(
  { call }: KeySession,
  name: N,
  input: Input<N>,
  isWanted: (item: PageItem<N>) => boolean,
): Promise<PageItem<N> | undefined> {
  for await (const item of iterateItems(call, name, input)) if (isWanted(item)) return item
  return undefined
}

/** Whether a field has the same value in both. */
export function isSame<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  one: Changes<T, F>,
  other: Changes<T, F>,
): boolean {
  const [first, second] = [one[name], other[name]]
  const { isEqual } = fieldNamed(resource, name)
  if (isEqual && first != null && second != null) return isEqual(first, second)
  return JSON.stringify(first ?? null) === JSON.stringify(second ?? null)
}

/** The change from `before` to `after` as it is made of `current`: of a field with parts, those alone that it has set. */
export const rebaseChanges = <T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  before: Changes<T, F>,
  after: Changes<T, F>,
  current: Changes<T, F>,
): Changes<T, F> =>
  // The entries are fields of the change.
  Object.fromEntries(
    (namesOf(after) as F[]).map((name) => {
      const valueIn = (item: Changes<T, F>) => item[name] as T[F] // both have it
      const { applyChange } = fieldNamed(resource, name)
      const next = valueIn(after)
      // Where nothing else has changed its parts keep their order.
      if (!applyChange || isSame(resource, name, before, current)) return [name, next]
      return [name, applyChange(valueIn(before), next, valueIn(current))]
    }),
  ) as Changes<T, F>

/** The item with the change from `before` to `after`, but for fields that are not as they were before it. */
export function replayChanges<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  before: Changes<T, F>,
  after: Changes<T, F>,
  item: T,
): T {
  const start = rebaseChanges(resource, after, before, item)
  const isBefore = (name: F) => isSame(resource, name, item, start)
  return { ...item, ...rebaseChanges(resource, before, pickChanges(after, isBefore), item) }
}

/** Whether two changes of what was `before` have set a field to different values. */
export function isConflict<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  name: F,
  before: T,
  mine: Changes<T, F>,
  theirs: T,
): boolean {
  if (isSame(resource, name, theirs, before) || isSame(resource, name, theirs, mine)) return false
  if (!fieldNamed(resource, name).applyChange) return true
  // Both orders give the same where they have changed different parts.
  const [my, their] = [pickFields({ ...before, ...mine }, [name]), pickFields(theirs, [name])]
  const one = rebaseChanges(resource, before, my, their)
  return !isSame(resource, name, one, rebaseChanges(resource, before, their, my))
}

/** The item itself does not exist, rather than something that the request refers to. */
export const isGone = ({ code, details }: ApiError) => code === 'not_found' && details.length === 0
