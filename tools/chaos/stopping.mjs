// SIGTERM while clients use their connections one request after the other.
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Sends requests on one connection until a response closes it. Rejects when a request gets no response. */
async function useConnection(url, key, path) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const options = { agent, headers: { authorization: `Bearer ${key}` } }
  for (let count = 1; ; count++) {
    const response = await new Promise((resolve, reject) => {
      http.get(`${url}${path}`, options, resolve).on('error', reject)
    })
    await text(response)
    if (response.headers.connection === 'close') return count
  }
}

/** How many requests were answered, how many connections were reset, and how long the service took to end. */
export async function stopUnderLoad({ service, key, connections }) {
  const clients = Array.from({ length: connections }, (_, at) =>
    useConnection(service.url, key, at % 2 ? '/healthz' : '/v1/boards?limit=100'),
  )
  const settled = Promise.allSettled(clients)
  await sleep(500 + Math.random() * 1000)
  const start = performance.now()
  const code = await service.stop()
  const seconds = (performance.now() - start) / 1000
  const results = await settled
  const answered = results.reduce((sum, { value = 0 }) => sum + value, 0)
  const resets = results.filter(({ status }) => status === 'rejected')
  return { code, seconds, answered, resets: resets.map(({ reason }) => String(reason)) }
}
