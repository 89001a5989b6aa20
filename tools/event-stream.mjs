// Follows the event stream of a service as a browser does, for chaos tests and benchmarks.
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Counts each event after `first`, by id. Connects again when the stream ends, after the last event it received. `resets`
 * counts the connections after which events may be missing.
 */
export async function followEvents(url, key) {
  const counts = new Map()
  const state = { first: undefined, counts, connections: 0, resets: 0, failures: [] }
  const abort = new AbortController()
  let onReady
  const ready = new Promise((resolve) => (onReady = resolve))
  let lastId
  let retryMs = 1000
  let connection = new AbortController()

  async function connect() {
    const headers = { authorization: `Bearer ${key}`, ...(lastId && { 'last-event-id': lastId }) }
    connection = new AbortController()
    const signal = AbortSignal.any([abort.signal, connection.signal])
    const response = await fetch(`${url}/v1/events/stream`, { headers, signal })
    if (!response.ok) {
      state.failures.push(response.status)
      await response.body?.cancel()
      return
    }
    state.connections += 1
    const messages = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onRetry: (ms) => (retryMs = ms) }))
    for await (const { id, event } of messages) {
      if (event === 'reset') state.resets += 1
      else if (event !== 'ready') counts.set(id, (counts.get(id) ?? 0) + 1)
      lastId = id ?? lastId
      state.first ??= lastId
      onReady()
    }
  }

  const run = async () => {
    while (!abort.signal.aborted) {
      await connect().catch(() => undefined)
      await sleep(retryMs, undefined, { signal: abort.signal }).catch(() => undefined)
    }
  }
  const ended = run()
  await ready
  return {
    state,
    /** Cuts the connection; the next one resumes. */
    reconnect: () => connection.abort(),
    /** Resolves when the connection is closed. */
    stop() {
      abort.abort()
      return ended
    },
  }
}
