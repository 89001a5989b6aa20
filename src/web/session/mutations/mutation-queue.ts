import { createListeners } from '#web/external-store.ts'

export interface QueuedMutation {
  readonly scope: string
  readonly replaces: string | undefined
  /** Never rejects. */
  readonly send: () => Promise<void>
  /** Called when it was sent and is out of the line. */
  readonly onDequeued: () => void
}

interface Line<W> {
  inFlight: W | undefined
  waiting: W[]
}

/** One line per scope: only its head is in flight, and of waiting writes that replace each other only the last stays. */
export function createMutationQueue<W extends QueuedMutation>() {
  const lines = new Map<string, Line<W>>()
  const changed = createListeners()

  async function advance(scope: string, line: Line<W>) {
    for (let head = line.waiting.shift(); head; head = line.waiting.shift()) {
      line.inFlight = head
      await head.send()
      line.inFlight = undefined
      if (line.waiting.length === 0) lines.delete(scope)
      head.onDequeued()
      changed.tell()
    }
  }

  const countOf = ({ inFlight, waiting }: Line<W>) => waiting.length + (inFlight ? 1 : 0)

  return {
    subscribe: changed.subscribe,

    /** Queues a write and answers the waiting one whose place it took. */
    add: (write: W): W | undefined => {
      const line = lines.get(write.scope) ?? { inFlight: undefined, waiting: [] }
      const older = line.waiting.find((one) => isSameThing(one, write))
      if (older) line.waiting.splice(line.waiting.indexOf(older), 1)
      line.waiting.push(write)
      if (lines.get(write.scope) !== line) {
        lines.set(write.scope, line)
        void advance(write.scope, line)
      }
      changed.tell()
      return older
    },

    /** The waiting write that says the same thing anew. */
    supersedingMutation: (write: W): W | undefined =>
      lines.get(write.scope)?.waiting.find((one) => isSameThing(one, write)),

    /** Writes that wait or are in flight, of one scope or of all. */
    pending: (scope?: string): number => {
      const those = scope === undefined ? [...lines.values()] : [lines.get(scope)]
      return those.reduce((sum, line) => sum + (line ? countOf(line) : 0), 0)
    },

    isWaiting: (): boolean => [...lines.values()].some((line) => line.waiting.length > 0),
  }
}

const isSameThing = (one: QueuedMutation, other: QueuedMutation) =>
  one.replaces !== undefined && one.replaces === other.replaces

export type MutationQueue<W extends QueuedMutation> = ReturnType<typeof createMutationQueue<W>>
