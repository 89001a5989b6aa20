import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { type Database, openDatabase } from '#service/db/db.ts'
import { createOnCluster } from '#service/db/test-database.ts'
import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { type Outage, createOutage } from '#service/db/test-outage.ts'
import { createImportRunner } from '#service/jobs/import-runner.ts'
import { createLog, type Log } from '#service/log.ts'
import { createDiskWatch } from './disk-watch.ts'
import { openStream } from './test-event-stream.ts'
import { openTestService } from './test-service.ts'

/** A service whose PostgreSQL can be taken away, and a second way to the same database, which stays. */
async function openWithOutage() {
  let databaseUrl = ''
  let outage: Outage | undefined
  const database = await createOnCluster(inject('clusterUrl'), async (url) => {
    databaseUrl = url
    outage = await createOutage(url)
    return outage.url
  })
  onTestFinished(() => database.close())
  const direct = await openDatabase({ databaseUrl, dataDir: '' })
  onTestFinished(() => direct.close())
  const service = await openTestService({}, { database })
  onTestFinished(() => service.close())
  if (!outage) throw new Error('The database was not opened.')
  return { service, owner: await service.workspace(), databaseUrl, direct, outage }
}

const patience = { timeout: 20_000, interval: 20 }

test.skipIf(hasOneConnection)('requests get 503 until the database is back', async () => {
  const { service, owner, outage } = await openWithOutage()
  const health = async (path: string) =>
    (await service.app.fetch(new Request(`http://service.test${path}`))).status
  const stream = await openStream(service, owner.key)
  const ready = await stream.next()

  outage.begin()
  for (const line of ['GET /boards', 'POST /boards']) {
    const body = line.startsWith('POST') ? { name: 'Away' } : undefined
    const { status, headers } = await owner.request(line, { body })
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
  }
  expect(await health('/readyz')).toBe(503)
  expect(await health('/healthz')).toBe(200)
  // Then it ends.
  expect(await stream.next()).toMatchObject({ event: undefined })
  expect(await stream.next()).toBeUndefined()

  outage.end()
  expect(await health('/readyz')).toBe(200)
  expect((await owner.request('POST /boards', { body: { name: 'Back' } })).status).toBe(201)
  const resumed = await openStream(service, owner.key, { last_event_id: ready?.id })
  await resumed.next()
  expect((await resumed.next())?.data.data.name).toBe('Back')
  await resumed.close()
})

test.skipIf(hasOneConnection)(
  'an idempotency key is free again once the database is back',
  async () => {
    const { owner, direct, outage } = await openWithOutage()
    const { id } = (await owner.request('POST /boards', { body: { name: 'Before' } })).body
    const rename = () =>
      owner.request(`PATCH /boards/${id}`, {
        body: { name: 'After' },
        headers: { 'Idempotency-Key': 'rename' },
      })
    let first: ReturnType<typeof rename> | undefined
    await direct.pool.transaction().execute(async (tx) => {
      await sql`select 1 from boards where id = ${id} for update`.execute(tx)
      first = rename()
      await expect.poll(() => lockWaits(direct), patience).toBe(1)
      outage.begin()
      expect((await first).status).toBe(503)
    })
    outage.end()
    await expect.poll(async () => (await rename()).status, patience).toBe(200)
    expect(await owner.events()).toEqual(['board.created', 'board.updated'])
  },
)

test.skipIf(hasOneConnection)('an import outlasts an outage of any length', async () => {
  const { owner, databaseUrl } = await openWithOutage()
  const list = `/lists/${(await owner.request('POST /lists', { body: { name: 'Readers' } })).body.id}`
  const csv = `Email\n${Array.from({ length: 600 }, (_, at) => `reader${at}@x.io`).join('\n')}`
  const { id } = (await owner.request(`POST ${list}/imports`, { body: { csv } })).body
  // Of the runner alone, so that nothing else uses up the refusals. One attempt loses its connection, four get none.
  const outage = await createOutage(databaseUrl)
  const database = await openDatabase({ databaseUrl: outage.url, dataDir: '' })
  onTestFinished(() => database.close())
  let isAway = false
  const runner = createImportRunner(database, {
    log: createLog('error'),
    addressHashes: () => (key) => key,
    onWrites() {
      if (!isAway) outage.begin(4)
      isAway = true
    },
  })
  onTestFinished(() => runner.stop())
  runner.start()
  const read = async () => (await owner.request(`GET ${list}/imports/${id}`)).body
  await expect.poll(async () => (await read()).finished_at, patience).not.toBeNull()
  expect(await read()).toMatchObject({ status: 'completed', counts: { created: 600 } })
})

test.skipIf(hasOneConnection)('a service stops while its database is away', async () => {
  const { service, outage } = await openWithOutage()
  service.scheduler.start()
  outage.begin()
  await service.scheduler.stop()
})

test('a full disk refuses changes and /readyz, and nothing else', async () => {
  const whole = await openTestService()
  onTestFinished(() => whole.close())
  let isFull = false
  const requireDiskSpace = () => {
    if (isFull) throw Object.assign(new Error('No space left'), { code: '53100' })
  }
  const database: Database = {
    ...whole.database,
    requireDiskSpace,
    async transaction(workspace_id, work) {
      requireDiskSpace()
      return whole.database.transaction(workspace_id, work)
    },
  }
  const service = await openTestService({}, { database })
  onTestFinished(() => service.close())
  const owner = await service.workspace()
  const rename = (name: string) => owner.request('PATCH /workspace', { body: { name } })
  const ready = async () =>
    (await service.app.fetch(new Request('http://service.test/readyz'))).status

  expect([(await rename('Before')).status, await ready()]).toEqual([200, 200])
  isFull = true
  const refused = await rename('Full')
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'service_unavailable', details: [{ code: 'disk_full' }] } },
  })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await owner.request('GET /workspace')).body.name).toBe('Before')
  expect(await ready()).toBe(503)
  isFull = false
  expect([(await rename('After')).status, await ready()]).toEqual([200, 200])
})

test('a full disk is logged once, and again when it fills up another time', () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const log: Log = (level, event) => lines.push(`${level} ${event}`)
  const full = Object.assign(new Error('No space left'), { code: '53100' })
  // As PostgreSQL says it: by the error of a write.
  let report: (error: unknown) => void = () => undefined
  const onError: Database['onError'] = (listener) => {
    report = listener
    return () => undefined
  }
  const watch = createDiskWatch({ onError }, log)
  report(new Error('Something else'))
  for (const message of [
    'could not write to file "base/pgsql_tmp/pgsql_tmp7.0": No space left on device',
    'could not write to temporary file: No space left on device',
    'could not resize shared memory segment "/PostgreSQL.1" to 8 bytes: No space left on device',
    'konnte Größe des Segments »/PostgreSQL.1« nicht ändern: Auf dem Gerät ist kein Platz mehr',
  ])
    report(Object.assign(new Error(message), { code: '53100' }))
  expect([watch.isFull(), lines]).toEqual([false, []])
  for (let write = 0; write < 3; write++) report(full)
  expect(watch.isFull()).toBe(true)
  vi.advanceTimersByTime(29_000)
  expect(watch.isFull()).toBe(true)
  vi.advanceTimersByTime(2000)
  expect(watch.isFull()).toBe(false)
  expect(lines).toEqual(['error disk_full'])
  report(full)
  expect(lines.splice(0)).toEqual(['error disk_full', 'error disk_full'])
})

test('the embedded engine logs a full disk once each time it fills up', () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance', 'setInterval'] })
  const lines: string[] = []
  const full = Object.assign(new Error('No space left'), { code: '53100' })
  let failure: Error = full
  let isFull = true
  let report: (error: unknown) => void = () => undefined
  const watch = createDiskWatch(
    {
      onError(listener) {
        report = listener
        return () => undefined
      },
      requireDiskSpace() {
        if (isFull) throw failure
      },
    },
    (level, event) => lines.push(`${level} ${event}`),
  )
  onTestFinished(() => watch.stop())
  report(full)
  expect([watch.isFull(), lines]).toEqual([true, ['error disk_full']])
  // It can look, so that it is used again at once, and a disk that fills up again soon is another line.
  isFull = false
  expect(watch.isFull()).toBe(false)
  report(full)
  isFull = true
  expect([watch.isFull(), lines.length]).toEqual([true, 2])
  for (let minute = 0; minute < 5; minute++) {
    vi.advanceTimersByTime(60_000)
    expect([watch.isFull(), lines.length]).toEqual([true, 2])
  }
  // Without health checks.
  isFull = false
  vi.advanceTimersByTime(30_000)
  report(full)
  expect(lines).toHaveLength(3)
  failure = new Error('The folder is gone')
  isFull = true
  vi.advanceTimersByTime(30_000)
  expect(() => watch.isFull()).toThrow('gone')
})

test('a full disk that only background work meets fails /readyz until it has room', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance'] })
  const service = await openTestService()
  onTestFinished(() => service.close())
  const { pool } = service.database
  const owner = await service.workspace()
  const ready = async () =>
    (await service.app.fetch(new Request('http://service.test/readyz'))).status
  await sql`
    create function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'No space left' using errcode = '53100'; end $$`.execute(pool)
  // Requests insert events; numbering them is work of the background.
  await sql`
    create trigger full_disk before update on events execute function refuse_write()`.execute(pool)
  expect((await owner.request('POST /boards', { body: { name: 'B' } })).status).toBe(201)
  await expect.poll(ready, patience).toBe(503)
  await sql`drop trigger full_disk on events`.execute(pool)
  vi.advanceTimersByTime(31_000)
  await expect.poll(ready, patience).toBe(200)
})

test('a query whose temporary file finds no room is no full disk', async () => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const owner = await service.workspace()
  await sql`
    create function spill() returns trigger language plpgsql as $$
    begin
      raise exception 'could not write to file "base/pgsql_tmp/pgsql_tmp7.0": No space left on device'
        using errcode = '53100';
    end $$`.execute(service.database.pool)
  await sql`
    create trigger spill before insert on boards execute function spill()`.execute(
    service.database.pool,
  )
  const { status, headers, body } = await owner.request('POST /boards', { body: { name: 'B' } })
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect(body.error).toMatchObject({ message: 'The database is temporarily unavailable.' })
  expect(body.error.details).toBeUndefined()
  expect((await service.app.fetch(new Request('http://service.test/readyz'))).status).toBe(200)
})
