// SIGTERM while clients use their connections one request after the other, or a statement waits.
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

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

/** SIGTERM while a write waits for a table that another program has locked: as PostgreSQL would wait, up to 30 s. */
export async function stopBehindLock({ cluster }, { service, call }) {
  const other = new pg.Client(cluster.url)
  await other.connect()
  await other.query('begin')
  await other.query('lock table boards')
  const write = call('POST', '/boards', { name: 'Waits' }).catch(() => undefined)
  const waits = 'select 1 from pg_locks where not granted'
  while ((await other.query(waits)).rowCount === 0) await sleep(10)
  const start = performance.now()
  const code = await service.stop()
  const seconds = (performance.now() - start) / 1000
  await write
  await other.end()
  return { code, seconds }
}
