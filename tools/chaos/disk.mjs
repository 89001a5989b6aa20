// The disk of the database is full for a while: a file system of its own, in memory, that another program fills.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { caller, ownerKey, startService } from '../running-service.mjs'
import { createLedger, findLostWrites, startWriters, waitForWrites } from './writers.mjs'

/** The embedded engine takes 41 MiB and keeps 64 MiB free. */
const sizeMiB = 256
/** What PostgreSQL refused counts for 30 s. */
const patienceMs = 45_000

function run(program, ...args) {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(error?.message ?? stderr.trim())
}

function mountSmallDisk() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-disk-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', folder)
  } catch (error) {
    fs.rmdirSync(folder)
    throw error
  }
  return {
    folder,
    unmount() {
      // Also while a process that is about to end has it open.
      run('umount', '--lazy', folder)
      fs.rmdirSync(folder)
    },
  }
}

/** Undefined where this user may mount a file system. Otherwise the reason, and how it may work. */
export function whyNoSmallDisk() {
  let disk
  try {
    disk = mountSmallDisk()
  } catch ({ message }) {
    return `no file system can be mounted (${message}): run it as root or below "unshare --map-root-user --mount"`
  }
  disk.unmount()
  return undefined
}

/** Writes until not one byte is free. */
function fill(folder) {
  const file = path.join(folder, 'ballast')
  const descriptor = fs.openSync(file, 'w')
  try {
    for (const chunk of [Buffer.alloc(1_048_576), Buffer.alloc(4096)])
      try {
        for (;;) fs.writeSync(descriptor, chunk)
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error
      }
  } finally {
    fs.closeSync(descriptor)
  }
  return () => fs.rmSync(file)
}

/** The embedded engine has its folder on the small disk, PostgreSQL its tables; its log is elsewhere, as on a server of its own. */
async function settingsOf({ cluster }, disk, round) {
  if (!cluster) return { DATA_DIR: path.join(disk, 'data') }
  const { uid, gid } = fs.statSync(cluster.log)
  fs.chownSync(disk, uid, gid)
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`create tablespace small_${round} location '${disk}'`)
  await client.query(`create database full_${round} tablespace small_${round}`)
  await client.end()
  const url = new URL(cluster.url)
  url.pathname = `/full_${round}`
  return { DATABASE_URL: url.href }
}

const readiness = async ({ url }) => {
  const response = await fetch(`${url}/readyz`)
  const body = await response.json()
  return { status: response.status, code: body.error?.details?.[0]?.code }
}

/** Resolves with the milliseconds after which `isTrue` was true, undefined when it did not become true in time. */
async function waitUntil(isTrue) {
  const start = performance.now()
  while (performance.now() - start < patienceMs) {
    if (await isTrue()) return Math.round(performance.now() - start)
    await sleep(50)
  }
  return undefined
}

/** Writes that a full disk refuses say so, and are tried again; those of the killed service end. */
function createTolerance(wrong, service) {
  const refused = { count: 0 }
  return {
    refused,
    mayContinue: async ({ message, response }) => {
      if (service.child.killed) return false
      const isExpected =
        response?.status === 503 &&
        response.headers.has('retry-after') &&
        message.includes('"disk_full"')
      if (isExpected) refused.count += 1
      else wrong.push(message.slice(0, 200))
      await sleep(20)
      return true
    },
  }
}

async function findWrongWhileFull(service, call, board, ledger) {
  const wrong = await findLostWrites(call, board, ledger)
  const { status, code } = await readiness(service)
  if (status !== 503 || code !== 'disk_full') wrong.push(`/readyz returned ${status} ${code ?? ''}`)
  const alive = await fetch(`${service.url}/healthz`)
  if (!alive.ok) wrong.push(`/healthz returned ${alive.status}`)
  return wrong
}

/** Fills the disk during writes and empties it. Returns what happened, and a line for each thing that is wrong. */
async function fillDuringWrites(service, key, disk, ledger, writerCount) {
  const call = caller(service.url, key)
  const board = await call('POST', '/boards', { name: 'Disk', lists: [{ name: 'a' }] })
  const lines = []
  const { refused, mayContinue } = createTolerance(lines, service)
  const writers = startWriters(call, board, ledger, writerCount, mayContinue)
  await waitForWrites(ledger)
  const empty = fill(disk)
  if ((await waitUntil(() => refused.count >= 20)) === undefined)
    lines.push('the full disk refused nothing')
  lines.push(...(await findWrongWhileFull(service, call, board, ledger)))
  empty()
  const acknowledged = ledger.acknowledged
  const ready = await waitUntil(async () => (await readiness(service)).status === 200)
  if (ready === undefined) lines.push('/readyz never succeeded again')
  await waitForWrites(ledger)
  if (ledger.acknowledged === acknowledged) lines.push('nothing was written after it had room')
  service.child.kill('SIGKILL')
  await writers.stop()
  const summary = `${acknowledged} writes acknowledged until it had room, ${refused.count} refused, ready ${ready} ms later`
  return { board, summary, lines }
}

/** The acknowledged writes of the whole time are there after a kill. */
export async function fillDisk(target, round, writerCount) {
  const disk = mountSmallDisk()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'))
  const services = []
  const open = async (settings) => {
    services.push(await startService(folder, settings))
    return services.at(-1)
  }
  try {
    const settings = await settingsOf(target, disk.folder, round)
    const ledger = createLedger()
    const first = await open(settings)
    const key = ownerKey(folder)
    const result = await fillDuringWrites(first, key, disk.folder, ledger, writerCount)
    const { url } = await open(settings)
    const lost = await findLostWrites(caller(url, key), result.board, ledger)
    const lines = [...result.lines, ...lost]
    const summary = `${result.summary}; ${ledger.acknowledged} acknowledged before a kill, ${lost.length} lost`
    return { summary, lines }
  } catch ({ message }) {
    return { summary: 'ended early', lines: [message.slice(0, 400)] }
  } finally {
    try {
      for (const { child, ended } of services) {
        child.kill('SIGKILL')
        await ended
      }
      if (target.cluster) await dropDatabase(target.cluster, round)
    } finally {
      disk.unmount()
      fs.rmSync(folder, { recursive: true })
    }
  }
}

async function dropDatabase(cluster, round) {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`drop database if exists full_${round} with (force)`)
  await client.query(`drop tablespace if exists small_${round}`)
  await client.end()
}
