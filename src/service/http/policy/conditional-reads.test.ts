import fc from 'fast-check'
import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { readConfig } from '#service/config.ts'
import { requestsOf } from '#service/http/test-generated-requests.ts'
import { createIds } from '#service/http/test-ids.ts'
import { createOneOfEach, withIdsOf } from '#service/http/test-resources.ts'
import { type SendRequest, sendRequest, servicePerFile } from '#service/http/test-service.ts'
import { createLog } from '#service/log.ts'
import { openService } from '#service/open-service.ts'
import { emitsEvents } from './conditional-reads.ts'

const service = servicePerFile()

const ifNoneMatch = (etag: string | null) => ({ headers: { 'If-None-Match': etag ?? '' } })
const reads = rows.map(([name]) => name).filter(emitsEvents)
// `UNCHANGED_WRITES=15` is the long version, before a release.
const writesEach = Number(process.env['UNCHANGED_WRITES'] ?? 2)
// What takes things away comes last.
const writes = rows
  .filter(([name]) => !name.startsWith('GET'))
  .toSorted(([a], [b]) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')))

/** Asks each read with what was seen of it and without; answers those that said the wrong one of the two. */
async function lookAgain(request: SendRequest, etags: Map<string, string>): Promise<string[]> {
  const mismatches: string[] = []
  for (const [line, etag] of etags) {
    const conditional = await request(line, ifNoneMatch(etag))
    const fresh = await request(line)
    const now = fresh.headers.get('etag')
    if ((conditional.status === 304) !== (now === etag)) mismatches.push(line)
    if (now === null) etags.delete(line)
    else etags.set(line, now)
  }
  return mismatches
}

test('a conditional read never returns 304 after any write changed it', async () => {
  const { key, request } = await service.workspace()
  const ids = createIds([(await request('GET /me')).body.key.id])
  const things = await createOneOfEach(request)
  ids.collect(JSON.stringify(things))
  const etags = new Map<string, string>()
  for (const name of reads) {
    const line = withIdsOf(things, name)
    etags.set(line, (await request(line)).headers.get('etag') ?? '')
  }
  expect(await lookAgain(request, etags)).toEqual([])
  expect(etags.size).toBe(reads.length)
  const written = new Map<string, number>()
  for (const [name, row] of writes)
    for (const generated of fc.sample(requestsOf(name, row), {
      numRuns: 8 * writesEach,
      seed: 7,
    })) {
      const times = written.get(name) ?? 0
      if (times === writesEach) break
      const line = `${generated.method} ${ids.filled(generated.target)}`
      const body = generated.body === undefined ? {} : { raw: ids.filled(generated.body) }
      const { status, text } = await sendRequest(service, line, { key, ...body })
      ids.collect(text)
      if (status >= 300) continue
      written.set(name, times + 1)
      expect({ name, mismatches: await lookAgain(request, etags) }).toEqual({
        name,
        mismatches: [],
      })
    }
  expect(written.size).toBeGreaterThan(writes.length * 0.6)
}, 240_000)

test('a conditional read returns 304 without querying the list', async () => {
  const { request } = await service.workspace()
  await request('POST /boards', { body: { name: 'Quiet' } })
  const etag = (await request('GET /boards')).headers.get('etag')
  expect((await request('GET /boards', ifNoneMatch(etag))).status).toBe(304)
  const { schema } = service.database.pool
  await schema.alterTable('boards').renameTo('boards_away').execute()
  const conditional = await request('GET /boards', ifNoneMatch(etag))
  await schema.alterTable('boards_away').renameTo('boards').execute()
  expect([conditional.status, conditional.headers.get('etag'), conditional.text]).toEqual([
    304,
    etag,
    '',
  ])
})

test('a conditional read sees changes of another process', async () => {
  const { key, request: here } = await service.workspace()
  const config = readConfig({ INSTANCE_SECRET: Buffer.alloc(32, 7).toString('base64') })
  const { database } = service
  const other = await openService({ config, log: createLog('error'), database })
  const there: SendRequest = (line, request = {}) => sendRequest(other, line, { key, ...request })
  const board = (await there('POST /boards', { body: { name: 'Shared' } })).body
  const read = `GET /boards/${board.id}`
  for (const name of ['One', 'Two', 'Three']) {
    const etag = (await here(read)).headers.get('etag')
    await here(read, ifNoneMatch(etag))
    expect((await here(read, ifNoneMatch(etag))).status).toBe(304)
    await there(`PATCH /boards/${board.id}`, { body: { name } })
    const answer = await here(read, ifNoneMatch(etag))
    expect([answer.status, answer.body.name]).toEqual([200, name])
  }
  await other.close()
})

test('conditional reads during writes never miss a completed change', async () => {
  const { request } = await service.workspace()
  const board = (await request('POST /boards', { body: { name: '0' } })).body
  const read = `GET /boards/${board.id}`
  for (let turn = 1; turn <= 30; turn++) {
    const etag = (await request(read)).headers.get('etag')
    const before = Promise.all([request(read, ifNoneMatch(etag)), request(read, ifNoneMatch(etag))])
    await request(`PATCH /boards/${board.id}`, { body: { name: String(turn) } })
    const after = await Promise.all([
      request(read, ifNoneMatch(etag)),
      request(read, ifNoneMatch(etag)),
    ])
    expect(after.map(({ status }) => status)).toEqual([200, 200])
    await before
  }
})

test('a 304 requires the same workspace, filter and ETag', async () => {
  const [one, two] = [await service.workspace(), await service.workspace()]
  await one.request('POST /boards', { body: { name: 'One' } })
  const etag = (await one.request('GET /boards')).headers.get('etag')
  expect((await one.request('GET /boards', ifNoneMatch(etag))).status).toBe(304)
  expect((await two.request('GET /boards', ifNoneMatch(etag))).status).toBe(200)
  expect((await one.request('GET /boards?archived=true', ifNoneMatch(etag))).status).toBe(200)
  expect((await one.request('GET /boards', ifNoneMatch('W/"other"'))).status).toBe(200)
  expect((await one.request('GET /boards', ifNoneMatch(`"a", ${etag}`))).status).toBe(304)
})
