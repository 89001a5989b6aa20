// Runs on both engines: it relies on locks.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { Entry } from '#contract/feedback/changelog.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
  sendRequest,
} from '#service/http/test-service.ts'
import { publishDueEntries } from '#service/jobs/job-scheduler.ts'

/** Two processes on one database. */
let first: TestService
let second: TestService
let owner: TestWorkspace

beforeAll(async () => {
  first = await openTestService()
  second = await openTestService({}, { database: first.database })
})
afterAll(async () => {
  await second.close()
  await first.close()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-06-01T12:00:00Z') })
  owner = await first.workspace()
})
afterEach(() => vi.useRealTimers())

const publish_at = '2030-06-01T12:10:00.000Z'
const waitUntilDue = () => void vi.setSystemTime(new Date(publish_at))

const entries = '/feedback/changelog/entries'
const create = async (body: object = {}): Promise<Entry> =>
  (await owner.request(`POST ${entries}`, { body: { title: 'News', ...body } })).body
const publish = (service: TestService, { id }: Entry, headers: Record<string, string> = {}) =>
  sendRequest(service, `POST ${entries}/${id}/publish`, { body: {}, key: owner.key, headers })
const sweep = (service: TestService) => publishDueEntries(service.database, new Date(), null)
const statuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((one, other) => one - other)
const publications = async () =>
  (await owner.events()).filter((kind) => kind === 'changelog.published').length

test('T82 ten publications at once in two processes are one', async () => {
  const entry = await create()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => publish(index % 2 ? first : second, entry)),
  )
  expect(statuses(responses)).toEqual([200, ...Array(9).fill(409)])
  expect(await publications()).toBe(1)
})

test('a publication repeated after a lost response is one', async () => {
  const entry = await create()
  const headers = { 'Idempotency-Key': 'publish-1' }
  const response = await publish(first, entry, headers)
  const repeated = await publish(second, entry, headers)
  expect([response.status, repeated.status]).toEqual([200, 200])
  expect(repeated.text).toBe(response.text)
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(await publications()).toBe(1)
})

test('a publication sent again while the first runs is one', async () => {
  const entry = await create()
  const headers = { 'Idempotency-Key': 'publish-2' }
  const responses = await Promise.all(
    [first, second, first].map((one) => publish(one, entry, headers)),
  )
  for (const { status } of responses) expect([200, 409]).toContain(status)
  expect((await publish(first, entry, headers)).status).toBe(200)
  expect(await publications()).toBe(1)
})

test('an entry created and published again after a lost response is one', async () => {
  const body = { title: 'News', publish_at: new Date().toISOString() }
  const headers = { 'Idempotency-Key': 'create-1' }
  const send = (service: TestService) =>
    sendRequest(service, `POST ${entries}`, { body, headers, key: owner.key })
  const ids = [(await send(first)).body.id, (await send(second)).body.id]
  expect(ids[0]).toBe(ids[1])
  expect(await publications()).toBe(1)
})

test('two schedulers, a click and an edit publish a due entry once', async () => {
  const due = await Promise.all(Array.from({ length: 5 }, () => create({ publish_at })))
  waitUntilDue()
  const edit = ({ id }: Entry) =>
    owner.request(`PATCH ${entries}/${id}`, { body: { body: 'Edited' } })
  const responses = await Promise.all([
    sweep(first),
    sweep(second),
    ...due.map((entry) => publish(second, entry)),
    ...due.map(edit),
    sweep(first),
  ])
  await sweep(second)
  expect(responses.slice(2, 7)).toEqual(due.map(() => expect.objectContaining({ status: 409 })))
  expect(await publications()).toBe(5)
})

test('publishing now cancels the schedule in every process', async () => {
  const entry = await create({ publish_at })
  expect((await publish(first, entry)).status).toBe(200)
  waitUntilDue()
  expect(await Promise.all([sweep(first), sweep(second)])).toEqual([0, 0])
  expect(await publications()).toBe(1)
})
