import { onTestFinished, vi } from 'vitest'

/** Another tab is in front of the page, or no longer. */
export function setHidden(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  const state = { value: hidden ? 'hidden' : 'visible', configurable: true }
  Object.defineProperty(document, 'visibilityState', state)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  onTestFinished(() => {
    // The properties of the prototype are visible again.
    Reflect.deleteProperty(document, 'hidden')
    Reflect.deleteProperty(document, 'visibilityState')
  })
}

/** Time passes as usual, and in leaps by `vi.advanceTimersByTimeAsync`. */
export function controlTime() {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  onTestFinished(() => void vi.useRealTimers())
}

/** Lets controlled time pass until the check passes: each response may start the timer of another retry. */
export const advanceUntil = (check: () => void) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    check()
  }, 20_000)

/** Waits for a check to pass, also on a busy machine. */
export const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, 20_000)
