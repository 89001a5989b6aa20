import { expect, test } from 'vitest'

import type { PostStatus } from '#contract/feedback/setup.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const make = (kind: string, body: object) => owner.create(`POST /feedback/${kind}`, body)
const list = async (kind: string) => (await owner.request(`GET /feedback/${kind}`)).body.data
const namesOf = (data: readonly { name: string }[]) => data.map(({ name }) => name)

test('a new workspace has six default statuses and emits no events', async () => {
  const statuses = await list('statuses')
  expect(statuses.map(({ key }: { key: string }) => key)).toEqual([
    'open',
    'under_review',
    'planned',
    'in_progress',
    'complete',
    'closed',
  ])
  expect(statuses.filter(({ is_default }: { is_default: boolean }) => is_default)).toMatchObject([
    { key: 'open', category: 'open', post_count: 0 },
  ])
  expect(await owner.events()).toEqual([])
})

test('a board slug comes from its name and is unique', async () => {
  const result = [
    await make('boards', { name: 'Mobile App!' }),
    await make('boards', { name: 'Mobile app' }),
    await make('boards', { name: '移动' }),
  ]
  expect(result.map(({ slug }) => slug)).toEqual(['mobile-app', 'mobile-app-2', 'board'])
  const again = await owner.request('POST /feedback/boards', { body: { name: 'X', slug: 'board' } })
  expect(reason(again)).toEqual([409, 'name_taken'])
  expect(await owner.events()).toEqual(Array(3).fill('settings.changed'))
})

test('an update of a board without changes emits nothing', async () => {
  const board = await make('boards', { name: 'Ideas' })
  await owner.events()
  const same = await owner.request(`PATCH /feedback/boards/${board.id}`, {
    body: { name: 'Ideas' },
  })
  expect([same.status, same.body.version, await owner.events()]).toEqual([200, '1', []])
  const other = await owner.request(`PATCH /feedback/boards/${board.id}`, {
    body: { private: true },
  })
  expect([other.body.version, other.body.private]).toEqual(['2', true])
  expect(await owner.events()).toEqual(['settings.changed'])
  const late = await owner.request(`PATCH /feedback/boards/${board.id}`, {
    body: { name: 'Y' },
    headers: { 'If-Match': '"1"' },
  })
  expect(late.status).toBe(412)
})

test('T77 a renamed status keeps its key, and the key cannot be changed', async () => {
  const planned = (await list('statuses'))[2]
  const path = `PATCH /feedback/statuses/${planned.id}`
  expect((await owner.request(path, { body: { name: 'On the list' } })).body).toMatchObject({
    key: 'planned',
    name: 'On the list',
  })
  expect((await owner.request(path, { body: { key: 'other' } })).status).toBe(422)
})

test('names of statuses, tags and labels are unique ignoring case', async () => {
  await make('tags', { name: 'Élan' })
  await make('changelog/labels', { name: 'New' })
  const refused = [
    await owner.request('POST /feedback/tags', { body: { name: 'éLAN' } }),
    await owner.request('POST /feedback/changelog/labels', { body: { name: 'new' } }),
    await owner.request('POST /feedback/statuses', { body: { name: 'PLANNED' } }),
  ]
  expect(refused.map(reason)).toEqual(Array(3).fill([409, 'name_taken']))
})

test('tags and labels are sorted by name ignoring case across pages', async () => {
  for (const name of ['beta', 'Alpha', 'Gamma', 'delta']) await make('tags', { name })
  expect(namesOf(await list('tags'))).toEqual(['Alpha', 'beta', 'delta', 'Gamma'])
  const first = (await owner.request('GET /feedback/tags?limit=3')).body
  const rest = await owner.request(`GET /feedback/tags?limit=3&starting_after=${first.paging.next}`)
  expect(namesOf([...first.data, ...rest.body.data])).toEqual(['Alpha', 'beta', 'delta', 'Gamma'])
})

test('exactly one status is the default and cannot be unset or deleted', async () => {
  const [open, review] = await list('statuses')
  const path = (id: string) => `/feedback/statuses/${id}`
  expect(reason(await owner.request(`DELETE ${path(open.id)}`))).toEqual([409, 'default_status'])
  expect(
    reason(await owner.request(`PATCH ${path(open.id)}`, { body: { is_default: false } })),
  ).toEqual([409, 'default_status'])
  await owner.request(`PATCH ${path(review.id)}`, { body: { is_default: true } })
  const defaults = (await list('statuses')).filter(({ is_default }: PostStatus) => is_default)
  expect(defaults.map(({ key }: { key: string }) => key)).toEqual(['under_review'])
  expect((await owner.request(`DELETE ${path(open.id)}`)).status).toBe(204)
})

test('an external_ref is unique and can be looked up', async () => {
  const board = await make('boards', { name: 'A', external_ref: 'fider:1', import: true })
  const again = await owner.request('POST /feedback/boards', {
    body: { name: 'B', external_ref: 'fider:1', import: true },
  })
  expect(reason(again)).toEqual([409, 'external_ref_taken'])
  expect(again.body.error.details[0].id).toBe(board.id)
  const found = await owner.request('GET /feedback/boards?external_ref=fider:1')
  expect(found.body.data).toMatchObject([{ id: board.id }])
})

test('20 concurrent requests for one tag create one tag and event', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      owner.request('POST /feedback/tags', { body: { name: 'Only one' } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await list('tags')).toHaveLength(1)
  expect(await owner.events()).toEqual(['settings.changed'])
})
