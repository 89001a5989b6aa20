import { entryName } from '#web/session/storage.ts'
import type { Store } from '#web/session/storage.ts'

/** Changes that wait before they are sent. What a closed tab does with each is in `held.ts`. */
export type HeldKind = 'delete_contact' | 'delete_post' | 'enroll' | 'publish' | 'comment'

/** A change that waited when its tab was closed, kept on this device until the person decides. */
export interface Unsent {
  readonly id: string
  readonly kind: HeldKind
  readonly name: string
  readonly input: object
  /** Milliseconds; from then on nobody waits with it any more. */
  readonly ends_at: number
}

// A tab that was killed could not say so. After its wait and a little more it has not sent it either.
const SURELY_OVER = 10_000

/** The waits of one connection, as the next visit finds them. */
export function createUnsent(store: Store, fingerprint: () => string) {
  const entry = () => entryName(fingerprint(), 'unsent')
  const all = (): readonly Unsent[] => {
    try {
      const value: unknown = JSON.parse(store.get(entry()) ?? '[]')
      return Array.isArray(value) ? value.filter(isUnsent) : []
    } catch {
      return []
    }
  }
  const write = (list: readonly Unsent[]) => {
    if (list.length === 0) store.remove(entry())
    else store.set(entry(), JSON.stringify(list))
  }
  const without = (id: string) => all().filter((one) => one.id !== id)

  return {
    all,
    add: (one: Unsent) => write([...without(one.id), one]),
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
const isUnsent = (value: unknown): value is Unsent =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'kind', 'name'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  )
