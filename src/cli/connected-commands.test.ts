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
import { keyCommands } from '#web/messages/en/key-commands.ts'
import { run } from './run.ts'
import { createTrelloBoard } from './seed-board.ts'

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

const serverEnv = (key = owner.key) => ({
  WORKSPACE_URL: `http://127.0.0.1:${listening.port}/v1`,
  WORKSPACE_KEY: key,
})
/** For `expect.poll`: after an import the rate limit of the key may be used up. */
const all = (endpoint: 'GET /boards' | 'GET /campaigns') => async () =>
  (await owner.request(endpoint)).body.data
const writeJson = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('an import through a running server respects the rate limit and loses nothing', async () => {
  const file = writeJson('seed.json', createTrelloBoard({ cards: 50, lists: 3, seed: 1 }))
  expect(await run(['import', 'trello', file], serverEnv())).toBe(0)
  expect(out).toMatch(/cards +50 +50 +0 +0 +0\n/)
  expect(err).toMatch(/70 of 70 records\n$/)
  await expect.poll(all('GET /boards')).toMatchObject([{ name: '50 cards', card_count: 50 }])
}, 60_000)

test('rejected rows cause exit code 3 and are listed in the report', async () => {
  const card = { id: 'c', name: 'x'.repeat(513), idList: 'l' }
  const file = writeJson('long.json', {
    id: 'b',
    name: 'B',
    lists: [{ id: 'l', name: 'L' }],
    cards: [card],
  })
  const report = join(folder, 'report.json')
  expect(await run(['import', 'trello', file, '--report', report], serverEnv())).toBe(3)
  const reason = 'the name has 513 characters (at most 512)'
  expect(out).toContain(`Rejected:\n  cards[0] (c): ${reason}\n`)
  expect(JSON.parse(readFileSync(report, 'utf8')).rejected).toEqual([
    { kind: 'cards', path: 'cards[0]', id: 'c', reason },
  ])
})

test('contacts and campaigns are imported through a running server', async () => {
  const list = (await owner.request('POST /lists', { body: { name: 'Readers' } })).body
  const csv = join(folder, 'readers.csv')
  writeFileSync(csv, '\uFEFFEmail;Status\r\na@x.io;active\r\nnobody;active\r\n')
  expect(await run(['import', 'contacts', csv, '--list', list.id], serverEnv())).toBe(3)
  expect(out).toContain('Contacts of the list "Readers" from readers.csv')
  expect(out).toMatch(/contacts +2 +1 +0 +0 +1\n/)
  expect(out).toContain('Rejected:\n  row 3 (nobody): this is not an email address\n')

  out = ''
  const report = join(folder, 'campaigns.csv')
  writeFileSync(report, 'Title,Send Date,Total Recipients\nMay,4/30/21 6:04,5\n')
  const args = ['import', 'campaigns', report, '--timezone', 'Europe/Berlin']
  expect(await run(args, serverEnv())).toBe(0)
  expect(out).toMatch(/^From campaigns\.csv\n/)
  await expect
    .poll(all('GET /campaigns'))
    .toMatchObject([{ name: 'May', sent_at: '2021-04-30T04:04:00.000Z' }])
})

test('files of which nothing can be imported exit with code 1 and leave nothing', async () => {
  const list = (await owner.request('POST /lists', { body: { name: 'Readers' } })).body
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const contacts = ['contacts', '--list', list.id]
  const files: [string, string[], string][] = [
    ['campaigns-header.csv', ['campaigns'], 'Title,Total Recipients\n'],
    ['campaigns-bad.csv', ['campaigns'], 'Title,Total Recipients,Successful Deliveries\nA,5,6\n'],
    ['contacts-header.csv', contacts, 'Email,Name\n'],
    ['contacts-bad.csv', contacts, 'Email,Tags\nnobody,vip\n'],
    ['posts-header.csv', ['feedback'], 'id,title\n'],
    [
      'posts-bad.csv',
      ['feedback'],
      'id,title,tags,author_email,status\n1,A,new,a@x.io,odd\n2,,new,,\n',
    ],
  ]
  for (const [name, command, text] of files) {
    expect([name, await run(['import', ...command, write(name, text)], serverEnv())]).toEqual([
      name,
      1,
    ])
    expect(err).toMatch(/Nothing was imported(: no records found)?\.\n$/)
  }
  await expect.poll(all('GET /campaigns')).toEqual([])
  for (const path of ['feedback/boards', 'feedback/users', 'feedback/tags', 'feedback/posts'])
    await expect.poll(async () => (await owner.request(`GET /${path}`)).body.data).toEqual([])
  await expect
    .poll(async () => (await owner.request(`GET /lists/${list.id}/tags`)).body.data)
    .toEqual([])
})

test('a board whose lists are all rejected exits with code 1 and leaves nothing', async () => {
  const hex = (n: number) => `5a1e685af39e7ba8a245000${n}`
  const board = (id: string, name: string) => ({
    id,
    name,
    lists: [{ id: hex(1), name: 'Shared' }],
    labels: [{ id: hex(2), name: id, color: 'red' }],
    members: [{ id: hex(id.length), fullName: id }],
    cards: [{ id: hex(8 - id.length), name: 'Card', idList: hex(1) }],
  })
  expect(
    await run(['import', 'trello', writeJson('a.json', board('abc', 'First'))], serverEnv()),
  ).toBe(0)
  const copy = writeJson('copy.json', board('abcd', 'Copy'))
  expect(await run(['import', 'trello', copy], serverEnv())).toBe(1)
  expect(out).toMatch(/boards +1 +0 +0 +0 +1\n/)
  const long = {
    ...board('abcde', 'Long'),
    lists: [{ id: hex(6), name: 'x'.repeat(300) }],
    cards: [],
  }
  expect(await run(['import', 'trello', writeJson('long-list.json', long)], serverEnv())).toBe(1)
  for (const path of ['boards', 'boards?archived=true'])
    await expect
      .poll(async () => (await owner.request(`GET /${path}`)).body.data?.length)
      .toBe(path === 'boards' ? 1 : 0)
  await expect.poll(async () => (await owner.request('GET /members')).body.data?.length).toBe(1)
})

test('no file is imported when one of them is invalid', async () => {
  const valid = writeJson('valid.json', createTrelloBoard({ cards: 1, lists: 1, seed: 2 }))
  const invalid = writeJson('list.json', [])
  expect(await run(['import', 'trello', valid, invalid], serverEnv())).toBe(1)
  expect(err).toMatch(/list\.json: Expected a board, found an empty array\./)
  await expect.poll(all('GET /boards')).toEqual([])
})

test('a dry run writes nothing and says so', async () => {
  const file = writeJson('dry.json', createTrelloBoard({ cards: 2, lists: 1, seed: 3 }))
  expect(await run(['import', 'trello', '--dry-run', file], serverEnv())).toBe(0)
  expect(out).toContain('Dry run: nothing was written.')
  await expect.poll(all('GET /boards')).toEqual([])
})

test('a key without import rights and an invalid key fail with one sentence', async () => {
  const file = writeJson('keys.json', createTrelloBoard({ cards: 1, lists: 1, seed: 4 }))
  const { key } = (await owner.request('POST /api-keys', { body: { name: 'W', scope: 'write' } }))
    .body
  expect(await run(['import', 'trello', file], serverEnv(key))).toBe(1)
  expect(await run(['import', 'trello', file], serverEnv('wsk_w_wrong'))).toBe(1)
  const lines = err.trim().split('\n')
  expect(lines).toHaveLength(2)
  await expect.poll(all('GET /boards')).toEqual([])
})

test('keys create works through the server, with a name like an option', async () => {
  const args = ['keys', 'create', '--name=--odd', '--scope', 'write', '--admin']
  expect(await run(args, serverEnv())).toBe(0)
  const key = /wsk_w_\w+/.exec(out)?.[0] ?? ''
  expect((await owner.request('GET /me', { key })).body.key).toMatchObject({
    name: '--odd',
    admin: true,
  })
})

test('keys create gives the key to a member, who must exist', async () => {
  const { id } = await owner.create('POST /members', { name: 'Ana' })
  const args = ['keys', 'create', '--name', 'Laptop', '--scope', 'read', '--member']
  expect(await run([...args, id], serverEnv())).toBe(0)
  expect(out).toMatch(/^Key "Laptop" \(read, Ana\):/)
  const key = /wsk_r_\w+/.exec(out)?.[0] ?? ''
  expect((await owner.request('GET /me', { key })).body.member).toMatchObject({ id })
  expect(await run([...args, 'mem_0'], serverEnv())).toBe(1)
  expect(err).toContain('mem_0')
})

test.each(Object.values(keyCommands))('"%s" of the dashboard works', async (command) => {
  const [, args = ''] = command.split(' -- ')
  expect(await run(args.split(' '), serverEnv())).toBe(0)
  expect(out).toMatch(/^Key "\w+" \((read|write, admin)\):\n\n {4}wsk_[rw]_\w+\n/)
})

test('openapi prints the document with the URL of its server', async () => {
  expect(await run(['openapi'], serverEnv())).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: `http://127.0.0.1:${listening.port}/v1` }],
  })
})

test('WORKSPACE_URL without a path is the API under /v1', async () => {
  const { WORKSPACE_KEY } = serverEnv()
  for (const path of ['', '/']) {
    out = ''
    const WORKSPACE_URL = `http://127.0.0.1:${listening.port}${path}`
    expect(await run(['openapi'], { WORKSPACE_URL, WORKSPACE_KEY })).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' })
  }
})

test('an import report begins with what people lose', async () => {
  const card = { id: 'c', name: 'C', idList: 'l', attachments: [{ name: 'a' }, { name: 'b' }] }
  const file = writeJson('losses.json', {
    id: 'losses',
    name: 'Losses',
    lists: [{ id: 'l', name: 'L' }],
    cards: [card],
    actions: [{ type: 'commentCard', data: { text: 'Well done' } }],
    labels: [{ id: 'green', name: 'G', color: '?' }],
    someday: 'maybe',
  })
  const report = join(folder, 'losses-report.json')
  expect(await run(['import', 'trello', file, '--report', report], serverEnv())).toBe(0)
  // The attachments are in the description of their card.
  expect(out).toMatch(/^Not imported: 1 comment, 1 other field\n\nBoard /)
  expect(out).not.toContain('cards[]')
  expect(out).toContain('labels[].color: unknown color, imported as gray: 1, for example green\n')
  expect(out).toContain('Run with --verbose')
  const paths = ['actions (commentCard)', 'someday']
  const { not_mapped, notes } = JSON.parse(readFileSync(report, 'utf8'))
  expect(not_mapped).toMatchObject(paths.map((path) => ({ path })))
  expect(notes).toEqual([
    {
      code: 'unknown_color',
      params: {},
      count: 1,
      example: 'green',
      message: 'labels[].color: unknown color, imported as gray',
    },
  ])

  out = ''
  expect(await run(['import', 'trello', file, '--verbose'], serverEnv())).toBe(0)
  expect(out).toMatch(/^Not imported: 1 comment/)
  expect(out).toContain('someday: ')
})

test('an unreachable server fails with one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  const port = typeof address === 'object' ? address?.port : 0
  const env = { WORKSPACE_URL: `http://127.0.0.1:${port}/v1`, WORKSPACE_KEY: 'wsk_w_any' }
  expect(await run(['openapi'], env)).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
}, 60_000)

test.each([
  ['a dry run', ['--dry-run']],
  ['an import', []],
])('%s of contacts says before it starts how many become pending', async (_, options) => {
  const list = await owner.create('POST /lists', { name: 'Readers', double_opt_in: true })
  await owner.create(`POST /lists/${list.id}/contacts`, { email_address: 'a@x.io' })
  const csv = join(folder, 'pending.csv')
  writeFileSync(csv, 'Email,Status\na@x.io,\nb@x.io,\nc@x.io,subscribed\n')
  const args = ['import', 'contacts', csv, '--list', list.id, ...options]
  expect(await run(args, serverEnv())).toBe(0)
  expect(out).toMatch(/^Up to 2 contacts become pending, because the list asks new contacts/)
  expect(out).toContain('pending because the list asks for confirmation: 1,')
})

test('an export of contacts is imported again without a change', async () => {
  const list_id = (await owner.request('POST /lists', { body: { name: 'Readers' } })).body.id
  for (const body of [
    { email_address: 'ada@x.io', tags: ['a,b', '-c'], fields: { Phone: '+49', Status: 'gold' } },
    { email_address: 'bob@x.io', status: 'unsubscribed' },
  ])
    await owner.request(`POST /lists/${list_id}/contacts`, { body })
  await owner.events()
  const file = join(folder, 'contacts.csv')
  const args = ['export', 'contacts', '--list', list_id]
  expect(await run([...args, '--output', file], serverEnv())).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain("'+49")
  expect(await run(['import', 'contacts', file, '--list', list_id], serverEnv())).toBe(0)
  expect(out).toMatch(/contacts +2 +0 +0 +2 +0\n/)
  expect(await owner.events()).toEqual([])

  out = ''
  expect(await run([...args, '--status', 'unsubscribed', '--raw'], serverEnv())).toBe(0)
  expect(await run([...args, '--list', 'lst_0'], serverEnv())).toBe(2)
  expect(await run(['export', 'contacts', '--list', 'lst_0'], serverEnv())).toBe(1)
  expect(err).toContain('No list has the id lst_0.')
})
