// Processes that start at the same moment on one empty database.
import { PGlite } from '@electric-sql/pglite'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

import { caller, ownerKey, startService } from '../running-service.mjs'

const processes = [1, 2, 3, 4]

const counts =
  'select (select count(*)::int from workspaces) workspaces, (select count(*)::int from api_keys) keys'

async function query(connectionString, statement) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** All processes have the same settings, as replicas of one container do, and a log of their own, which says how one failed. */
async function start(folder, settings) {
  const shared = {
    DATA_DIR: path.join(folder, 'data'),
    OWNER_KEY_FILE: path.join(folder, 'owner.key'),
    ...settings,
  }
  const starts = await Promise.allSettled(
    processes.map((number) => {
      const own = path.join(folder, `process-${number}`)
      fs.mkdirSync(own)
      return startService(own, shared)
    }),
  )
  return {
    services: starts.flatMap(({ value }) => value ?? []),
    failures: starts.flatMap(({ reason }) => (reason ? String(reason.message).trim() : [])),
  }
}

/** Each process that started must accept the one key; then all are stopped. */
async function findWrongAnswers(folder, services) {
  const wrong = []
  try {
    const key = ownerKey(folder)
    for (const { url } of services)
      await caller(url, key)('GET', '/me').catch(({ message }) => wrong.push(message.slice(0, 200)))
  } finally {
    await Promise.all(services.map(({ stop }) => stop()))
  }
  return wrong
}

const findWrongCounts = ({ workspaces, keys }) =>
  workspaces === 1 && keys === 1 ? [] : [`${workspaces} workspaces, ${keys} keys`]

async function startOnPostgres({ cluster }, folder, attempt, example) {
  const database = `first_start_${attempt}`
  await query(cluster.url, `create database ${database}`)
  const url = new URL(cluster.url)
  url.pathname = `/${database}`
  const { services, failures } = await start(folder, { DATABASE_URL: url.href, EXAMPLE: example })
  const answers = await findWrongAnswers(folder, services)
  const [row] = await query(url.href, counts)
  await query(cluster.url, `drop database ${database}`)
  return [...failures, ...findWrongCounts(row), ...answers]
}

/** One process has the folder; the others end and say which one. */
async function startOnFolder(folder, example) {
  const { services, failures } = await start(folder, { EXAMPLE: example })
  const others = failures.filter((message) => !/is locked by process \d+/.test(message))
  const answers = await findWrongAnswers(folder, services)
  const engine = await PGlite.create(path.join(folder, 'data/database'))
  const { rows } = await engine.query(counts)
  await engine.close()
  return [
    ...(services.length === 1 ? [] : [`${services.length} processes serve one folder`]),
    ...others,
    ...findWrongCounts(rows[0]),
    ...answers,
  ]
}

/** Returns a line for each thing that is wrong. */
export async function startTogether(target, attempt) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'))
  const example = attempt % 2 ? 'on' : 'off'
  const isShared = target.engine === 'postgres'
  const lines = isShared
    ? await startOnPostgres(target, folder, attempt, example)
    : await startOnFolder(folder, example)
  fs.rmSync(folder, { recursive: true, force: true })
  const served = isShared ? 'each process serves' : 'one process serves, the others end'
  return { lines, right: `${processes.length} processes, one workspace, one key, ${served}` }
}
