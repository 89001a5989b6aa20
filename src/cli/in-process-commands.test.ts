// Runs on both engines: the command line opens the database itself.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase, urlOfDatabase } from '#service/db/test-database.ts'
import { run } from './run.ts'
import { createTrelloBoard } from './seed-board.ts'

let folder: string
let database: Database | undefined
let env: Record<string, string>
let out: string
let err: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offline-'))
  env = { DATA_DIR: join(folder, 'data') }
  if (process.env['TEST_ENGINE'] !== 'postgres') return
  database = await openTestDatabase()
  env = { ...env, DATABASE_URL: await urlOfDatabase(database) }
})
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  out = ''
  err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
})

test('without WORKSPACE_URL a command opens the database, and a new one shows its key', async () => {
  const board = `\uFEFF${JSON.stringify(createTrelloBoard({ cards: 5, lists: 2, seed: 1 }))}`
  const file = join(folder, 'board.json.gz')
  writeFileSync(file, gzipSync(board))
  const report = join(folder, 'report.json')
  expect(await run(['import', 'trello', file, '--report', report], env)).toBe(0)
  expect(err).toMatch(/^New database. Owner key \(shown once\): wsk_w_\w{38}\n/)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    file: 'board.json.gz',
    counts: { cards: { read: 5, created: 5 } },
  })

  err = ''
  expect(await run(['import', 'trello', file], env)).toBe(0)
  expect(out).toMatch(/cards +5 +0 +0 +5 +0\n/)
  expect(err).not.toContain('New database')

  out = ''
  const names = ['--name', 'One', '--name', 'Two']
  expect(await run(['workspaces', 'create', ...names, '--json'], env)).toBe(0)
  expect(JSON.parse(out)).toMatchObject([{ name: 'One' }, { name: 'Two' }])
}, 240_000)

test('seed creates a separate workspace, and the same one only once', async () => {
  const args = ['seed', '--size', 'small', '--json']
  expect(await run(args, env)).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    name: 'Fern & Field',
    id: expect.stringMatching(/^wsp_01/),
  })
  expect(await run(args, env)).toBe(1)
  expect(err).toMatch(/^seed: This database already has that workspace: .*\n$/)
}, 240_000)
