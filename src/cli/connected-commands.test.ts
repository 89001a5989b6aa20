import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { type RunningServer, listen } from '#service/http/server.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import { run } from './run.ts'
import { trelloBoard } from './seed-board.ts'

let service: TestService
let listening: RunningServer
let owner: TestWorkspace
let folder: string
let out: string
let err: string

beforeAll(async () => {
  // Slow enough that an import of 70 records must wait for its turn on any machine.
  service = await openTestService({ RATE_LIMIT: '15/5' })
  listening = await listen(service.app, '127.0.0.1', 0)
  folder = mkdtempSync(join(tmpdir(), 'command-line-'))
})
afterAll(async () => {
  await listening.close(1000)
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  owner = await service.workspace()
  out = ''
  err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
})

const there = (key = owner.key) => ({
  WORKSPACE_URL: `http://127.0.0.1:${listening.port}/v1`,
  WORKSPACE_KEY: key,
})
/** To be asked again and again: an import may leave nothing of what the key may ask in this moment. */
const all = (endpoint: 'GET /boards' | 'GET /campaigns') => async () =>
  (await owner.request(endpoint)).body.data
const written = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('an import through a running service waits when it is told to, and loses nothing', async () => {
  const file = written('seed.json', trelloBoard({ cards: 50, lists: 3, seed: 1 }))
  expect(await run(['import', 'trello', file], there())).toBe(0)
  expect(out).toMatch(/cards +50 +50 +0 +0 +0\n/)
  expect(err).toMatch(/70 of 70 records\n$/)
  await expect.poll(all('GET /boards')).toMatchObject([{ name: '50 cards', card_count: 50 }])
}, 60_000)

test('rows that are rejected end in exit code 3, and the report names them', async () => {
  const card = { id: 'c', name: 'x'.repeat(513), idList: 'l' }
  const file = written('long.json', {
    id: 'b',
    name: 'B',
    lists: [{ id: 'l', name: 'L' }],
    cards: [card],
  })
  const report = join(folder, 'report.json')
  expect(await run(['import', 'trello', file, '--report', report], there())).toBe(3)
  const reason = 'its name has 513 characters, more than 512'
  expect(out).toContain(`Rejected:\n  cards[0] (c): ${reason}\n`)
  expect(JSON.parse(readFileSync(report, 'utf8')).rejected).toEqual([
    { kind: 'cards', path: 'cards[0]', id: 'c', reason },
  ])
})

test('contacts and campaigns come in through a running service, row by row told', async () => {
  const list = (await owner.request('POST /lists', { body: { name: 'Readers' } })).body
  const csv = join(folder, 'readers.csv')
  writeFileSync(csv, '\uFEFFEmail;Status\r\na@x.io;active\r\nnobody;active\r\n')
  expect(await run(['import', 'contacts', csv, '--list', list.id], there())).toBe(3)
  expect(out).toContain('Contacts of the list "Readers" from readers.csv')
  expect(out).toMatch(/contacts +2 +1 +0 +0 +1\n/)
  expect(out).toContain('Rejected:\n  row 3 (nobody): this is not an email address\n')

  out = ''
  const report = join(folder, 'campaigns.csv')
  writeFileSync(report, 'Title,Send Date,Total Recipients\nMay,4/30/21 6:04,5\n')
  const words = ['import', 'campaigns', report, '--timezone', 'Europe/Berlin']
  expect(await run(words, there())).toBe(0)
  expect(out).toMatch(/^From campaigns\.csv\n/)
  await expect
    .poll(all('GET /campaigns'))
    .toMatchObject([{ name: 'May', sent_at: '2021-04-30T04:04:00.000Z' }])
})

test('of several files none is imported when one of them is broken', async () => {
  const sound = written('sound.json', trelloBoard({ cards: 1, lists: 1, seed: 2 }))
  const broken = written('list.json', [])
  expect(await run(['import', 'trello', sound, broken], there())).toBe(1)
  expect(err).toMatch(/list\.json: This file holds an empty array and no board\./)
  await expect.poll(all('GET /boards')).toEqual([])
})

test('a dry run through a service writes nothing and says so', async () => {
  const file = written('dry.json', trelloBoard({ cards: 2, lists: 1, seed: 3 }))
  expect(await run(['import', 'trello', '--dry-run', file], there())).toBe(0)
  expect(out).toContain('This was a dry run: nothing was written.')
  await expect.poll(all('GET /boards')).toEqual([])
})

test('a key that may not import, a wrong one and no service are each told in one sentence', async () => {
  const file = written('keys.json', trelloBoard({ cards: 1, lists: 1, seed: 4 }))
  const { key } = (await owner.request('POST /api-keys', { body: { name: 'W', scope: 'write' } }))
    .body
  expect(await run(['import', 'trello', file], there(key))).toBe(1)
  expect(await run(['import', 'trello', file], there('wsk_w_wrong'))).toBe(1)
  const lines = err.trim().split('\n')
  expect(lines).toHaveLength(2)
  await expect.poll(all('GET /boards')).toEqual([])
})

test('keys are made through the service, and a name may look like an option', async () => {
  const words = ['keys', 'create', '--name=--odd', '--scope', 'write', '--admin']
  expect(await run(words, there())).toBe(0)
  const key = /wsk_w_\w+/.exec(out)?.[0] ?? ''
  expect((await owner.request('GET /me', { key })).body.key).toMatchObject({
    name: '--odd',
    admin: true,
  })
})

test('the OpenAPI document is printed with the address of its service', async () => {
  expect(await run(['openapi'], there())).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: `http://127.0.0.1:${listening.port}/v1` }],
  })
})

test('an address where nothing listens is told, and nothing else happens', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  const port = typeof address === 'object' ? address?.port : 0
  const env = { WORKSPACE_URL: `http://127.0.0.1:${port}/v1`, WORKSPACE_KEY: 'wsk_w_any' }
  expect(await run(['openapi'], env)).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
}, 60_000)
