// `npm run bench -- load`: busy connections that read and write, and new ones for health checks, on one engine.
//   --engine embedded   --busy 64   --seconds 60   --warm 20   --writes 0.2
// `--import 200000` measures beside an import of as many contacts, to its end; `--pause 50` lets each connection wait
// for as many ms between two requests, as people do.
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { quantile, round, table } from './figures.mjs'
import { createFile } from './import.mjs'
import { waitForProcessor } from './process-figures.mjs'
import { residentMemory } from './requests.mjs'

const option = (fallback) => ({ type: 'string', default: fallback })
const CHECK_INTERVAL_MS = 25
export const CARDS = 20
const ROWS_PER_FILE = 100_000

/** Resolves to how long it took, in ms; counts what is no success. */
export async function send(url, { body, ...options }, failures) {
  const start = performance.now()
  try {
    const response = await new Promise((resolve, reject) => {
      http.request(url, options, resolve).on('error', reject).end(body)
    })
    await text(response)
    if (response.statusCode >= 300) failures.push(response.statusCode)
  } catch (error) {
    failures.push(error.code ?? error.message)
  }
  return performance.now() - start
}

/** One kept connection, with one request after the other. */
async function work({ url, board, headers, writes, pause, isOver }, times, failures) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (let turn = 0; !isOver(); turn++) {
    const card = `/cards/${board.cards[turn % board.cards.length]}`
    const page = turn % 2 ? `/boards/${board.id}/cards?limit=${CARDS}` : '/boards?limit=100'
    const isWrite = Math.random() < writes
    const change = { method: 'PATCH', body: JSON.stringify({ name: `Turn ${turn}` }) }
    const options = { agent, headers, ...(isWrite && change) }
    times.push(await send(`${url}/v1${isWrite ? card : page}`, options, failures))
    if (pause > 0) await sleep(pause)
  }
  agent.destroy()
}

export async function createBoard(call, number) {
  const board = await call('POST', '/boards', {
    name: `Board ${number}`,
    lists: [{ name: 'To do' }],
  })
  const cards = []
  for (let card = 0; card < CARDS; card++) {
    const body = { list_id: board.lists[0].id, name: `Card ${card}` }
    cards.push((await call('POST', `/boards/${board.id}/cards`, body)).id)
  }
  return { id: board.id, cards }
}

/** Resolves when all contacts are imported: how many a second. */
async function runImports(call, rows) {
  const { id: list_id } = await call('POST', '/lists', { name: 'Everybody' })
  const imports = []
  for (let first = 0; first < rows; first += ROWS_PER_FILE) {
    const count = Math.min(ROWS_PER_FILE, rows - first)
    const csv = createFile(count, { hasBadRows: false, first })
    imports.push((await call('POST', `/lists/${list_id}/imports`, { csv })).id)
  }
  const start = performance.now()
  for (const id of imports)
    for (;;) {
      const { status, counts } = await call('GET', `/lists/${list_id}/imports/${id}`)
      if (status === 'completed') break
      if (status !== 'waiting' && status !== 'running')
        throw new Error(`The import ended: ${status}`)
      process.stderr.write(`\r${counts.created} contacts `)
      await sleep(500)
    }
  process.stderr.write('\n')
  return rows / ((performance.now() - start) / 1000)
}

export async function measureLoad(args) {
  const { values } = parseArgs({
    args,
    options: {
      engine: option('embedded'),
      busy: option('64'),
      seconds: option('60'),
      warm: option('20'),
      writes: option('0.2'),
      pause: option('0'),
      import: option('0'),
    },
  })
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const isPostgres = values.engine === 'postgres'
  const bin = isPostgres ? findPostgres()?.bin : undefined
  if (isPostgres && !bin) throw new Error('Requires the programs of PostgreSQL 15 or later.')
  const cluster = bin && (await startPrivateCluster(bin))
  const service = await startService(folder, cluster ? { DATABASE_URL: cluster.url } : {})
  try {
    const call = caller(service.url, ownerKey(folder))
    const boards = await Promise.all(Array.from({ length: 8 }, (_, at) => createBoard(call, at)))
    const headers = {
      authorization: `Bearer ${ownerKey(folder)}`,
      'content-type': 'application/json',
    }
    const run = async (isOver) => {
      const start = performance.now()
      const [times, waits, failures] = [[], [], []]
      const checks = []
      const [writes, pause] = [Number(values.writes), Number(values.pause)]
      const workers = Array.from({ length: Number(values.busy) }, (_, at) => {
        const board = boards[at % boards.length]
        const options = { url: service.url, board, headers, writes, pause, isOver }
        return work(options, times, failures)
      })
      while (!isOver()) {
        const agent = new http.Agent({ keepAlive: false })
        const check = send(`${service.url}/healthz`, { agent }, failures)
        checks.push(check.then((ms) => void waits.push(ms)))
        await sleep(CHECK_INTERVAL_MS)
      }
      await Promise.all(workers)
      await Promise.all(checks)
      return { times, waits, failures, seconds: (performance.now() - start) / 1000 }
    }
    const runFor = (seconds) => {
      const end = performance.now() + seconds * 1000
      return run(() => performance.now() >= end)
    }
    const runBesideImport = async (rows) => {
      let rate
      const importing = runImports(call, rows).then((result) => (rate = result))
      const [result] = await Promise.all([run(() => rate !== undefined), importing])
      return { ...result, rate }
    }
    // Memory is compared with that of a warm service: until then code is compiled and the young generation grows.
    await runFor(Number(values.warm))
    const before = residentMemory(service.child.pid)
    const waited = waitForProcessor(service.child.pid)
    const importRows = Number(values.import)
    const { times, waits, failures, seconds, rate } =
      importRows > 0 ? await runBesideImport(importRows) : await runFor(Number(values.seconds))
    const withoutProcessor = waitForProcessor(service.child.pid) - waited
    await sleep(5000)
    const after = residentMemory(service.child.pid)
    const figures = {
      engine: values.engine,
      'requests/s': round(times.length / seconds),
      ...(rate && { 'contacts/s': round(rate) }),
      errors: failures.length,
      'p50 ms': round(quantile(times, 0.5)),
      'p95 ms': round(quantile(times, 0.95)),
      'p99 ms': round(quantile(times, 0.99)),
      'p99.9 ms': round(quantile(times, 0.999)),
      'longest ms': round(Math.max(...times)),
      'new connection p50 ms': round(quantile(waits, 0.5)),
      'new connection p99 ms': round(quantile(waits, 0.99)),
      'memory before': before,
      'memory after': after,
      'time without a processor': `${round(withoutProcessor / (seconds * 10))} %`,
    }
    const rows = Object.entries(figures).map(([figure, value]) => ({ figure, value }))
    process.stdout.write(`${table(rows)}\n`)
    for (const failure of failures.slice(0, 5)) process.stdout.write(`  ${failure}\n`)
  } finally {
    await service.stop()
    await cluster?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
