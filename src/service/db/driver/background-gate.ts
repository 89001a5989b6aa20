interface GateOptions {
  /** A request uses the connection several times, with pauses shorter than this in between. */
  readonly quietMs?: number
  /** Background work that has waited this long goes on beside requests, so that they never starve it. */
  readonly maxWaitMs?: number
}

/**
 * Keeps background work from the only connection of the embedded engine while requests use it or wait for it. Whoever is
 * let in queues in the pool, in the order of arrival.
 */
export class BackgroundGate {
  readonly #quietMs: number
  readonly #maxWaitMs: number
  readonly #waiting: (() => void)[] = []
  /** Those that use the connection or wait for it in the pool. */
  #users = 0
  #lastRequestAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor({ quietMs = 5, maxWaitMs = 250 }: GateOptions = {}) {
    this.#quietMs = quietMs
    this.#maxWaitMs = maxWaitMs
  }

  /** Returns the function to call when the connection is released. */
  enter(): () => void {
    this.#users += 1
    return () => {
      this.#lastRequestAt = performance.now()
      this.#leave()
    }
  }

  /** Resolves when background work may request the connection, to the function to call when it is released. */
  async enterInBackground(): Promise<() => void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => proceed(), this.#maxWaitMs)
      const proceed = () => {
        clearTimeout(timer)
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1)
        this.#users += 1
        resolve()
      }
      this.#waiting.push(proceed)
      this.#letNextIn()
    })
    return () => this.#leave()
  }

  #leave(): void {
    this.#users -= 1
    this.#letNextIn()
  }

  /** At once, or when no request has come for a while. */
  #letNextIn(): void {
    const [next] = this.#waiting
    if (!next || this.#users > 0 || this.#timer !== undefined) return
    const quietIn = this.#lastRequestAt + this.#quietMs - performance.now()
    if (quietIn <= 0) return next()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#letNextIn()
    }, quietIn)
  }
}
