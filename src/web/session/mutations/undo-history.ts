import { createListeners, observable, safely } from '#web/external-store.ts'

/** One change of this tab that can be taken back. */
export interface UndoableChange {
  readonly id: number
  readonly label: string
  readonly at: Date
  /** `waiting` before it is sent, `sending` until the service took it. */
  readonly state: 'waiting' | 'sending' | 'done'
  readonly wait?: Wait | undefined
}

/** Of a change that waits before it is sent. */
interface Wait {
  /** Milliseconds, as `Date.now()` counts. */
  readonly ends_at: number
  /** Ends the wait at once. */
  readonly now: () => void
}

/** How a change is called and taken back. */
export interface UndoEntry {
  readonly label: string
  readonly undo: () => unknown
  /** Whether to take it back all the same, as a question, when the thing was changed again since. It may ask the service. */
  readonly confirmBefore?: (() => string | undefined | Promise<string | undefined>) | undefined
}

/** A change that is taken back only when the person says so. */
interface UndoConfirmation {
  readonly change: UndoableChange
  readonly question: string
}

interface Entry extends UndoableChange, UndoEntry {
  /** It took another change back, so "take back the last" goes on to the one before. */
  readonly isInverse: boolean
}

const LONGEST = 50

/** The changes of this tab, newest first, each with its inverse. */
export function createUndoHistory() {
  const changes = observable<readonly Entry[]>([])
  const doubt = observable<UndoConfirmation | null>(null)
  const undone = createListeners<[UndoableChange]>()
  const asking = new Set<number>()
  // Changes are taken back in the order they were asked for, whichever answer comes first.
  let looked: Promise<void> = Promise.resolve()
  let count = 0
  let isUndoing = false
  const drop = (id: number) => changes.set(changes.get().filter((entry) => entry.id !== id))

  function undo(id: number, anyway = false): UndoableChange | undefined {
    const entry = changes.get().find((one) => one.id === id)
    if (!entry || asking.has(id)) return entry
    const confirmBefore = anyway ? undefined : entry.confirmBefore?.()
    if (confirmBefore instanceof Promise) looked = lookFirst(entry, confirmBefore, looked)
    else unless(confirmBefore, entry)
    return entry
  }

  async function lookFirst(
    entry: Entry,
    confirmBefore: Promise<string | undefined>,
    before: Promise<void>,
  ) {
    asking.add(entry.id)
    const question = await confirmBefore.catch(() => undefined)
    await before
    asking.delete(entry.id)
    // Refused meanwhile, or of a session that was closed.
    if (changes.get().some(({ id }) => id === entry.id)) unless(question, entry)
  }

  function unless(question: string | undefined, entry: Entry) {
    doubt.set(question ? { change: entry, question } : null)
    if (question) return
    drop(entry.id)
    isUndoing = true
    safely(entry.undo)
    isUndoing = false
    undone.tell(entry)
  }

  return {
    subscribe: changes.subscribe,
    list: (): readonly UndoableChange[] => changes.get(),
    undo,
    /** What waits for an answer: `undo(id, true)`, or `doubt.set(null)`. */
    doubt,
    /** Takes back the newest change and says which it was. */
    undoLast: (): UndoableChange | undefined =>
      undo(changes.get().find((one) => !one.isInverse && !asking.has(one.id))?.id ?? 0),
    onUndone: undone.subscribe,
    clear: () => changes.set([]),
    /** Notes a change. `done` when the service took it, `drop` when it refused. */
    record: (undoing: UndoEntry, wait?: Wait) => {
      const id = ++count
      const entry: Entry = {
        ...undoing,
        id,
        at: new Date(),
        state: wait ? 'waiting' : 'sending',
        wait,
        isInverse: isUndoing,
      }
      changes.set([entry, ...changes.get()].slice(0, LONGEST))
      return {
        id,
        drop: () => drop(id),
        done: () =>
          changes.set(
            changes.get().map((one) => (one.id === id ? { ...one, state: 'done' } : one)),
          ),
      }
    },
  }
}

export type UndoHistory = ReturnType<typeof createUndoHistory>
