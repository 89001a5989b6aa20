import { observable } from '#web/external-store.ts'

// An answer is on its way for a while and `Date` counts whole seconds: less than this is no difference.
const TOLERANCE_MS = 30_000

/** How far a time of the server may be from one of this device that was taken with the same request. */
export const CLOCK_MARGIN_MS = 2 * TOLERANCE_MS

/** How far the server's clock is ahead of this device's, in milliseconds. "Overdue" follows the server's. */
export function createServerClock(now: () => number = Date.now) {
  const offset = observable(0)
  return {
    offset: offset.get,
    /** The current time on the server. */
    now: () => new Date(now() + offset.get()),
    subscribe: offset.subscribe,
    /** An answer said what time it is there. */
    sync: (time: string | null | undefined) => {
      const ahead = Date.parse(time ?? '') - now()
      if (Number.isNaN(ahead)) return
      const next = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead
      if (Math.abs(next - offset.get()) >= TOLERANCE_MS) offset.set(next)
    },
  }
}

export type ServerClock = ReturnType<typeof createServerClock>
