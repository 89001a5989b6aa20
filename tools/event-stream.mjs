// Follows the event stream of a service as a browser does, for chaos tests and benchmarks.
import { createParser } from 'eventsource-parser'
import http from 'node:http'
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
  let request

  function onEvent({ id, event }) {
    if (event === 'reset') state.resets += 1
    else if (event !== 'ready') counts.set(id, (counts.get(id) ?? 0) + 1)
    lastId = id ?? lastId
    state.first ??= lastId
    onReady()
  }

  /** Resolves when the connection has ended. */
  async function connect() {
    const headers = { authorization: `Bearer ${key}`, ...(lastId && { 'last-event-id': lastId }) }
    // With an agent of its own, which closes the connection with the stream.
    const agent = new http.Agent()
    const response = await new Promise((resolve, reject) => {
      request = http.get(`${url}/v1/events/stream`, { headers, agent }, resolve)
      request.on('error', reject)
    })
    if (response.statusCode === 200) state.connections += 1
    else state.failures.push(response.statusCode)
    const parser = createParser({ onEvent, onRetry: (ms) => (retryMs = ms) })
    for await (const text of response.setEncoding('utf8'))
      if (response.statusCode === 200) parser.feed(text)
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
    reconnect: () => request?.destroy(),
    /** Resolves when the connection is closed. */
    stop() {
      abort.abort()
      request?.destroy()
      return ended
    },
  }
}
