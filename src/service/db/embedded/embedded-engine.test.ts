import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'

import { BatchingPool } from '#service/db/driver/batching-pool.ts'
import { createDialect } from '#service/db/driver/kysely-dialect.ts'
import { refuseWhenFull } from './disk-space.ts'
import {
  type EmbeddedEngine,
  createEmbeddedPool,
  openEmbedded,
  readTemplate,
} from './embedded-engine.ts'

// Engines and processes are started here, which a busy machine does slowly.
vi.setConfig({ testTimeout: 60_000 })

// The parents are missing on purpose: the first start makes all of them.
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-'))
const dataDir = path.join(root, 'made', 'at', 'start')
afterAll(() => fs.rmSync(root, { recursive: true, force: true }), 60_000)

/** Kysely's way of asking: one client, given back whatever happens. */
async function ask(engine: EmbeddedEngine, text: string) {
  const client = await engine.pool.connect()
  try {
    return await client.query<Record<string, unknown>>(text)
  } finally {
    client.release()
  }
}
const close = async (engine: EmbeddedEngine) => {
  await engine.pool.end()
  await engine.close()
}

let fsyncs = 0
const open = () => openEmbedded({ dataDir, onFsync: () => (fsyncs += 1) })

test('the first start creates the folder, and every commit is fsynced', async () => {
  const engine = await open()
  await ask(engine, 'create table notes (id integer)')
  fsyncs = 0
  for (let id = 1; id <= 50; id++) await ask(engine, `insert into notes values (${id})`)
  expect(fsyncs).toBeGreaterThanOrEqual(50)
  expect((await ask(engine, 'show fsync')).rows).toEqual([{ fsync: 'on' }])
  expect((await ask(engine, 'show data_checksums')).rows).toEqual([{ data_checksums: 'on' }])
  if (process.platform !== 'win32') expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
  await close(engine)
})

test('writes survive a restart', async () => {
  const engine = await open()
  expect((await ask(engine, 'select count(*)::int as n from notes')).rows).toEqual([{ n: 50 }])
  await close(engine)
})

test('the connection works after an error', async () => {
  const engine = await open()
  // The pool's own way of asking ends the client after an error, and the next one takes its place.
  await expect(engine.pool.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' })
  await engine.pool.query('begin')
  await expect(engine.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  await engine.pool.query('rollback')
  await expect(ask(engine, 'select * from nowhere')).rejects.toMatchObject({ code: '42P01' })
  expect((await ask(engine, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  await close(engine)
})

test('writes fail on a nearly full disk while reads continue', async () => {
  const engine = await open()
  let least = Infinity
  const pool = new BatchingPool(engine.pool, {
    beforeWrite: () => refuseWhenFull(dataDir, least)(),
  })
  const dialect = createDialect(pool)
  const db = new Kysely<{ notes: { id: number } }>({ dialect })
  const write = () => db.transaction().execute((tx) => tx.deleteFrom('notes').executeTakeFirst())

  const number = sql`
    with first as (select min(id) as id from notes) update notes set id = 0 where id in (select id from first)`
  const outsideTransactions = [
    () => db.insertInto('notes').values({ id: 51 }).execute(),
    () => db.updateTable('notes').set({ id: 51 }).execute(),
    () => db.deleteFrom('notes').execute(),
    () => number.execute(db),
  ]
  for (const refused of [write, ...outsideTransactions])
    await expect(refused()).rejects.toMatchObject({ code: '53100' })
  const count = sql`with updates as (select id from notes) select count(*)::int from updates`
  expect((await count.execute(db)).rows).toEqual([{ count: 50 }])
  expect(await db.selectFrom('notes').selectAll().execute()).toHaveLength(50)

  least = 0
  expect((await number.execute(db)).numAffectedRows).toBe(1n)
  expect((await write()).numDeletedRows).toBe(50n)
  await db.destroy()
  await engine.close()
})

test('a folder with other files is never initialized', async () => {
  const foreign = path.join(root, 'foreign')
  fs.mkdirSync(path.join(foreign, 'database'), { recursive: true })
  fs.writeFileSync(path.join(foreign, 'database', 'letters.txt'), 'mine')
  await expect(openEmbedded({ dataDir: foreign })).rejects.toThrow('is not empty')
  expect(fs.readdirSync(path.join(foreign, 'database'))).toEqual(['letters.txt'])
})

/** The engine's own lock file is left over by every end, and means nothing (our own lock decides). */
const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(folder, 'database'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'postmaster.pid')
    .toSorted()

const breakage: [what: string, change: (folder: string) => void, sentence: string][] = [
  ['lost its version', (folder) => fs.rmSync(path.join(folder, 'PG_VERSION')), 'is damaged'],
  [
    'is of another version',
    (folder) => fs.writeFileSync(path.join(folder, 'PG_VERSION'), '17\n'),
    'another version',
  ],
  [
    'lost its control file',
    (folder) => fs.rmSync(path.join(folder, 'global', 'pg_control')),
    'Cannot open the database',
  ],
  [
    'has a control file of zeros',
    (folder) => fs.writeFileSync(path.join(folder, 'global', 'pg_control'), Buffer.alloc(8192)),
    'Cannot open the database',
  ],
  [
    'lost its log',
    (folder) => fs.rmSync(path.join(folder, 'pg_wal'), { recursive: true }),
    'Cannot open the database',
  ],
]

test.each(breakage)(
  'a database that %s is refused and not changed',
  async (what, change, sentence) => {
    const broken = path.join(root, what.replaceAll(' ', '-'))
    fs.cpSync(dataDir, broken, { recursive: true })
    change(path.join(broken, 'database'))
    const before = filesIn(broken)
    await expect(openEmbedded({ dataDir: broken })).rejects.toThrow(sentence)
    expect(filesIn(broken)).toEqual(before)
    // The refusal lets go of the folder: whoever repairs it can start at once.
    expect(fs.readdirSync(broken).filter((name) => name.startsWith('lock-'))).toEqual([])
  },
)

test('an interrupted first start is repeated', async () => {
  const half = path.join(root, 'half')
  fs.mkdirSync(path.join(half, 'database'), { recursive: true })
  fs.writeFileSync(path.join(half, 'database', 'PG_VERSION'), '18\n')
  fs.writeFileSync(path.join(half, 'database.json'), '{"state":"creating","engine":"any"}')
  const engine = await openEmbedded({ dataDir: half })
  expect((await ask(engine, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  await close(engine)
})

test('statements of one tick reach the engine in one call', async () => {
  const engine = await PGlite.create()
  const calls = vi.spyOn(engine, 'execProtocolStream')
  const pool = new BatchingPool(createEmbeddedPool(engine))
  const client = await pool.acquire()
  const select = (value: number) => ({ sql: `select ${value} as value`, parameters: [] })
  client.begin()
  const results = await Promise.all([client.execute(select(1)), client.execute(select(2))])
  expect(results.map(({ rows }) => rows)).toEqual([[{ value: 1 }], [{ value: 2 }]])
  expect(calls).toHaveBeenCalledTimes(1)
  await expect(client.execute({ sql: 'select 1 / 0', parameters: [] })).rejects.toMatchObject({
    code: '22012',
  })
  await client.rollback()
  expect((await client.execute(select(3))).rows).toEqual([{ value: 3 }])
  client.release()
  await pool.end()
  await engine.close()
})

/** Starts in a new folder. Returns the tables that are there at once, and writes one that has to be there later. */
async function startFrom(folder: string, template: Blob): Promise<unknown> {
  const at = { dataDir: path.join(root, folder), getTemplate: () => template }
  const engine = await openEmbedded(at)
  const { rows: tables } = await ask(engine, `select to_regclass('notes') as table`)
  expect((await ask(engine, 'show data_checksums')).rows).toEqual([{ data_checksums: 'on' }])
  await ask(engine, 'create table later (id integer)')
  await close(engine)
  const again = await openEmbedded(at)
  expect((await ask(again, 'select * from later')).rows).toEqual([])
  await close(again)
  return tables[0]?.['table']
}

test('a first start copies its template, or creates a database without it', async () => {
  const source = path.join(root, 'source')
  fs.cpSync(path.join(dataDir, 'database'), source, { recursive: true })
  const engine = await PGlite.create(source)
  const template = await engine.dumpDataDir('none')
  await engine.close()
  expect(await startFrom('copied', template)).toBe('notes')
  expect(await startFrom('created', template.slice(0, template.size / 2))).toBe(null)
})

test('a missing, damaged or outdated template is not read', async () => {
  const folder = path.join(root, 'templates')
  fs.mkdirSync(folder)
  expect(readTemplate(folder)).toBeUndefined()
  const packed = gzipSync('a dump')
  fs.writeFileSync(path.join(folder, 'engine-0.5.1.tar.gz'), packed)
  expect(readTemplate(folder)).toBeUndefined()
  const file = path.join(folder, 'engine-0.5.16.tar.gz')
  fs.writeFileSync(file, packed)
  expect(await readTemplate(folder)?.text()).toBe('a dump')
  fs.writeFileSync(file, packed.subarray(0, -1))
  expect(readTemplate(folder)).toBeUndefined()
})

test('the event loop turns while statements are queued', async () => {
  const engine = await open()
  const count = 50
  let responses = 0
  let turns = 0
  const countTurns = () => {
    turns += 1
    if (responses < count) setImmediate(countTurns)
  }
  await ask(engine, 'select 1')
  setImmediate(countTurns)
  await Promise.all(
    Array.from({ length: count }, () => ask(engine, 'select 1').then(() => void (responses += 1))),
  )
  expect(turns).toBeGreaterThanOrEqual(count)
  await close(engine)
})
