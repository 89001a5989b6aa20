import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { openInstanceSecret } from './secret.ts'

let database: Database
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'secret-'))
const dataDir = path.join(root, 'not', 'there', 'yet')
const file = path.join(dataDir, 'instance.secret')

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  fs.rmSync(root, { recursive: true, force: true })
})
beforeEach(async () => {
  fs.rmSync(dataDir, { recursive: true, force: true })
  await database.pool.updateTable('instance').set({ secret_fingerprint: null }).execute()
})

const open = (instanceSecret?: string) => openInstanceSecret({ instanceSecret, dataDir, database })
const secret = () => randomBytes(32).toString('base64')

test('the first start creates a secret file readable by its owner only', async () => {
  await open()
  expect(Buffer.from(fs.readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
  expect(fs.readdirSync(dataDir)).toEqual(['instance.secret'])
  if (process.platform === 'win32') return
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('later starts derive the same keys from the secret', async () => {
  const first = await open()
  expect((await open()).deriveKey('cursor')).toEqual(first.deriveKey('cursor'))
})

test('each purpose gets its own derived key of 32 bytes', async () => {
  const { deriveKey } = await open()
  expect(deriveKey('cursor')).toHaveLength(32)
  expect(deriveKey('cursor')).not.toEqual(deriveKey('webhook-secret'))
})

test('the INSTANCE_SECRET setting takes precedence and creates no file', async () => {
  const given = secret()
  const { deriveKey } = await open(given)
  expect(fs.existsSync(file)).toBe(false)
  expect((await open(` ${given}\n`)).deriveKey('cursor')).toEqual(deriveKey('cursor'))
})

test('a different secret stops the start and names its source', async () => {
  await open()
  await expect(open(secret())).rejects.toThrow('INSTANCE_SECRET is not the secret')
  fs.writeFileSync(file, secret())
  await expect(open()).rejects.toThrow(`${file} is not the secret`)
})

test.each(['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
  'an INSTANCE_SECRET that is not 32 bytes is rejected: %s',
  async (text) => {
    await expect(open(text)).rejects.toThrow('INSTANCE_SECRET must be 32 bytes')
  },
)

test('the database stores nothing that reveals the secret', async () => {
  const given = secret()
  await open(given)
  const rows = JSON.stringify(await database.pool.selectFrom('instance').selectAll().execute())
  expect(rows).not.toContain(given)
  expect(rows).not.toContain(Buffer.from(given, 'base64').toString('hex').slice(0, 16))
})
