// `npm run bench -- webhooks`: webhooks beside writes, with a receiver that is dead and one that answers.
//   --engine embedded   --events 10000   --seconds 15
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { buildOrExit, isStale } from '../build.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { quantile, round, table } from './figures.mjs'
import { createBoard, send } from './load.mjs'
import { processorTime } from './process-figures.mjs'
import { residentMemory } from './requests.mjs'

const option = (fallback) => ({ type: 'string', default: fallback })

/** Notes when each event arrived. While `isDead`, it accepts requests and never answers. */
async function startReceiver() {
  const receiver = { url: '', isDead: false, arrivals: new Map() }
  const server = http.createServer((request, response) => {
    request.resume()
    if (receiver.isDead) return
    request.on('end', () => {
      receiver.arrivals.set(request.headers['webhook-id'], performance.now())
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${server.address().port}/in`
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}

/** Milliseconds of processor time of the service and of its PostgreSQL, without this process and its receivers. */
function serverTime(service, cluster) {
  const pids = [service.child.pid]
  if (cluster) {
    const file = path.join(path.dirname(cluster.log), 'data/postmaster.pid')
    const [postmaster] = fs.readFileSync(file, 'utf8').split('\n')
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' })
    pids.push(...stdout.trim().split(/\s+/))
  }
  return pids.reduce((sum, pid) => sum + processorTime(pid), 0)
}

/**
 * `connections` kept ones that change cards for a time: requests per second, the slowest hundredth, and the processor time
 * of the servers for one write, in ms.
 */
async function measureWrites({ service, cluster, headers, boards }, connections, seconds) {
  const before = serverTime(service, cluster)
  const end = performance.now() + seconds * 1000
  const times = []
  const failures = []
  const work = async (_, at) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const { cards } = boards[at % boards.length]
    for (let turn = 0; performance.now() < end; turn++) {
      const body = JSON.stringify({ name: `Turn ${turn}` })
      const url = `${service.url}/v1/cards/${cards[turn % cards.length]}`
      times.push(await send(url, { agent, method: 'PATCH', headers, body }, failures))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, work))
  if (failures.length > 0) throw new Error(`${failures.length} writes failed: ${failures[0]}`)
  const work_ms = (serverTime(service, cluster) - before) / times.length
  return { rate: times.length / seconds, p99: quantile(times, 0.99), work_ms }
}

/** Creates a board ten times a second: from its response to the arrival of its event, in ms. */
async function measureDelivery(call, receiver, seconds) {
  const sent = []
  for (let at = 0; at < seconds * 10; at++) {
    const board = await call('POST', '/boards', { name: `Delivery ${at}` })
    sent.push([board.id, performance.now()])
    await sleep(100)
  }
  await sleep(3000)
  const { data } = await call('GET', '/events?kinds=board.created&limit=100')
  const eventOf = new Map(data.map((event) => [event.data.id, event.id]))
  return sent.flatMap(([id, time]) => {
    const arrival = receiver.arrivals.get(eventOf.get(id))
    return eventOf.has(id) ? [(arrival ?? Infinity) - time] : []
  })
}

/** As PostgreSQL does by itself about a minute after many rows changed. */
async function analyze(cluster) {
  const db = new pg.Client(cluster.url)
  await db.connect()
  await db.query('analyze')
  await db.end()
}

async function createContacts(call, list_id, count) {
  for (let first = 0; first < count; first += 1000)
    await call('POST', `/lists/${list_id}/contacts/batch`, {
      operations: Array.from({ length: Math.min(1000, count - first) }, (_, at) => ({
        op: 'upsert',
        email_address: `reader${first + at}@example.com`,
      })),
    })
}

export async function measureWebhooks(args) {
  const { values } = parseArgs({
    args,
    options: { engine: option('embedded'), events: option('10000'), seconds: option('15') },
  })
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const bin = values.engine === 'postgres' ? findPostgres()?.bin : undefined
  const cluster = bin && (await startPrivateCluster(bin))
  const service = await startService(folder, {
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...(cluster && { DATABASE_URL: cluster.url }),
  })
  const [seconds, events] = [Number(values.seconds), Number(values.events)]
  const dead = await startReceiver()
  const other = await startReceiver()
  const figures = {}
  try {
    const key = ownerKey(folder)
    const call = caller(service.url, key)
    const boards = await Promise.all(Array.from({ length: 8 }, (_, at) => createBoard(call, at)))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const target = { service, cluster, headers, boards }
    const subscribe = () =>
      Promise.all(
        [1, 2].map(() => call('POST', '/webhooks', { url: other.url, events: ['card.updated'] })),
      )
    const remove = (webhooks) =>
      Promise.all(webhooks.map(({ id }) => call('DELETE', `/webhooks/${id}`)))
    // The first turn warms up; then a database has the statistics that it has a minute after a start.
    const first = await subscribe()
    await measureWrites(target, 8, seconds)
    await remove(first)
    if (cluster) await analyze(cluster)
    const turns = { without: [], beside: [] }
    for (let turn = 0; turn < 3; turn++) {
      turns.without.push(await measureWrites(target, 8, seconds / 2))
      const webhooks = await subscribe()
      turns.beside.push(await measureWrites(target, 8, seconds / 2))
      await remove(webhooks)
    }
    const mean = (list, name) => list.reduce((sum, one) => sum + one[name], 0) / list.length
    const [without, beside] = [turns.without, turns.beside].map((list) => ({
      rate: mean(list, 'rate'),
      p99: mean(list, 'p99'),
      work_ms: mean(list, 'work_ms'),
    }))
    figures['writes beside two webhooks'] = `${round(beside.rate / without.rate, 2)}x, goal 0.9x`
    figures['work of the servers for a write'] =
      `${round(without.work_ms, 2)} ms, beside two webhooks ${round(beside.work_ms, 2)} ms`
    figures['writes a second without, beside'] =
      `${round(without.rate)}, ${round(beside.rate)}; received ${other.arrivals.size} of both`

    dead.isDead = true
    const { id: dead_id } = await call('POST', '/webhooks', {
      url: dead.url,
      events: ['contact.created'],
    })
    await call('POST', '/webhooks', { url: other.url, events: ['board.created'] })
    const list = await call('POST', '/lists', { name: 'Readers' })
    const memory = residentMemory(service.child.pid)
    await createContacts(call, list.id, events)
    const created = performance.now()
    while ((await call('GET', `/webhooks/${dead_id}/stats`)).waiting < events) await sleep(100)
    figures['queued after the last write, s'] = round((performance.now() - created) / 1000)
    const delivery = await measureDelivery(call, other, 5)
    const hanging = await measureWrites(target, 8, seconds)
    figures['events queued for a dead receiver'] = events
    figures['p95 of another webhook, ms'] = `${round(quantile(delivery, 0.95))}, goal 1000`
    figures['p99 of writes'] = `${round(hanging.p99 / without.p99, 2)}x, goal 2x`
    figures['writes beside a hanging receiver'] =
      `${round(without.rate / hanging.rate, 2)}x as long, goal 1.1x`
    figures.memory = `${memory} before, ${residentMemory(service.child.pid)} after, goal +50 MB`

    dead.isDead = false
    const recovered = performance.now()
    while (dead.arrivals.size < events && performance.now() - recovered < 300_000) await sleep(200)
    const drained = (performance.now() - recovered) / 1000
    figures['drained after its recovery, s'] = `${round(drained)}, goal 180`
    figures['events that arrived'] = dead.arrivals.size
    const rows = Object.entries(figures).map(([figure, value]) => ({ figure, value }))
    process.stdout.write(`${values.engine}\n${table(rows)}\n`)
  } finally {
    await service.stop()
    await cluster?.stop()
    dead.close()
    other.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
