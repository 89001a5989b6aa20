// Runs on both engines: it relies on leases and row locks.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { hasOneConnection } from '#service/db/test-lock-waits.ts'
import { findImportFile, lockImport } from '#service/email/contact-files/contact-imports.store.ts'
import { importPart, openImport } from '#service/email/contact-files/import-part.ts'
import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { createLog } from '#service/log.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import { createImportRunner, nextPartSize } from './import-runner.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

let list: string
beforeEach(async () => {
  list = `/lists/${(await owner.create('POST /lists', { name: 'Readers' })).id}`
})

// Several parts on both engines.
const rowCount = 1200
const createFile = (rows: number) =>
  `Email,No\n${Array.from({ length: rows }, (_, at) => `reader${at}@x.io,${at}`).join('\n')}`
const send = async (rows = rowCount) => {
  const response = await owner.request(`POST ${list}/imports`, { body: { csv: createFile(rows) } })
  return response.body.id
}
const read = async (id: string) => (await owner.request(`GET ${list}/imports/${id}`)).body
const contactCount = async () => (await owner.request(`GET ${list}`)).body.counts.total
/** A process of its own; `onPart` is called after each part that it writes. */
const createRunner = (onPart: () => void = () => undefined) => {
  const options = {
    log: createLog('error'),
    addressHashes: service.addressHashes,
    onWrites: onPart,
  }
  const runner = createImportRunner(service.database, options)
  onTestFinished(() => runner.stop())
  return runner
}
/** Imports the next 500 rows of an import as another process would. */
async function openElsewhere(id: string) {
  const { database } = service
  const { workspace_id } = owner
  const file = await findImportFile(database.readOnly(workspace_id), id)
  if (!file) throw new Error('The import has no file.')
  const open = await openImport(file)
  const now = new Date()
  const key = { key_id: null, member_id: null, workspace_id } as const
  const caller = { ...key, scope: 'write', admin: true } as const
  return (lease: string, { ms = 60_000, beforeCommit = async () => {} } = {}) =>
    database.transaction(workspace_id, async (db) => {
      const hashAddress = service.addressHashes(workspace_id)
      const context = { db, now, emit: createEmit(db, caller, now, true), hashAddress }
      const part = await importPart(context, open, { lease, lease_ms: ms, rows: 500 })
      await beforeCommit()
      return part
    })
}
const isFinished = (id: string) => async () => (await read(id)).finished_at !== null
const patience = { timeout: 30_000, interval: 20 }

test('a part has as many rows as 50 ms allow', () => {
  expect(nextPartSize(40, 100)).toBe(20)
  expect(nextPartSize(40, 40)).toBe(50)
  // One fast part is no reason for one that takes long.
  expect(nextPartSize(40, 1)).toBe(80)
  expect([nextPartSize(10, 5000), nextPartSize(200, 10)]).toEqual([10, 200])
})

test('an import goes on in another process, without a row twice', async () => {
  const id = await send()
  let stopped: Promise<string> | undefined
  const first = createRunner(() => (stopped ??= first.stop().then(() => 'stopped')))
  first.start()
  await expect.poll(() => stopped, patience).toBe('stopped')
  const { status, counts } = await read(id)
  expect(status).toBe('running')
  expect(counts.created).toBeGreaterThan(0)
  expect(counts.created).toBeLessThan(rowCount)
  expect(await contactCount()).toBe(counts.created)

  const second = createRunner()
  second.start()
  await expect.poll(isFinished(id), patience).toBe(true)
  await second.stop()
  expect((await read(id)).counts).toEqual({
    total: rowCount,
    created: rowCount,
    updated: 0,
    skipped: 0,
    failed: 0,
  })
  expect(await contactCount()).toBe(rowCount)
  const created = (await owner.events()).filter((kind) => kind === 'contact.created')
  expect(created).toHaveLength(rowCount)
})

test('two processes write a part of an import once', async () => {
  const id = await send()
  const writePart = await openElsewhere(id)
  const isRefused = async () => expect(await writePart('second process')).toBeUndefined()
  // The embedded engine has one connection.
  const whileLocked = service.database.kind === 'embedded' ? {} : { beforeCommit: isRefused }
  expect(await writePart('first process', whileLocked)).toMatchObject({ hasMore: true })
  await isRefused()
  expect((await read(id)).counts).toMatchObject({ created: 500, skipped: 0 })
  expect(await contactCount()).toBe(500)
})

// The embedded engine has the clock of its process.
test.skipIf(hasOneConnection)('leases of imports follow no clock of a process', async () => {
  const id = await send(3000)
  /** A process that begins where the import is. */
  const writePart = async (lease: string, options?: { ms: number }) =>
    (await openElsewhere(id))(lease, options)
  onTestFinished(() => void vi.useRealTimers())
  const setClock = (hours: number) => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  }
  setClock(-1)
  expect(await writePart('first process')).toMatchObject({ hasMore: true })
  setClock(1)
  expect(await writePart('second process')).toBeUndefined()
  // Its lease ends at once.
  expect(await writePart('first process', { ms: -1 })).toMatchObject({ hasMore: true })
  setClock(-1)
  expect(await writePart('second process')).toMatchObject({ hasMore: true })
  expect(await contactCount()).toBe(1500)
})

test.each([false, true])(
  'notes of an import count once after a repeated part and a restart, dry run %s',
  async (dry_run) => {
    const again = Array.from({ length: 100 }, (_, at) => `reader${at}@x.io,${at}`)
    const csv = `${createFile(rowCount)}\n${again.join('\n')}`
    const { body } = await owner.request(`POST ${list}/imports`, { body: { csv, dry_run } })
    const writePart = await openElsewhere(body.id)
    const beforeCommit = async () => {
      throw new Error('The connection was lost.')
    }
    await expect(writePart('first process', { beforeCommit })).rejects.toThrow('was lost')
    // Its lease has ended when the other process begins.
    expect(await writePart('first process', { ms: -1 })).toMatchObject({ hasMore: true })
    const notesOf = async () =>
      (await read(body.id)).notes.map(({ code, count, row }: Record<string, unknown>) => [
        ...[code, count, row],
      ])
    expect(await notesOf()).toEqual([['no_consent_column', 500, 2]])
    const runner = createRunner()
    runner.start()
    await expect.poll(isFinished(body.id), patience).toBe(true)
    await runner.stop()
    expect(await notesOf()).toEqual([
      ['no_consent_column', rowCount + 100, 2],
      ['repeated_address', 100, rowCount + 2],
    ])
    expect((await read(body.id)).counts).toMatchObject(
      dry_run ? { created: rowCount, updated: 100 } : { created: rowCount, skipped: 100 },
    )
  },
)

test('a stopped import keeps what was written and ends', async () => {
  const count = 10 * rowCount // it must not end before the request to stop it is read
  const id = await send(count)
  let response: Promise<{ status: number }> | undefined
  const runner = createRunner(() => (response ??= owner.request(`DELETE ${list}/imports/${id}`)))
  runner.start()
  await expect.poll(() => response, patience).toBeDefined()
  expect((await response)?.status).toBe(204)
  await runner.stop()
  const { status, counts, finished_at } = await read(id)
  expect([status, finished_at === null]).toEqual(['cancelled', false])
  expect(counts.created).toBeLessThan(count)
  expect(await contactCount()).toBe(counts.created)
  expect((await owner.request(`DELETE ${list}/imports/${id}`)).status).toBe(204)
})

test('an import ends with its list', async () => {
  const id = await send()
  let response: Promise<unknown> | undefined
  const remove = async () => {
    await owner.request(`PATCH ${list}`, { body: { archived: true } })
    return owner.request(`DELETE ${list}`)
  }
  const runner = createRunner(() => (response ??= remove()))
  runner.start()
  await expect.poll(() => response, patience).toBeDefined()
  expect(await response).toMatchObject({ status: 204 })
  await runner.stop()
  expect((await owner.request(`GET ${list}/imports/${id}`)).status).toBe(404)
})

test('an import is not kept waiting by one that another process begins', async () => {
  // The embedded engine has one connection.
  if (service.database.kind === 'embedded') return
  const first = await send()
  const second = (await owner.request(`POST ${list}/imports`, { body: { csv: 'Email\na@x.io' } }))
    .body.id
  const runner = createRunner()
  await service.database.transaction(owner.workspace_id, async (db) => {
    await lockImport(db, list.replace('/lists/', ''), first)
    runner.start()
    await expect.poll(isFinished(second), patience).toBe(true)
    expect((await read(first)).status).toBe('waiting')
  })
  await runner.stop()
})
