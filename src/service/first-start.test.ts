import { type Kysely, sql } from 'kysely'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newId } from '#service/db/ids.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { urlOfDatabase } from '#service/db/test-database.ts'
import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { insertWorkspace } from '#service/developers/workspace.store.ts'
import { servicePerFile, TEST_SECRET } from '#service/http/test-service.ts'
import { type FirstStart, firstStart, printStartMessage } from './first-start.ts'
import { openInProcessService } from './in-process-service.ts'
import { createWorkspace } from './new-workspace.ts'

const service = servicePerFile()
let folder = ''
let keyFile = ''
beforeEach(async () => {
  await sql`truncate workspaces cascade`.execute(service.database.pool)
  folder = mkdtempSync(join(tmpdir(), 'first-start-'))
  keyFile = join(folder, 'owner.key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (settings: { example?: boolean; ownerKeyFile?: string } = {}) =>
  firstStart(service, { example: false, ownerKeyFile: undefined, ...settings })

async function countRows() {
  const { pool } = service.database
  const count = async (table: 'workspaces' | 'api_keys') =>
    (await pool.selectFrom(table).select('id').execute()).length
  return { workspaces: await count('workspaces'), keys: await count('api_keys') }
}

const isAccepted = async (key: string) => {
  const headers = { Authorization: `Bearer ${key}` }
  const request = new Request('http://service.test/v1/me', { headers })
  return (await service.app.fetch(request)).ok
}

test('of two first starts at once, one creates the workspace', async () => {
  const starts = await Promise.all([
    run({ example: true, ownerKeyFile: keyFile }),
    run({ example: true, ownerKeyFile: keyFile }),
  ])
  expect(starts.map(({ creator }) => creator).toSorted()).toEqual([
    'another_process',
    'this_process',
  ])
  expect(await countRows()).toEqual({ workspaces: 1, keys: 1 })
  expect(await isAccepted(readFileSync(keyFile, 'utf8').trim())).toBe(true)
  expect(await run()).toEqual({ creator: 'none' })
})

// The embedded engine has one process: nobody to wait for.
test.skipIf(hasOneConnection)(
  'a command waits for a first start and uses its workspace',
  async () => {
    const { database } = service
    const env = { DATABASE_URL: await urlOfDatabase(database), INSTANCE_SECRET: TEST_SECRET }
    const [first, command] = await database.pool.transaction().execute(async (other) => {
      await other.selectFrom('instance').select('id').forUpdate().execute()
      const starts = [run(), openInProcessService(env)] as const
      await expect.poll(() => lockWaits(database)).toBe(2)
      return starts
    })
    await first
    const { close, fetch, base_url, key } = await command
    const headers = { Authorization: `Bearer ${key}` }
    const boards = await fetch(new Request(`${base_url}/boards`, { headers }))
    await close()
    expect(boards.status).toBe(200)
    expect(await countRows()).toEqual({ workspaces: 1, keys: 1 })
  },
)

test.skipIf(hasOneConnection)(
  'a first start creates nothing while a command creates a workspace',
  async () => {
    const { database } = service
    let start: Promise<FirstStart> | undefined
    await createWorkspace(database, 'Own', {
      now: new Date(),
      makeId: newId,
      fill: async () => {
        start = run()
        await expect.poll(() => lockWaits(database)).toBe(1)
        return null
      },
    })
    expect(await start).toEqual({ creator: 'another_process' })
    expect(await countRows()).toEqual({ workspaces: 1, keys: 1 })
  },
)

test('a first start writes its key to a file for its owner', async () => {
  const { creator, ...rest } = await run({ ownerKeyFile: keyFile })
  expect([creator, { owner_key: readFileSync(keyFile, 'utf8').trim() }]).toEqual([
    'this_process',
    rest,
  ])
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
})

test('a first start overwrites the key file of another database', async () => {
  writeFileSync(keyFile, 'The key of another database, which is longer than a key is.\n'.repeat(3))
  await run({ ownerKeyFile: keyFile })
  expect(readFileSync(keyFile, 'utf8')).toMatch(/^wsk_w_\w+\n$/)
})

// Linux has a file that can be opened, and refuses what is not a number.
const numberFile = '/proc/self/oom_score_adj'
const unwritable = existsSync(numberFile) ? [numberFile] : []

test('a key file that cannot be written stops the first start', async () => {
  for (const ownerKeyFile of [join(folder, 'missing', 'owner.key'), ...unwritable])
    await expect(run({ ownerKeyFile })).rejects.toThrow(
      /^OWNER_KEY_FILE cannot be written: E.*Nothing was created\.$/,
    )
  expect(await countRows()).toEqual({ workspaces: 0, keys: 0 })
})

test('a key file that is not a regular file stops the first start', async () => {
  const pipe = join(folder, 'pipe')
  if (process.platform !== 'win32') execFileSync('mkfifo', [pipe])
  for (const ownerKeyFile of [folder, ...(existsSync(pipe) ? [pipe, '/dev/null'] : [])])
    await expect(run({ ownerKeyFile })).rejects.toThrow(
      'OWNER_KEY_FILE cannot be written: it is not a regular file. Nothing was created.',
    )
  expect(await countRows()).toEqual({ workspaces: 0, keys: 0 })
})

test.skipIf(hasOneConnection)('the key file is opened before the first start locks', async () => {
  const { database } = service
  const first = await database.pool.transaction().execute(async (other) => {
    await other.selectFrom('instance').select('id').forUpdate().execute()
    const start = run({ ownerKeyFile: keyFile })
    await expect.poll(() => lockWaits(database), { timeout: 20_000 }).toBe(1)
    expect(readFileSync(keyFile, 'utf8')).toBe('')
    return { start }
  })
  expect((await first.start).creator).toBe('this_process')
  expect(readFileSync(keyFile, 'utf8')).toMatch(/^wsk_w_\w+\n$/)
})

test.skipIf(hasOneConnection)(
  'a key file that is replaced meanwhile stops the first start',
  async () => {
    const { database } = service
    const first = await database.pool.transaction().execute(async (other) => {
      await other.selectFrom('instance').select('id').forUpdate().execute()
      const start = run({ ownerKeyFile: keyFile })
      start.catch(() => undefined) // it rejects before it is awaited
      await expect.poll(() => lockWaits(database), { timeout: 20_000 }).toBe(1)
      rmSync(keyFile)
      writeFileSync(keyFile, '')
      return { start }
    })
    await expect(first.start).rejects.toThrow('another process has replaced the file')
    expect(await countRows()).toEqual({ workspaces: 0, keys: 0 })
  },
)

/** Runs first starts that have opened their files and wait for another process, which does something before it ends. */
async function runLate(files: readonly string[], other: (tx: Kysely<Tables>) => unknown) {
  const { database } = service
  const starts = await database.pool.transaction().execute(async (tx) => {
    await tx.selectFrom('instance').select('id').forUpdate().execute()
    const late = files.map((ownerKeyFile) => run({ ownerKeyFile }))
    await expect.poll(() => lockWaits(database)).toBe(files.length)
    await other(tx)
    return { late }
  })
  return Promise.all(starts.late)
}

const insertOwn = (tx: Kysely<Tables>) => {
  const now = new Date()
  const owner = { owner_id: newId('mem', now), owner_name: 'Owner' }
  return insertWorkspace(tx, { id: newId('wsp', now), name: 'Own', ...owner }, now)
}

test.skipIf(hasOneConnection)('a first start that comes too late leaves no key file', async () => {
  const files = [keyFile, join(folder, 'other.key')]
  await runLate(files, () => undefined)
  const [written, ...others] = files.filter((file) => existsSync(file))
  expect(others).toEqual([])
  expect(await isAccepted(readFileSync(written ?? '', 'utf8').trim())).toBe(true)
})

test.skipIf(hasOneConnection)(
  'a first start that comes too late leaves the key file of another process',
  async () => {
    const key = 'The key of the other process.'
    await runLate([keyFile], async (tx) => {
      rmSync(keyFile)
      writeFileSync(keyFile, key)
      await insertOwn(tx)
    })
    expect(readFileSync(keyFile, 'utf8')).toBe(key)
  },
)

test('a first start that fails deletes its key file and creates nothing', async () => {
  const createWebhookSecret = () => {
    throw new Error('Broken for this test.')
  }
  const settings = { example: true, ownerKeyFile: keyFile }
  await expect(firstStart({ ...service, createWebhookSecret }, settings)).rejects.toThrow(
    'Broken for this test.',
  )
  expect(existsSync(keyFile)).toBe(false)
  expect(await countRows()).toEqual({ workspaces: 0, keys: 0 })
})

test('the start message names the URL, and who has the key', () => {
  const messageAfter = (...from: [FirstStart, string?]) => {
    let out = ''
    const write = vi.spyOn(process.stdout, 'write')
    write.mockImplementation((text) => ((out += String(text)), true))
    printStartMessage('http://localhost:4400', from[0], from[1])
    write.mockRestore()
    return out.split('\n').flatMap((line) => line.trim() || [])
  }
  const urls = [
    'Workspace Admin is ready at http://localhost:4400',
    'API: http://localhost:4400/v1',
  ]
  expect(messageAfter({ creator: 'none' })).toEqual(urls)
  expect(messageAfter({ creator: 'another_process' }, 'owner.key')).toEqual([
    ...urls,
    'Another process has just created the first workspace. It shows the API key, or has written it to its file.',
    'If it ended before that, create a key with the same DATABASE_URL and INSTANCE_SECRET:',
    'npm run cli -- keys create --name Owner --scope write --admin',
  ])
  const created = { creator: 'this_process', owner_key: 'wsk_w_1' } as const
  expect(messageAfter(created, 'owner.key')).toEqual([
    ...urls,
    'Your API key was written to owner.key.',
  ])
  expect(messageAfter(created)).toEqual([
    ...urls,
    'Your API key:',
    'wsk_w_1',
    'Copy it now. It will not be shown again. Open the URL above and paste it to connect.',
  ])
})
