import { createApiClient } from '#client/api-client.ts'
import { storesResponse } from '#client/retry-policy.ts'
import { withoutSecrets } from '#client/shown-request.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { safely } from '#web/external-store.ts'
import type { interruptedText } from '#web/messages/en/interrupted-mutations.ts'
import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { deviceStore, entryKey, hasStrings, parseList, type Store } from '#web/session/storage.ts'
import type { MutationOptions } from './mutation.ts'

const DELAY_MS = 6000

/** What the next visit says of mutations that were kept. */
type DelayedKind = keyof typeof interruptedText.interrupted

interface DelayOptions<N extends WriteName> {
  /** "Deleted Ana Lima": what Recent changes and the toast call it. */
  readonly label: string
  /** In place of the label in the toast, which counts down. */
  readonly countdown?: ((seconds: number) => string) | undefined
  readonly name: N
  /** Rolls back the optimistic update. */
  readonly onUndo: () => void
  /** Milliseconds; 6 s unless the person chose otherwise. */
  readonly delayMs?: number | undefined
  /** When the tab closes during the delay. Otherwise it is kept for the next visit: what nobody could take back then. */
  readonly sendsOnClose?: boolean | undefined
}

interface DelayedMutationOptions<N extends WriteName> extends MutationOptions<N>, DelayOptions<N> {
  readonly input: Input<N>
}

/** One change that takes several requests, such as those of a job. */
interface DelayedBatchOptions<N extends WriteName> extends DelayOptions<N> {
  readonly inputs: readonly Input<N>[]
  readonly send: () => void
}

interface ScheduledMutation {
  readonly sendsOnClose: boolean
  readonly ids: readonly string[]
  readonly claim: () => boolean
  readonly sendKeepalive: () => void
}

type DelaySession = Pick<KeySession, 'mutate' | 'undo' | 'capabilities' | 'connection' | 'signal'>

interface Environment {
  readonly store?: Store
  readonly page?: Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>
}

/** Delayed mutations: irreversible changes are sent only after an undo window. */
export function createDelayedMutations(session: DelaySession, environment: Environment = {}) {
  const { mutate, undo, capabilities, signal } = session
  const { store = deviceStore, page = globalThis } = environment
  const scheduled = new Map<string, ScheduledMutation>()
  // The key of a session can be replaced, so the fingerprint is read each time.
  const pending = createPendingMutationStore(store, () => session.connection.fingerprint)

  function delay<N extends WriteName>(kind: DelayedKind, mutation: DelayedMutationOptions<N>) {
    const { label, countdown, name, input, onUndo, delayMs, sendsOnClose, ...options } = mutation
    const send = () => void mutate(name, input, options)
    const batch = { label, countdown, name, inputs: [input], send, onUndo, delayMs, sendsOnClose }
    delayAll(kind, batch)
  }

  function delayAll<N extends WriteName>(kind: DelayedKind, batch: DelayedBatchOptions<N>) {
    const {
      label,
      countdown,
      name,
      inputs,
      onUndo,
      delayMs = DELAY_MS,
      sendsOnClose = false,
    } = batch
    const id = randomId()
    const ids = inputs.map((_, index) => `${id}-${index}`)
    const ends_at = Date.now() + delayMs
    const send = () => {
      if (claim()) batch.send()
    }
    const timer = setTimeout(send, delayMs)
    const entry = undo.record(
      {
        label,
        undo: () => claim() && onUndo(),
        requests: inputs.map((input) => withoutSecrets(name, input)),
      },
      { ends_at, sendNow: send, countdown },
    )
    const claim = () => {
      clearTimeout(timer)
      entry.remove()
      pending.remove(ids)
      return scheduled.delete(id)
    }
    const sendKeepalive = () => {
      const hasKey = capabilities.can('idempotency') && storesResponse(name)
      // A client of its own: the session's client is about to be aborted.
      const client = createApiClient(session.connection)
      for (const input of inputs) {
        const idempotency_key = hasKey ? randomId() : undefined
        const response = client(name, input, { keepalive: true, idempotency_key })
        safely(() => response.catch(() => undefined))
      }
    }
    scheduled.set(id, { sendsOnClose, ids, claim, sendKeepalive })
    pending.add(
      inputs.map((input, index) => ({ id: ids[index] ?? id, kind, name, input, ends_at })),
    )
  }

  /** On page hide or session end: sends what may be sent and keeps the rest for the next visit. */
  function onClose() {
    for (const { sendsOnClose, ids, claim, sendKeepalive } of scheduled.values()) {
      const entries = pending.all().filter(({ id }) => ids.includes(id))
      if (!claim()) continue
      if (sendsOnClose && globalThis.navigator?.onLine !== false) sendKeepalive()
      else pending.add(entries.map((entry) => ({ ...entry, ends_at: 0 })))
    }
  }
  page.addEventListener?.('pagehide', onClose)
  const onAbort = () => {
    page.removeEventListener?.('pagehide', onClose)
    onClose()
  }
  signal.addEventListener('abort', onAbort, { once: true })

  return {
    delay,
    delayAll,
    /** Mutations that an earlier visit did not send. */
    interrupted: () => pending.expired(),
    sendInterrupted: (mutations: readonly PendingMutation[]) => {
      for (const { id, name, input } of mutations) {
        // Both were a write of this dashboard when they were put away.
        if (pending.remove([id])) void mutate(name as WriteName, input as never)
      }
    },
    discardInterrupted: (mutations: readonly PendingMutation[]) =>
      pending.remove(mutations.map(({ id }) => id)),
  }
}

type DelayedMutations = ReturnType<typeof createDelayedMutations>

const bySession = new WeakMap<KeySession, DelayedMutations>()

/** Created on first use, so that the first load does without this chunk. */
export function getDelayedMutations(session: KeySession): DelayedMutations {
  const delayed = bySession.get(session) ?? createDelayedMutations(session)
  bySession.set(session, delayed)
  return delayed
}

/** A delayed mutation kept on this device, so that it survives a closed tab. */
export interface PendingMutation {
  readonly id: string
  readonly kind: DelayedKind
  readonly name: string
  readonly input: object
  /** Milliseconds since the epoch at which the delay ends. */
  readonly ends_at: number
}

// A killed tab cannot report itself. Past its delay and this margin it no longer sends the mutation.
const GRACE_MS = 10_000

/** The pending mutations of one connection in browser storage. */
function createPendingMutationStore(store: Store, fingerprint: () => string) {
  const entry = () => entryKey(fingerprint(), 'unsent')
  const all = () => parseList(store.get(entry()), isPendingMutation)
  const write = (mutations: readonly PendingMutation[]) => {
    if (mutations.length === 0) store.remove(entry())
    else store.set(entry(), JSON.stringify(mutations))
  }
  const without = (ids: readonly string[]) => {
    const removed = new Set(ids)
    return all().filter(({ id }) => !removed.has(id))
  }

  return {
    all,
    add: (mutations: readonly PendingMutation[]) =>
      write([...without(mutations.map(({ id }) => id)), ...mutations]),
    /** Returns whether one of them was still there: another tab may have settled them. */
    remove: (ids: readonly string[]): boolean => {
      const before = all()
      const after = without(ids)
      write(after)
      return after.length < before.length
    },
    /** Those whose delay is over. */
    expired: (now = Date.now()) => all().filter(({ ends_at }) => now > ends_at + GRACE_MS),
  }
}

const isPendingMutation = (value: unknown): value is PendingMutation =>
  hasStrings(value, 'id', 'kind', 'name')
