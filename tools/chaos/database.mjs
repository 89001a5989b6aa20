// PostgreSQL is killed and started again while clients write, publish, import and follow the events of one service.
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { followEvents } from '../event-stream.mjs'
import { caller } from '../running-service.mjs'
import { findWrongRows, startImport } from './importing.mjs'
import { findWrongPublications, startPublishing } from './publishing.mjs'
import { createLedger, findLostWrites, startWriters, waitForWrites } from './writers.mjs'

const kinds = ['SIGKILL', 'SIGQUIT', 'SIGINT', 'backend']
const requestTimeoutMs = 15_000

/** Status, and whether the response says when to try again. A new connection each time. */
async function probe(url) {
  const response = await new Promise((resolve, reject) => {
    http
      .get(url, { agent: new http.Agent(), timeout: requestTimeoutMs }, resolve)
      .on('error', reject)
  })
  await text(response)
  return { status: response.statusCode, retries: 'retry-after' in response.headers }
}

/** Follows both health checks: `/healthz` always succeeds, `/readyz` fails with 503 while the database is away. */
function watchHealth(url) {
  const wrong = []
  let over = false
  let failures = 0
  let isReady = true
  let checks = 0
  const watch = async () => {
    while (!over) {
      const [alive, ready] = await Promise.all([probe(`${url}/healthz`), probe(`${url}/readyz`)])
      if (alive.status !== 200) wrong.push(`/healthz returned ${alive.status}`)
      isReady = ready.status === 200
      if (!isReady) failures += 1
      if (!isReady && !(ready.status === 503 && ready.retries))
        wrong.push(`/readyz returned ${ready.status}`)
      checks += 1
      await sleep(20)
    }
  }
  const ended = watch().catch((error) => wrong.push(`health check: ${error.message}`))
  return {
    isReady: () => isReady,
    /** Resolves after a check that began now or later. */
    async nextCheck() {
      const enough = checks + 2
      while (checks < enough && !over) await sleep(5)
    },
    async stop() {
      over = true
      await ended
      return { failures, wrong }
    },
  }
}

/** All events after this one. */
async function readEvents(call, first) {
  const events = []
  let after = first
  do {
    const query = `limit=100&starting_after=${encodeURIComponent(after)}`
    const { data, paging } = await call('GET', `/events?${query}`)
    events.push(...data)
    after = paging.next
  } while (after)
  return events
}

/** Each event was sent once, over all connections of the stream, and each card that was acknowledged has one. */
export async function findWrongEvents(call, { first, counts, resets }, ledger) {
  const events = await readEvents(call, first)
  const end = Date.now() + 10_000
  while (events.some(({ id }) => !counts.has(id)) && Date.now() < end) await sleep(50)
  const creations = events.filter(({ event }) => event === 'card.created')
  const created = new Map()
  for (const { data } of creations) created.set(data.id, (created.get(data.id) ?? 0) + 1)
  return [
    ...(resets ? [`the stream was reset ${resets} times`] : []),
    ...events
      .filter(({ id }) => counts.get(id) !== 1)
      .map(({ id, event }) => `${event} ${id} was sent ${counts.get(id) ?? 0} times`),
    ...[...ledger.cards.keys()]
      .filter((id) => created.get(id) !== 1)
      .map((id) => `${id} has ${created.get(id) ?? 0} events`),
  ]
}

/** A write that failed must say when to repeat it; anything but 503 is a defect of the service. */
function createTolerance(wrong) {
  const errors = { count: 0 }
  return {
    errors,
    mayContinue: async ({ message, response }) => {
      errors.count += 1
      const isExpected = response?.status === 503 && response.headers.has('retry-after')
      if (!isExpected) wrong.push(message.slice(0, 200))
      await sleep(50)
      return true
    },
  }
}

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1)

/** Kills PostgreSQL and starts it again after some seconds; without one of its processes it restarts by itself. */
async function takeAway(cluster, kind) {
  if (kind === 'backend') return cluster.killBackend()
  await cluster.kill(kind)
  await sleep(1000 + Math.random() * 4000)
  await cluster.restart()
}

/** Returns a line for each thing that is wrong afterwards. */
export async function killDatabase({ cluster }, opened, kill, writerCount) {
  const { service, key, call } = opened
  const kind = kinds[kill % kinds.length]
  const wrong = []
  const board = await call('POST', '/boards', {
    name: 'Database',
    lists: ['a', 'b', 'c'].map((name) => ({ name })),
  })
  const stream = await followEvents(service.url, key)
  const health = watchHealth(service.url)
  const ledger = createLedger()
  const { errors, mayContinue } = createTolerance(wrong)
  const limited = caller(service.url, key, requestTimeoutMs)
  const writers = startWriters(limited, board, ledger, writerCount, mayContinue)
  const csv = await startImport(call)
  await waitForWrites(ledger)
  const round = await startPublishing(opened)
  await sleep(Math.random() * 100)

  const killedAt = performance.now()
  await takeAway(cluster, kind)
  const startedAt = performance.now()
  const outage = seconds(killedAt)
  await health.nextCheck()
  while (!health.isReady()) await sleep(10)
  const readyAfter = seconds(startedAt)
  const duringOutage = errors.count
  await waitForWrites(ledger)

  await writers.stop()
  await round.results
  wrong.push(...(await findWrongPublications(opened, round)))
  wrong.push(...(await findWrongRows(call, csv)))
  wrong.push(...(await findLostWrites(call, board, ledger)))
  const { failures, wrong: unhealthy } = await health.stop()
  wrong.push(...unhealthy)
  // Without one process, PostgreSQL may be back before the next check.
  if (failures === 0 && kind !== 'backend') wrong.push('/readyz never failed')
  if (service.child.exitCode !== null) wrong.push('the service ended')
  wrong.push(...(await findWrongEvents(call, stream.state, ledger)))
  await stream.stop()
  const summary = `${kind}, away for ${outage} s, ready ${readyAfter} s after the start, ${ledger.acknowledged} writes acknowledged, ${duringOutage} rejected, ${errors.count - duringOutage} after that`
  return { summary, wrong }
}

/** SIGTERM while the database is away: the exit code is 0, after at most 8 s. */
export async function stopWithoutDatabase({ cluster }, { service }) {
  await cluster.kill('SIGKILL')
  const start = performance.now()
  const code = await service.stop()
  const took = seconds(start)
  await cluster.restart()
  return { code, took, isRight: code === 0 && Number(took) <= 8 }
}
