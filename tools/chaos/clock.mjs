// The time of day of a service jumps back and forth by an hour, as a machine's does when it is set by hand.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'

import { followEvents } from '../event-stream.mjs'
import { caller } from '../running-service.mjs'
import { findWrongEvents } from './database.mjs'
import { createLedger, findLostWrites, startWriters, waitForWrites } from './writers.mjs'

const preload = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href
const hour = 3_600_000
/** Back by one hour, forth by two, and back to the true time. */
const shifts = [-hour, hour, 0]
const rate = { refill: 40, burst: 40 }

/** Writers are limited as well, and try again. */
const createTolerance = (wrong) => async (error) => {
  if (error.response?.status === 429) await sleep(100)
  else wrong.push(error.message.slice(0, 200))
  return error.response?.status === 429
}

/** The status of a request; of one that is limited also the seconds after which to try again. */
async function request(url, key) {
  const response = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
  await response.text()
  return { status: response.status, wait: Number(response.headers.get('retry-after')) }
}

async function emptyBucket(url, key) {
  for (let sent = 0; sent < 20 * rate.burst; sent += rate.burst) {
    const all = await Promise.all(Array.from({ length: rate.burst }, () => request(url, key)))
    const limited = all.find(({ status }) => status === 429)
    if (limited) return limited.wait
  }
  throw new Error('The bucket of the key never became empty.')
}

/** Revokes a key as another process would, on PostgreSQL: this one remembers it. The embedded engine has no other process. */
async function createRevokedKey({ cluster }, { service, call }) {
  const { id, key } = await call('POST', '/api-keys', { name: 'Revoked', scope: 'read' })
  if ((await request(service.url, key)).status !== 200) throw new Error('A key is refused.')
  if (!cluster) await call('DELETE', `/api-keys/${id}`)
  else {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    await client.query('update api_keys set revoked_at = now() where id = $1', [id])
    await client.end()
  }
  return key
}

/** Returns a line for each thing that is wrong after this jump. */
async function jump(target, opened, board, keys, shift, setClock) {
  const { service, call } = opened
  const wait = await emptyBucket(service.url, keys.busy)
  const invalid = { ...keys.invalid, revoked: await createRevokedKey(target, opened) }
  setClock(shift)
  // Longer than a process remembers a key, and the shift.
  await sleep(Math.max(wait * 1000, 1200))
  const wrong = []
  try {
    const card = { list_id: board.lists[0].id, name: 'When' }
    const { created_at } = await call('POST', `/boards/${board.id}/cards`, card)
    const difference = Date.parse(created_at) - Date.now() - shift
    if (Math.abs(difference) > 60_000) wrong.push(`the service is ${difference} ms off`)
  } catch ({ message }) {
    wrong.push(message.slice(0, 200))
  }
  const refilled = await request(service.url, keys.busy)
  if (refilled.status !== 200) wrong.push(`the bucket has not refilled after ${wait} s`)
  for (const [name, key] of Object.entries(invalid)) {
    const { status } = await request(service.url, key)
    if (status !== 401) wrong.push(`the ${name} key got ${status}`)
  }
  return wrong
}

async function createKeys(target, { service, call }) {
  const create = (name, more) => call('POST', '/api-keys', { name, scope: 'read', ...more })
  const busy = await create('Busy')
  const invalid = {}
  // Keys expire by the clock of the database, which is that of the process only on the embedded engine.
  if (target.engine === 'postgres') {
    const expires_at = new Date(Date.now() + 1500).toISOString()
    invalid.expired = (await create('Expired', { expires_at })).key
    while ((await request(service.url, invalid.expired)).status === 200) await sleep(100)
  }
  return { busy: busy.key, invalid }
}

async function jumpDuringWrites(target, opened, setClock, { rounds, writers: writerCount, print }) {
  const { service, key, call } = opened
  const wrong = []
  const board = await call('POST', '/boards', { name: 'Clock', lists: [{ name: 'a' }] })
  const keys = await createKeys(target, opened)
  const stream = await followEvents(service.url, key)
  const ledger = createLedger()
  const own = await call('POST', '/api-keys', { name: 'Writers', scope: 'write' })
  const limited = caller(service.url, own.key)
  const writers = startWriters(limited, board, ledger, writerCount, createTolerance(wrong))
  for (const shift of Array.from({ length: rounds }, () => shifts).flat()) {
    const lines = await jump(target, opened, board, keys, shift, setClock)
    print(`clock moved by ${shift / hour} h: ${lines.join('; ') || 'right'}`)
    wrong.push(...lines)
    // An empty bucket might take an hour.
    if (wrong.length > 0) break
    await waitForWrites(ledger)
  }
  await writers.stop()
  if (wrong.length === 0)
    wrong.push(
      ...(await findLostWrites(call, board, ledger)),
      ...(await findWrongEvents(call, stream.state, ledger)),
    )
  const { connections } = stream.state
  if (connections !== 1) wrong.push(`the event stream was opened ${connections} times`)
  await stream.stop()
  return { ledger, wrong }
}

/** Keys, buckets, the event stream and writes under a clock that jumps `rounds` times back and forth. */
export async function moveClock(target, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-clock-'))
  const file = path.join(folder, 'shift')
  const setClock = (shift) => fs.writeFileSync(file, String(shift))
  setClock(0)
  const opened = await target.open({
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_SHIFT_FILE: file,
    RATE_LIMIT: `${rate.refill}/${rate.burst}`,
  })
  const { ledger, wrong } = await jumpDuringWrites(target, opened, setClock, options).finally(
    async () => {
      await opened.service.stop()
      fs.rmSync(folder, { recursive: true })
    },
  )
  for (const line of wrong.slice(0, 10)) options.print(`  ${line}`)
  options.print(
    `${options.rounds * shifts.length} jumps of the clock: ${ledger.acknowledged} acknowledged writes, ${wrong.length} faults`,
  )
  return wrong.length === 0 && ledger.acknowledged > 0
}
