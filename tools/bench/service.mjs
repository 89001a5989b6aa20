// `npm run bench -- api`: the service on a private PostgreSQL with a million contacts, beside a floor on the same server.
//   --contacts 1000000   --seconds 3   --rounds 3   --only page,move
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { buildAloud, isStale } from '../build.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, freePort, ownerKey, startService } from '../running-service.mjs'
import { table } from './figures.mjs'
import { fill, fillFloor } from './fill.mjs'
import { plansOf } from './plans.mjs'
import { compare, residentMemory } from './requests.mjs'
import { floorRequests, goals, ourRequests } from './service-requests.mjs'

const text = (fallback) => ({ type: 'string', default: fallback })

async function startFloor(databaseUrl) {
  const PORT = String(await freePort())
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'service-floor.mjs')], {
    env: { DATABASE_URL: databaseUrl, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${PORT}`, stop: () => child.kill() }
}

/** A database of the floor's own on the same server. */
async function makeFloorDatabase(databaseUrl, counts) {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query('create database floor')
  await db.end()
  const url = new URL(databaseUrl)
  url.pathname = '/floor'
  await fillFloor(
    url.href,
    counts.map((count) => ({ count })),
  )
  return url.href
}

/** A large list and a small one, made by the API and filled by SQL. */
async function makeLists(url, key, databaseUrl, count) {
  const call = caller(url, key)
  const { workspace } = await call('GET', '/me')
  const [large, small] = [
    await call('POST', '/lists', { name: 'Everybody' }),
    await call('POST', '/lists', { name: 'A thousand' }),
  ]
  const of = (list, number) => ({ workspace_id: workspace.id, list_id: list.id, count: number })
  await fill(databaseUrl, [of(large, count), of(small, 1000)])
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
  const found = findPostgres()
  if (!found?.bin) throw new Error('This needs the programs of a PostgreSQL server, 15 or later.')
  if (isStale()) buildAloud()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  // As it is delivered, but for what the measured data needs to fit, and for plans to be told on demand.
  const cluster = await startPrivateCluster(found.bin, {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    session_preload_libraries: 'auto_explain',
  })
  const service = await startService(folder, { DATABASE_URL: cluster.url })
  let floor
  try {
    const key = ownerKey(folder)
    process.stderr.write(`Making ${values.contacts} contacts\n`)
    const lists = await makeLists(service.url, key, cluster.url, Number(values.contacts))
    floor = await startFloor(await makeFloorDatabase(cluster.url, [lists.count, 1000]))
    const ours = await ourRequests(service.url, key, lists)
    const targets = [floorRequests(floor.url, lists.count), ours]
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
    floor?.stop()
    cluster.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
