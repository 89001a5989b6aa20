// `npm run bench -- soak`: hours of use in short: steady requests, page loads, imports and live event streams.
//   --engine postgres   --minutes 30   --rate 50   --streams 20
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { followEvents } from '../event-stream.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { quantile, round, table } from './figures.mjs'
import { CARDS, createBoard, send } from './load.mjs'
import * as processes from './process-figures.mjs'
import { residentMemory } from './requests.mjs'

const option = (fallback) => ({ type: 'string', default: fallback })
const SAMPLE_MS = 5000
const IMPORT_PAUSE_MS = 20_000
const IMPORT_ROWS = 2000
const WRITES = 0.2
/** Once a minute all streams are cut and connect again. */
const RECONNECT_MS = 60_000

/** Steady requests on kept connections, at a rate that does not depend on the responses. */
async function keepRequesting({ url, boards, headers, rate, isOver }, times, failures) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
  const pending = new Set()
  for (let turn = 0; !isOver(); turn++) {
    const board = boards[turn % boards.length]
    const read = turn % 2 ? `/boards/${board.id}/cards?limit=${CARDS}` : '/boards?limit=100'
    const isWrite = Math.random() < WRITES
    const target = isWrite ? `/cards/${board.cards[turn % board.cards.length]}` : read
    const change = { method: 'PATCH', body: JSON.stringify({ name: `Turn ${turn}` }) }
    const options = { agent, headers, ...(isWrite && change) }
    const request = send(`${url}/v1${target}`, options, failures).then((ms) => times.push(ms))
    pending.add(request.finally(() => pending.delete(request)))
    await sleep(1000 / rate)
  }
  await Promise.all(pending)
  agent.destroy()
}

const get = (url, options) =>
  new Promise((resolve, reject) => {
    http.get(url, options, (response) => text(response).then(resolve, reject)).on('error', reject)
  })

/** What a browser requests for a board: the page, its files and its data, on six connections of its own. */
async function loadPage({ url, boards, headers }, failures) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6 })
  const { id } = boards[0]
  const html = await get(`${url}/boards/${id}`, { agent }).catch(() => '')
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file)
  if (files.length === 0) failures.push('no page')
  const data = [
    '/me',
    `/boards/${id}`,
    `/boards/${id}/cards?limit=100`,
    '/boards?limit=100',
    '/lists',
    '/feedback/posts?limit=50',
    '/feedback/changelog/entries?limit=50',
    '/campaigns?limit=50',
  ].map((line) => `/v1${line}`)
  await Promise.all(
    [...files, ...data].map((line) => send(`${url}${line}`, { agent, headers }, failures)),
  )
  agent.destroy()
}

async function keepLoading(context, failures) {
  let count = 0
  for (; !context.isOver(); count++) {
    await loadPage(context, failures)
    await sleep(1000)
  }
  return count
}

/** Imports one file after the other: half of the contacts of each are new. */
async function keepImporting(call, { isOver }) {
  const { id: list_id } = await call('POST', '/lists', { name: 'Soak' })
  let count = 0
  for (; !isOver(); count++) {
    const first = (count * IMPORT_ROWS) / 2
    const lines = Array.from({ length: IMPORT_ROWS }, (_, at) => `reader${first + at}@example.com`)
    const csv = ['Email', ...lines].join('\n')
    const { id } = await call('POST', `/lists/${list_id}/imports`, { csv })
    let job
    do {
      await sleep(500)
      job = await call('GET', `/lists/${list_id}/imports/${id}`)
    } while (job.finished_at === null)
    if (job.status !== 'completed') throw new Error(`An import ended: ${job.status}`)
    for (let waited = 0; waited < IMPORT_PAUSE_MS && !isOver(); waited += 500) await sleep(500)
  }
  return count
}

async function keepReconnecting(streams, { isOver }) {
  let next = Date.now() + RECONNECT_MS
  while (!isOver()) {
    await sleep(500)
    if (Date.now() < next) continue
    next += RECONNECT_MS
    for (const stream of streams) stream.reconnect()
  }
}

async function keepSampling({ pid, isOver }, samples) {
  while (!isOver()) {
    samples.push(residentMemory(pid))
    await sleep(SAMPLE_MS)
  }
}

/** Runs everything at once for some minutes. */
async function runWorkload(context, call, minutes) {
  const [times, failures, memory] = [[], [], []]
  const end = performance.now() + minutes * 60_000
  const running = { ...context, isOver: () => performance.now() >= end }
  const streams = await Promise.all(
    Array.from({ length: context.streams }, () => followEvents(context.url, context.key)),
  )
  const [pages, imports] = await Promise.all([
    keepLoading(running, failures),
    keepImporting(call, running),
    keepRequesting(running, times, failures),
    keepReconnecting(streams, running),
    keepSampling(running, memory),
  ])
  // What was written last is on its way.
  await sleep(2000)
  await Promise.all(streams.map((stream) => stream.stop()))
  const counts = streams.map(({ state }) => [...state.counts.values()])
  return {
    times,
    failures,
    memory,
    pages,
    imports,
    events: Math.min(...counts.map((events) => events.length)),
    repeated: counts.flat().filter((count) => count !== 1).length,
    connections: streams.reduce((sum, { state }) => sum + state.connections, 0),
    resets: streams.reduce((sum, { state }) => sum + state.resets, 0),
  }
}

export async function measureSoak(args) {
  const { values } = parseArgs({
    args,
    options: {
      engine: option('postgres'),
      minutes: option('30'),
      rate: option('50'),
      streams: option('20'),
    },
  })
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const bin = values.engine === 'postgres' ? findPostgres()?.bin : undefined
  if (values.engine === 'postgres' && !bin)
    throw new Error('Requires the programs of PostgreSQL 15 or later.')
  const cluster = bin && (await startPrivateCluster(bin, {}))
  const service = await startService(folder, {
    ...(cluster && { DATABASE_URL: cluster.url }),
    ...processes.probeSettings(folder),
  })
  try {
    const { pid } = service.child
    const key = ownerKey(folder)
    const call = caller(service.url, key)
    const boards = await Promise.all(Array.from({ length: 8 }, (_, at) => createBoard(call, at)))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const context = { url: service.url, key, pid, boards, headers }
    Object.assign(context, { rate: Number(values.rate), streams: Number(values.streams) })
    const minutes = Number(values.minutes)
    await runWorkload(context, call, Math.min(3, minutes / 5))
    // Connections that are kept, to clients and to the database, are closed by then.
    const idleMs = 15_000
    await sleep(idleMs)
    const descriptors = processes.countDescriptors(pid)
    service.child.kill('SIGUSR2')
    const before = [processes.waitForProcessor(pid), processes.processorTime(pid)]
    const result = await runWorkload(context, call, minutes)
    const after = [processes.waitForProcessor(pid), processes.processorTime(pid)]
    const probe = processes.readProbe(folder)
    await sleep(idleMs)
    const share = (at) => `${round((after[at] - before[at]) / (minutes * 600))} %`
    const figures = {
      engine: values.engine,
      minutes,
      requests: result.times.length,
      'page loads': result.pages,
      [`imports of ${IMPORT_ROWS} rows`]: result.imports,
      'events of each stream, at least': result.events,
      'events sent twice': result.repeated,
      'connections of streams': result.connections,
      'resets of streams': result.resets,
      errors: result.failures.length,
      'p50 ms': round(quantile(result.times, 0.5)),
      'p99 ms': round(quantile(result.times, 0.99)),
      'event loop delay p99 ms': round(probe.p99),
      'event loop delay max ms': round(probe.max),
      'memory MiB': `${result.memory[0]} to ${result.memory.at(-1)}, ${residentMemory(pid)} idle`,
      'memory slope MiB/min': round(processes.slope(result.memory) * (60_000 / SAMPLE_MS), 2),
      'descriptors before, after': `${descriptors}, ${processes.countDescriptors(pid)}`,
      'processor time of the service': share(1),
      'time without a processor': share(0),
    }
    const rows = Object.entries(figures).map(([figure, value]) => ({ figure, value }))
    process.stdout.write(`${table(rows)}\n`)
    for (const failure of result.failures.slice(0, 5)) process.stdout.write(`  ${failure}\n`)
  } finally {
    await service.stop()
    await cluster?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
