import type { ShownRequest } from '#client/shown-request.ts'
import { createListeners, observable, safely } from '#web/external-store.ts'

/** One change of this tab that can be undone. */
export interface UndoableChange {
  readonly id: number
  readonly label: string
  /** In place of the label until the server has responded: many requests take a while. */
  readonly savingLabel?: string | undefined
  readonly at: Date
  /** `waiting` while it is delayed, `sending` until the server has responded. */
  readonly state: 'waiting' | 'sending' | 'done'
  readonly delay?: Delay | undefined
  /** The label of the change that this one undid: undoing it is a redo, and `undoLast` skips it. */
  readonly undoes?: string | undefined
  /** In place of "Undo" in its toast, such as "Restore". */
  readonly undoLabel?: string | undefined
  /** Beside Undo in its toast: opens what was changed elsewhere. */
  readonly open?: { readonly label: string; readonly run: () => void } | undefined
  /** What an undo could not restore exactly. */
  readonly note?: string | undefined
  /** The caller announces the change: its toast is not read out too. */
  readonly isAnnounced?: boolean | undefined
  /** What was sent, or is about to be, for a developer. A change of this device sends none. */
  readonly requests?: readonly ShownRequest[] | undefined
}

/** Of a change that waits before it is sent. */
interface Delay {
  /** Milliseconds, as `Date.now()` counts. */
  readonly ends_at: number
  /** Ends the delay at once. */
  readonly sendNow: () => void
  /** In place of the label, while so many seconds are left. */
  readonly countdown?: ((seconds: number) => string) | undefined
}

/** How a change is named and undone. */
export interface UndoEntry {
  readonly label: string
  readonly savingLabel?: string | undefined
  readonly undoLabel?: string | undefined
  readonly open?: UndoableChange['open']
  readonly note?: string | undefined
  readonly isAnnounced?: boolean | undefined
  /** Those of its mutation where it has one. */
  readonly requests?: readonly ShownRequest[] | undefined
  readonly undo: () => unknown
  /** As in `UndoableChange`, where it is recorded later than the undo that it is part of. */
  readonly undoes?: string | undefined
  /** What changed: consecutive entries with the same label and resource become one, undone to before the first. */
  readonly resource_id?: string
  /** The change ends with what it changed: `removeScope` removes it. By default the scope of its mutation. */
  readonly scope?: (() => string | undefined) | undefined
  /** May query the server. */
  readonly confirmBefore?: (() => UndoCheck | Promise<UndoCheck>) | undefined
}

/** The question to confirm when the resource has changed since; false when the change cannot be undone any more. */
type UndoCheck = string | false | undefined

/** A change that is undone only after confirmation. */
interface UndoConfirmation {
  readonly change: UndoableChange
  readonly question: string
}

interface Entry extends UndoableChange, UndoEntry {
  /** The entry this one merged with. */
  readonly previous?: Entry | undefined
}

const MAX_ENTRIES = 50

/** The undo history of one session: the changes of this tab, newest first, each with its inverse. */
export function createUndoHistory() {
  const changes = observable<readonly Entry[]>([])
  const confirmation = observable<UndoConfirmation | null>(null)
  const undoListeners = createListeners<[UndoableChange]>()
  const confirming = new Set<number>()
  // Undos run in the order they were requested, whichever check finishes first.
  let lastCheck: Promise<void> = Promise.resolve()
  let count = 0
  let undoing: Entry | undefined
  const remove = (id: number) => changes.set(changes.get().filter((entry) => entry.id !== id))
  /** Also finds a merged entry. */
  const update = (id: number, change: (entry: Entry) => Entry | undefined) => {
    const updated = (entry: Entry | undefined): Entry | undefined =>
      entry?.id === id ? change(entry) : entry && { ...entry, previous: updated(entry.previous) }
    changes.set(changes.get().flatMap((entry) => updated(entry) ?? []))
  }

  function undo(id: number, force = false): UndoableChange | undefined {
    const entry = changes.get().find((one) => one.id === id)
    if (!entry || confirming.has(id)) return entry
    const confirmBefore = force ? undefined : entry.confirmBefore?.()
    if (confirmBefore instanceof Promise) lastCheck = checkFirst(entry, confirmBefore, lastCheck)
    else confirmOrUndo(confirmBefore, entry)
    return entry
  }

  async function checkFirst(
    entry: Entry,
    confirmBefore: Promise<UndoCheck>,
    previous: Promise<void>,
  ) {
    confirming.add(entry.id)
    const question = await confirmBefore.catch(() => undefined)
    await previous
    confirming.delete(entry.id)
    // Refused meanwhile, or of a session that was closed.
    if (changes.get().some(({ id }) => id === entry.id)) confirmOrUndo(question, entry)
  }

  function confirmOrUndo(question: UndoCheck, entry: Entry) {
    if (question === false) return remove(entry.id)
    if (question) return confirmation.set({ change: entry, question })
    // The question of another change stays: Undo all may ask about one of several.
    if (confirmation.get()?.change.id === entry.id) confirmation.set(null)
    remove(entry.id)
    undoing = entry
    safely(first(entry).undo)
    undoing = undefined
    undoListeners.notify(entry)
  }

  // What repeats an undone change can be undone like any other.
  const undoneLabel = () => (undoing?.undoes === undefined ? undoing?.label : undefined)

  /** Adds a change. Call `done` after success, `remove` after a rejection. */
  function record(options: UndoEntry, delay?: Delay) {
    const id = ++count
    const [last, ...older] = changes.get()
    const undoes = options.undoes ?? undoneLabel()
    const merges =
      options.resource_id !== undefined &&
      last?.resource_id === options.resource_id &&
      last.label === options.label &&
      last.undoes === undoes
    const entry: Entry = {
      ...options,
      id,
      previous: merges ? last : undefined,
      at: new Date(),
      state: delay ? 'waiting' : 'sending',
      delay,
      undoes,
    }
    changes.set([entry, ...(merges ? older : changes.get())].slice(0, MAX_ENTRIES))
    return {
      id,
      remove: () => update(id, ({ previous }) => previous),
      /** `open` is what the response makes it possible to open. */
      done: (result: Pick<UndoEntry, 'open'> = {}) =>
        update(id, (one) => ({ ...one, ...result, state: 'done' })),
    }
  }

  return {
    subscribe: changes.subscribe,
    /** The label of the change that is being undone, for what the undo records later. */
    undoneLabel,
    list: (): readonly UndoableChange[] => changes.get(),
    undo,
    /** The undo to confirm: `undo(id, true)`, or `confirmation.set(null)` to dismiss. */
    confirmation,
    /** Undoes the newest change. Returns it. */
    undoLast: (): UndoableChange | undefined =>
      undo(
        changes.get().find((one) => one.undoes === undefined && !confirming.has(one.id))?.id ?? 0,
      ),
    onUndo: undoListeners.subscribe,
    clear: () => changes.set([]),
    removeScope: (scope: string) =>
      changes.set(changes.get().filter((entry) => entry.scope?.() !== scope)),
    record,
    /** Undoes a change again whose undo was not saved. Its question is asked again. */
    repeat: (entry: UndoEntry) => {
      const { id, done } = record(entry)
      done()
      undo(id)
    },
  }
}

/** The oldest of merged entries: its inverse restores what was before all of them. */
const first = (entry: Entry): Entry => (entry.previous ? first(entry.previous) : entry)

export type UndoHistory = ReturnType<typeof createUndoHistory>
