import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { whyNoSmallDisk } from './chaos/disk.mjs'
import { findPostgres } from './find-postgres.mjs'
import { startService } from './running-service.mjs'

const dist = path.resolve(import.meta.dirname, '../dist')

/** Every database that `initdb` creates has another one, at the beginning of this file. */
const identifierOf = (control: Buffer) => control.subarray(0, 8).toString('hex')

/** Of the empty database that the build stored, as a tar archive: each file follows a block of 512 bytes with its name. */
function identifierOfTemplate(): string {
  const [name] = fs.readdirSync(dist).filter((file) => /^engine-.*\.tar\.gz$/.test(file))
  const archive = gunzipSync(fs.readFileSync(path.join(dist, name ?? 'no template')))
  for (let at = 0; at < archive.length; at += 512)
    if (/^\/?global\/pg_control\0/.test(archive.toString('latin1', at, at + 20)))
      return identifierOf(archive.subarray(at + 512))
  throw new Error('The template has no control file.')
}

test('the built service starts a new database from the template', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'built-'))
  const service = await startService(folder)
  await service.stop()
  const control = fs.readFileSync(path.join(folder, 'data/database/global/pg_control'))
  fs.rmSync(folder, { recursive: true })
  expect(identifierOf(control)).toBe(identifierOfTemplate())
}, 60_000)

/** Runs these faults of the chaos tests and returns what they print. */
async function runChaos(faults: string, engine: string, kills: number): Promise<string> {
  const settings = ['--only', faults, '--engine', engine, '--kills', String(kills)]
  const options = { cwd: path.resolve(dist, '..'), timeout: 170_000 }
  const run = ['tools/chaos/chaos.mjs', ...settings]
  return (await promisify(execFile)(process.execPath, run, options)).stdout
}

// On the embedded engine the next process delivers at once; on PostgreSQL another waits for the end of a lease.
test('a kill while webhooks are delivered loses no write and no event', async () => {
  const stdout = await runChaos('webhooks', 'embedded', 1)
  expect(stdout).toMatch(/writes, 0 lost; \d+ events, 0 lost, \d+ repeats, 0 with other bytes/)
}, 180_000)

test('the clock of a process moves without harm to keys, buckets or events', async () => {
  expect(await runChaos('clock', 'embedded', 1)).toMatch(
    /^3 jumps of the clock: \d+ .*, 0 faults$/m,
  )
}, 180_000)

const noSmallDisk = whyNoSmallDisk()

// The title is all that the sum of a run says about a test that is skipped.
test.skipIf(noSmallDisk !== undefined)(
  `a full disk loses no acknowledged write${noSmallDisk === undefined ? '' : `: ${noSmallDisk}`}`,
  async () => {
    expect(await runChaos('disk', 'embedded', 1)).toMatch(/^full disk: 0 faults$/m)
  },
  180_000,
)

const postgres = findPostgres()

// Another process cannot open the folder of the embedded engine.
test.skipIf(!postgres || !('bin' in postgres))(
  'of four processes on an empty database, one creates the workspace',
  async () => {
    const stdout = await runChaos('first,clock', 'postgres', 2)
    expect(stdout).toMatch(/^2 starts at once: 0 wrong$/m)
    expect(stdout).toMatch(/^3 jumps of the clock: \d+ .*, 0 faults$/m)
  },
  180_000,
)
