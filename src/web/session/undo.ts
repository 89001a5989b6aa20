import { observable, safely } from './observable.ts'

/** One change of this tab that can be taken back. */
export interface Change {
  readonly id: number
  readonly words: string
  readonly at: Date
  /** `sending` until the service took it. */
  readonly state: 'sending' | 'done'
}

interface Entry extends Change {
  readonly inverse: () => unknown
}

const LONGEST = 50

/** The changes of this tab, newest first, each with its inverse. */
export function createUndo() {
  const changes = observable<readonly Entry[]>([])
  let count = 0
  const drop = (id: number) => changes.set(changes.get().filter((entry) => entry.id !== id))

  function undo(id: number): Change | undefined {
    const entry = changes.get().find((one) => one.id === id)
    if (!entry) return undefined
    drop(id)
    safely(entry.inverse)
    return entry
  }

  return {
    subscribe: changes.subscribe,
    list: (): readonly Change[] => changes.get(),
    undo,
    /** Takes back the newest change and says which it was. */
    undoLast: (): Change | undefined => undo(changes.get()[0]?.id ?? 0),
    clear: () => changes.set([]),
    /** Notes a change. `done` when the service took it, `drop` when it refused. */
    record: (words: string, inverse: () => unknown) => {
      const id = ++count
      const entry: Entry = { id, words, inverse, at: new Date(), state: 'sending' }
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

export type Undo = ReturnType<typeof createUndo>
