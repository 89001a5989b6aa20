import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

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

/** Runs one fault of the chaos tests and returns what it prints. */
async function runChaos(fault: string, engine: string, kills: number): Promise<string> {
  const settings = ['--only', fault, '--engine', engine, '--kills', String(kills)]
  const options = { cwd: path.resolve(dist, '..'), timeout: 170_000 }
  const run = ['tools/chaos/chaos.mjs', ...settings]
  return (await promisify(execFile)(process.execPath, run, options)).stdout
}

// On the embedded engine the next process delivers at once; on PostgreSQL another waits for the end of a lease.
test('a kill while webhooks are delivered loses no write and no event', async () => {
  const stdout = await runChaos('webhooks', 'embedded', 1)
  expect(stdout).toMatch(/writes, 0 lost; \d+ events, 0 lost, \d+ repeats, 0 with other bytes/)
}, 180_000)

const postgres = findPostgres()

// Another process cannot open the folder of the embedded engine.
test.skipIf(!postgres || !('bin' in postgres))(
  'of two processes on an empty database, one creates the workspace',
  async () => {
    expect(await runChaos('first', 'postgres', 2)).toMatch(/^2 double starts: 0 wrong$/m)
  },
  180_000,
)
