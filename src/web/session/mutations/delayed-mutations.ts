import { createApiClient } from '#client/api-client.ts'
import { storesResponse } from '#client/retry-policy.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { safely } from '#web/external-store.ts'
import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { deviceStore, type Store, entryName } from '#web/session/storage.ts'
import type { MutationOptions } from './mutation.ts'

/** What a closed tab does with a wait: nobody is there to take back what removes something or reaches people. */
const whenClosed: Record<DelayedKind, 'send' | 'keep'> = {
  delete_contact: 'keep',
  delete_post: 'keep',
  enroll: 'keep',
  publish: 'send',
  comment: 'send',
}

const WAIT = 6000

interface HeldWrite<N extends WriteName> extends MutationOptions<N> {
  /** "Deleted Ana Lima": what Recent changes and the toast call it. */
  readonly label: string
  readonly name: N
  readonly input: Input<N>
  /** Puts back what is shown as done. */
  readonly onUndo: () => void
  /** Milliseconds; 6 s unless the person chose otherwise. */
  readonly wait?: number
}

interface Waiting {
  readonly kind: DelayedKind
  readonly take: () => boolean
  readonly sendApart: () => void
}

type DelayingSession = Pick<
  KeySession,
  'mutate' | 'undo' | 'capabilities' | 'connection' | 'signal'
>

interface HeldPlace {
  readonly store?: Store
  readonly page?: Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>
}

/** Changes that cannot be undone, so they wait a moment in which they are simply not sent. */
export function createDelayedMutations(session: DelayingSession, place: HeldPlace = {}) {
  const { mutate, undo, capabilities, signal } = session
  const { store = deviceStore, page = globalThis } = place
  const waiting = new Map<string, Waiting>()
  // The session may go on with another key, so its connection is asked for each time.
  const unsent = createUnsent(store, () => session.connection.fingerprint)

  function delay<N extends WriteName>(kind: DelayedKind, held: HeldWrite<N>) {
    const { label, name, input, onUndo, wait = WAIT, ...options } = held
    const id = randomId()
    const ends_at = Date.now() + wait
    const send = () => {
      if (take()) void mutate(name, input, options)
    }
    const timer = setTimeout(send, wait)
    const change = undo.record({ label, undo: () => take() && onUndo() }, { ends_at, now: send })
    const take = () => {
      clearTimeout(timer)
      change.drop()
      unsent.remove(id)
      return waiting.delete(id)
    }
    const sendApart = () => {
      const keyed = capabilities.can('idempotency') && storesResponse(name)
      // A client of its own: the session's is about to be ended, and nobody will hear the answer.
      const sent = createApiClient(session.connection)(name, input, {
        keepalive: true,
        idempotency_key: keyed ? randomId() : undefined,
      })
      safely(() => sent.catch(() => undefined))
    }
    waiting.set(id, { kind, take, sendApart })
    unsent.add({ id, kind, name, input, ends_at })
  }

  /** The page or the session goes. What may not go out unseen is left to the next visit. */
  function onClose() {
    for (const [id, { kind, take, sendApart }] of waiting) {
      const record = unsent.all().find((one) => one.id === id)
      if (!take()) continue
      if (whenClosed[kind] === 'send' && globalThis.navigator?.onLine !== false) sendApart()
      else if (record) unsent.add({ ...record, ends_at: 0 })
    }
  }
  page.addEventListener?.('pagehide', onClose)
  const onEnd = () => {
    page.removeEventListener?.('pagehide', onClose)
    onClose()
  }
  signal.addEventListener('abort', onEnd, { once: true })

  return {
    delay,
    /** What an earlier visit did not send. */
    interrupted: () => unsent.cut(),
    sendLeftOver: (list: readonly PendingMutation[]) => {
      for (const { id, name, input } of list) {
        // Both were a write of this dashboard when they were put away.
        if (unsent.remove(id)) void mutate(name as WriteName, input as never)
      }
    },
    forgetLeftOver: (list: readonly PendingMutation[]) =>
      list.forEach(({ id }) => unsent.remove(id)),
  }
}

type Held = ReturnType<typeof createDelayedMutations>

const all = new WeakMap<KeySession, Held>()

/** Those of one session; on a first load nobody waits for anything yet. */
export function delayedMutationsOf(session: KeySession): Held {
  const held = all.get(session) ?? createDelayedMutations(session)
  all.set(session, held)
  return held
}

/** Changes that wait before they are sent. What a closed tab does with each is in `held.ts`. */
export type DelayedKind = 'delete_contact' | 'delete_post' | 'enroll' | 'publish' | 'comment'

/** A change that waited when its tab was closed, kept on this device until the person decides. */
export interface PendingMutation {
  readonly id: string
  readonly kind: DelayedKind
  readonly name: string
  readonly input: object
  /** Milliseconds; from then on nobody waits with it any more. */
  readonly ends_at: number
}

// A tab that was killed could not say so. After its wait and a little more it has not sent it either.
const SURELY_OVER = 10_000

/** The waits of one connection, as the next visit finds them. */
function createUnsent(store: Store, fingerprint: () => string) {
  const entry = () => entryName(fingerprint(), 'unsent')
  const all = (): readonly PendingMutation[] => {
    try {
      const value: unknown = JSON.parse(store.get(entry()) ?? '[]')
      return Array.isArray(value) ? value.filter(isUnsent) : []
    } catch {
      return []
    }
  }
  const write = (list: readonly PendingMutation[]) => {
    if (list.length === 0) store.remove(entry())
    else store.set(entry(), JSON.stringify(list))
  }
  const without = (id: string) => all().filter((one) => one.id !== id)

  return {
    all,
    add: (one: PendingMutation) => write([...without(one.id), one]),
    /** Answers whether it was still there: another tab may have settled it. */
    remove: (id: string): boolean => {
      const before = all()
      write(before.filter((one) => one.id !== id))
      return before.some((one) => one.id === id)
    },
    /** Those nobody waits with any more. */
    cut: (now = Date.now()) => all().filter(({ ends_at }) => now > ends_at + SURELY_OVER),
  }
}

// Written by an older version, or by hand.
const isUnsent = (value: unknown): value is PendingMutation =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'kind', 'name'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  )
