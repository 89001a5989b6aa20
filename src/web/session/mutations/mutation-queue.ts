import { createListeners } from '#web/external-store.ts'

export interface QueuedMutation {
  readonly scope: string
  readonly replaces: string | undefined
  /** Never rejects. */
  readonly send: () => Promise<void>
  /** Called once it is settled and removed from the queue. */
  readonly onDequeued: () => void
}

interface ScopeQueue<M> {
  inFlight: M | undefined
  waiting: M[]
}

/** One queue per scope: mutations run in serial, and a queued one is superseded by a newer one with the same `replaces`. */
export function createMutationQueue<M extends QueuedMutation>() {
  const queues = new Map<string, ScopeQueue<M>>()
  const changed = createListeners()

  async function drain(scope: string, queue: ScopeQueue<M>) {
    for (let head = queue.waiting.shift(); head; head = queue.waiting.shift()) {
      queue.inFlight = head
      await head.send()
      queue.inFlight = undefined
      if (queue.waiting.length === 0) queues.delete(scope)
      head.onDequeued()
      changed.notify()
    }
  }

  const lengthOf = ({ inFlight, waiting }: ScopeQueue<M>) => waiting.length + (inFlight ? 1 : 0)

  return {
    subscribe: changed.subscribe,

    /** Queues a mutation. Returns the queued one that it supersedes. */
    enqueue: (mutation: M): M | undefined => {
      const queue = queues.get(mutation.scope) ?? { inFlight: undefined, waiting: [] }
      const older = queue.waiting.find((queued) => isReplacement(queued, mutation))
      if (older) queue.waiting.splice(queue.waiting.indexOf(older), 1)
      queue.waiting.push(mutation)
      if (queues.get(mutation.scope) !== queue) {
        queues.set(mutation.scope, queue)
        void drain(mutation.scope, queue)
      }
      changed.notify()
      return older
    },

    /** Removes a mutation that is not in flight. Returns whether it was waiting. */
    remove: (mutation: M): boolean => {
      const waiting = queues.get(mutation.scope)?.waiting
      const index = waiting?.indexOf(mutation) ?? -1
      if (index < 0) return false
      waiting?.splice(index, 1)
      changed.notify()
      return true
    },

    /** The queued mutation that supersedes this one. */
    supersedingMutation: (mutation: M): M | undefined =>
      queues.get(mutation.scope)?.waiting.find((queued) => isReplacement(queued, mutation)),

    /** The number of mutations queued or in flight, of one scope or of all. */
    pendingCount: (scope?: string): number => {
      const selected = scope === undefined ? [...queues.values()] : [queues.get(scope)]
      return selected.reduce((sum, queue) => sum + (queue ? lengthOf(queue) : 0), 0)
    },

    hasQueuedMutations: (): boolean =>
      [...queues.values()].some((queue) => queue.waiting.length > 0),
  }
}

const isReplacement = (queued: QueuedMutation, other: QueuedMutation) =>
  queued.replaces !== undefined && queued.replaces === other.replaces

export type MutationQueue<W extends QueuedMutation> = ReturnType<typeof createMutationQueue<W>>
