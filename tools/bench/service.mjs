// `npm run bench -- api`: measures the service and a baseline on one private PostgreSQL with a million contacts.
//   --contacts 1000000   --seconds 3   --rounds 3   --only page,move
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { buildOrExit, isStale } from '../build.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, freePort, ownerKey, startService } from '../running-service.mjs'
import { table } from './figures.mjs'
import { fill, fillBaseline } from './fill.mjs'
import { plansOf } from './plans.mjs'
import { compare, residentMemory } from './requests.mjs'
import { baselineRequests, goals, ourRequests } from './service-requests.mjs'

const text = (fallback) => ({ type: 'string', default: fallback })

export async function startBaseline(databaseUrl) {
  const PORT = String(await freePort())
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'service-baseline.mjs')], {
    env: { DATABASE_URL: databaseUrl, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${PORT}`, stop: () => child.kill() }
}

/** Creates the baseline's database on the same server. */
async function createBaselineDatabase(databaseUrl, counts) {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query('create database baseline')
  await db.end()
  const url = new URL(databaseUrl)
  url.pathname = '/baseline'
  await fillBaseline(
    url.href,
    counts.map((count) => ({ count })),
  )
  return url.href
}

/** Creates a large and a small list through the API and fills them by SQL. */
async function createLists(url, key, databaseUrl, count) {
  const call = caller(url, key)
  const { workspace } = await call('GET', '/me')
  const [large, small] = [
    await call('POST', '/lists', { name: 'Everybody' }),
    await call('POST', '/lists', { name: 'A thousand' }),
  ]
  const sized = (list, number) => ({ workspace_id: workspace.id, list_id: list.id, count: number })
  await fill(databaseUrl, [sized(large, count), sized(small, 1000)])
  return { list: large.id, small: small.id, count }
}

export async function measureService(args) {
  const { values } = parseArgs({
    args,
    options: {
      contacts: text('1000000'),
      seconds: text('3'),
      rounds: text('3'),
      only: text(''),
    },
  })
  const postgres = findPostgres()
  if (!postgres?.bin) throw new Error('Requires the programs of PostgreSQL 15 or later.')
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  // Default settings, except for memory that holds the data and plans that are logged on demand.
  const cluster = await startPrivateCluster(postgres.bin, {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    session_preload_libraries: 'auto_explain',
  })
  const service = await startService(folder, { DATABASE_URL: cluster.url })
  let baseline
  try {
    const key = ownerKey(folder)
    process.stderr.write(`Creating ${values.contacts} contacts\n`)
    const lists = await createLists(service.url, key, cluster.url, Number(values.contacts))
    baseline = await startBaseline(await createBaselineDatabase(cluster.url, [lists.count, 1000]))
    const ours = await ourRequests(service.url, key, lists)
    const targets = [baselineRequests(baseline.url, lists.count), ours]
    const plans = await plansOf(cluster, ours, lists)
    process.stdout.write(`${table(plans)}\n\n`)
    const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
    const rows = []
    for (const name of values.only ? values.only.split(',') : Object.keys(ours.requests))
      rows.push(...(await compare(targets, name, { ...options, goal: goals[name] })))
    process.stdout.write(`${table(rows)}\n\n`)
    const memory = residentMemory(service.child.pid)
    process.stdout.write(`Resident memory after 64 connections: ${memory} MiB (goal <= 150)\n`)
  } finally {
    await service.stop()
    baseline?.stop()
    cluster.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
