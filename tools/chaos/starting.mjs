// Two processes that start at the same moment on one empty database.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

import { caller, ownerKey, startService } from '../running-service.mjs'

async function query(connectionString, statement) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Both processes have the same settings, as replicas of one container do. Returns a line for each thing that is wrong. */
export async function startTogether({ cluster }, attempt) {
  const database = `first_start_${attempt}`
  await query(cluster.url, `create database ${database}`)
  const url = new URL(cluster.url)
  url.pathname = `/${database}`
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'))
  const settings = { DATABASE_URL: url.href, EXAMPLE: attempt % 2 ? 'on' : 'off' }
  const starts = await Promise.allSettled([1, 2].map(() => startService(folder, settings)))
  const services = starts.flatMap(({ value }) => value ?? [])
  const wrong = starts.flatMap(({ reason }) => (reason ? String(reason.message).trim() : []))
  const [{ workspaces, keys }] = await query(
    url.href,
    'select (select count(*)::int from workspaces) workspaces, (select count(*)::int from api_keys) keys',
  )
  if (workspaces !== 1 || keys !== 1) wrong.push(`${workspaces} workspaces, ${keys} keys`)
  for (const service of services)
    await caller(service.url, ownerKey(folder))('GET', '/me').catch(({ message }) =>
      wrong.push(message.slice(0, 200)),
    )
  await Promise.all(services.map(({ stop }) => stop()))
  await query(cluster.url, `drop database ${database}`)
  fs.rmSync(folder, { recursive: true, force: true })
  return wrong
}
