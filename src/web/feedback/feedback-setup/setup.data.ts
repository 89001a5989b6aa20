import type { ApiError } from '#client/api-error.ts'
import type { PostStatus } from '#client/resources.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { feedbackSetupText } from '#web/messages/en/feedback-setup.ts'
import type { MutationOptions } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import {
  findItem,
  getItems,
  type Items,
  type Kind,
  patchItem,
  reads,
  updateItems,
} from './setup-cache.ts'
import { positionsAfterMove } from './status-order.rules.ts'

const text = feedbackSetupText.changes

/** What a person edits of one. */
export interface Changes {
  readonly boards: Pick<
    Input<'PATCH /feedback/boards/:board_id'>,
    'name' | 'description' | 'private' | 'archived'
  >
  readonly statuses: Pick<
    Input<'PATCH /feedback/statuses/:status_id'>,
    'name' | 'color' | 'category' | 'position' | 'is_default'
  >
  readonly tags: Pick<Input<'PATCH /feedback/tags/:tag_id'>, 'name' | 'color'>
}

interface Options<K extends Kind> extends Omit<MutationOptions<WriteName>, 'onSuccess'> {
  readonly onSuccess?: (output: Items[K]) => void
}

export type Outcome =
  | { readonly state: 'success' | 'superseded' | 'canceled' }
  | { readonly state: 'error'; readonly error: ApiError }

const senders: {
  readonly [K in Kind]: (
    session: KeySession,
    id: string,
    changes: Changes[K],
    options: Options<K>,
  ) => Promise<Outcome>
} = {
  boards: ({ mutate }, board_id, changes, options) =>
    mutate('PATCH /feedback/boards/:board_id', { board_id, ...changes }, options),
  statuses: ({ mutate }, status_id, changes, options) =>
    mutate('PATCH /feedback/statuses/:status_id', { status_id, ...changes }, options),
  tags: ({ mutate }, tag_id, changes, options) =>
    mutate('PATCH /feedback/tags/:tag_id', { tag_id, ...changes }, options),
}

const scopeOf = (kind: Kind) => `feedback-setup:${kind}`

const keysOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[] // its own keys

const pick = <K extends Kind>(item: Items[K], names: readonly PropertyKey[]): Changes[K] =>
  // The entries are exactly these fields; one that the server omits is empty.
  Object.fromEntries(names.map((name) => [name, Reflect.get(item, name) ?? null])) as Changes[K]

const hasValues = <K extends Kind>(item: Items[K] | undefined, values: Changes[K]): boolean =>
  item !== undefined &&
  keysOf(values).every((name) => (Reflect.get(item, name) ?? null) === (values[name] ?? null))

interface SaveSettings {
  /** The caller shows the error. */
  readonly silent?: boolean
}

interface EditSettings extends SaveSettings {
  /** In the undo history. */
  readonly label: string
  /** The version that the person saw; by default the one that is loaded. */
  readonly version?: string | undefined
}

/** Changes one of them, shown at once. After a conflict the loaded version is the one of the other person. */
export async function editItem<K extends Kind>(
  session: KeySession,
  kind: K,
  item: Items[K],
  changes: Changes[K],
  { label, version, silent }: EditSettings,
): Promise<Outcome> {
  const current = () => findItem(session, kind, item.id)
  const names = keysOf(changes)
  const previous = pick<K>(current() ?? item, names)
  const show = (values: Changes[K]) =>
    patchItem(session, kind, item.id, values as Partial<Items[K]>) // fields of it
  show(changes)
  const rollback = () => {
    if (hasValues(current(), changes)) show(previous)
  }
  const outcome = await senders[kind](session, item.id, changes, {
    scope: scopeOf(kind),
    silent,
    version: () => version ?? current()?.version ?? item.version,
    rollback,
    onError: rollback,
    // Another field may be changed meanwhile.
    onSuccess: (output) => show(pick<K>(output, [...names, 'version'])),
    retry: () => editItem(session, kind, current() ?? item, changes, { label }),
    merges: true,
    undo: {
      label,
      resource_id: item.id,
      undo: () => editItem(session, kind, current() ?? item, previous, { label }),
      confirmBefore: () =>
        hasValues(current(), changes) ? undefined : text.changedSince(item.name),
    },
  })
  await refetchAfterError(session, kind, outcome)
  return outcome
}

/** Someone else changed or deleted it, or the rollback showed the value of an earlier change that failed, too. */
async function refetchAfterError(session: KeySession, kind: Kind, { state }: Outcome) {
  if (state === 'error') await session.queryClient.refetchQueries({ queryKey: [reads[kind]] })
}

/** New posts get this status from now on, and no other one. */
export async function setDefault(
  session: KeySession,
  { id, name }: PostStatus,
  { silent }: SaveSettings = {},
): Promise<Outcome> {
  const before = getItems(session, 'statuses').find(({ is_default }) => is_default)
  const show = (default_id: string | undefined) =>
    updateItems(session, 'statuses', (items) =>
      items.map((one) => ({ ...one, is_default: one.id === default_id })),
    )
  show(id)
  const rollback = () => show(before?.id)
  const outcome = await senders.statuses(
    session,
    id,
    { is_default: true },
    {
      scope: scopeOf('statuses'),
      silent,
      version: () => findItem(session, 'statuses', id)?.version,
      rollback,
      onError: rollback,
      merges: true,
      undo: before && {
        label: text.default(name),
        undo: () => setDefault(session, before),
      },
    },
  )
  await refetchAfterError(session, 'statuses', outcome)
  return outcome
}

/** Moves a status to an index of all of them. */
export const moveStatus = (
  session: KeySession,
  status: PostStatus,
  index: number,
  settings: SaveSettings,
) =>
  savePositions(
    session,
    status,
    positionsAfterMove(getItems(session, 'statuses'), status.id, index),
    settings,
  )

async function savePositions(
  session: KeySession,
  status: PostStatus,
  positions: ReadonlyMap<string, number>,
  { silent }: SaveSettings = {},
): Promise<Outcome> {
  const previous = new Map<string, number>()
  for (const { id, position = 0 } of getItems(session, 'statuses'))
    if (positions.has(id)) previous.set(id, position)
  if (previous.size === 0) return { state: 'canceled' }
  const show = (values: ReadonlyMap<string, number>) =>
    updateItems(session, 'statuses', (items) =>
      items.map((one) => ({ ...one, position: values.get(one.id) ?? one.position ?? 0 })),
    )
  show(positions)
  const requests = [...positions].map(([id, position]) => {
    const current = () => findItem(session, 'statuses', id)
    const rollback = () => {
      if (current()?.position === position) show(new Map([[id, previous.get(id) ?? position]]))
    }
    return senders.statuses(
      session,
      id,
      { position },
      {
        scope: scopeOf('statuses'),
        replaces: `position:${id}`,
        silent,
        merges: true,
        version: () => current()?.version,
        onError: rollback,
        // Try again shows it only now.
        onSuccess: ({ position: saved = position, version }) =>
          patchItem(session, 'statuses', id, {
            position: saved,
            ...(version !== undefined && { version }),
          }),
      },
    )
  })
  // One entry, however many positions it takes.
  const record = session.undo.record({
    label: text.moved(status.name),
    resource_id: status.id,
    undo: () => savePositions(session, status, previous),
  })
  const outcomes = await Promise.all(requests)
  const failed = outcomes.find(({ state }) => state === 'error')
  if (failed) record.remove()
  else record.done()
  if (failed) await refetchAfterError(session, 'statuses', failed)
  return failed ?? { state: 'success' }
}

/** What creating one of them has besides its request. */
export function createOptions<K extends Kind>(session: KeySession, kind: K, name: string) {
  let created: Items[K] | undefined
  return {
    scope: scopeOf(kind),
    onSuccess: (item: Items[K]) => {
      created = item
      updateItems(session, kind, (items) => [...items.filter(({ id }) => id !== item.id), item])
    },
    undo: {
      label: text.created(kind, name),
      undo: () => created && deleteItem(session, kind, created),
    },
  }
}

interface Deletion extends SaveSettings {
  /** The board or status that its posts get. */
  readonly reassign_to?: string | undefined
  readonly version?: string | undefined
}

/** Deletes one of them. The caller has confirmed it: there is no undo. */
export async function deleteItem<K extends Kind>(
  session: KeySession,
  kind: K,
  { id }: Items[K],
  { reassign_to, version, silent }: Deletion = {},
): Promise<Outcome> {
  const { mutate } = session
  const remove = () => updateItems(session, kind, (items) => items.filter((item) => item.id !== id))
  const options = {
    scope: scopeOf(kind),
    silent,
    version: () => version ?? findItem(session, kind, id)?.version,
    onSuccess: remove,
  }
  const target = reassign_to !== undefined && { reassign_to }
  const outcome = await (kind === 'boards'
    ? mutate('DELETE /feedback/boards/:board_id', { board_id: id, ...target }, options)
    : kind === 'statuses'
      ? mutate('DELETE /feedback/statuses/:status_id', { status_id: id, ...target }, options)
      : mutate('DELETE /feedback/tags/:tag_id', { tag_id: id }, options))
  if (outcome.state === 'error' && outcome.error.code === 'not_found') remove()
  else await refetchAfterError(session, kind, outcome)
  return outcome
}
