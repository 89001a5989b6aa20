// Runs on both engines: the limit depends on a lock, and a deletion on foreign keys.
import { describe, expect, test } from 'vitest'

import { maxViews } from '#contract/developers/views.rules.ts'
import {
  reason,
  sendRequest,
  servicePerFile,
  workspacePerTest,
} from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const planned = { name: 'Planned', page: 'posts', query: 'status=planned' }
const create = (body: object = {}) => owner.create('POST /views', { ...planned, ...body })
const post = (body: object = {}) => owner.request('POST /views', { body: { ...planned, ...body } })
const patch = (id: string, body: object) => owner.request(`PATCH /views/${id}`, { body })
const list = async (page?: string) =>
  (await owner.request(`GET /views${page === undefined ? '' : `?page=${page}`}`)).body.data
const namesOf = (data: readonly { name: string }[]) => data.map(({ name }) => name)
const keyOf = async (body: object): Promise<string> =>
  (await owner.create('POST /api-keys', body)).key

test('a shared view has a filter in one form, its creator and its position', async () => {
  const created = await create({ name: '  Next up ', query: '?tag=a&page=3&status=open&after=x' })
  expect(created).toMatchObject({
    name: 'Next up',
    page: 'posts',
    query: 'status=open&tag=a',
    created_by: { type: 'key', name: 'Owner key' },
    position: 1,
    version: '1',
  })
  expect(await create()).toMatchObject({ position: 2 })
  expect(await create({ page: 'people' })).toMatchObject({ position: 1 })
  expect(namesOf(await list('posts'))).toEqual(['Next up', 'Planned'])
  expect(await list()).toHaveLength(3)
  expect(await owner.events()).toEqual(Array(3).fill('settings.changed'))
})

test('a shared view keeps only what is a filter of its page', async () => {
  const board = await owner.create('POST /boards', { name: 'Plan' })
  const query = 'list=bls_1&month=2026-01&publish=true&tag=a&week=2026-01-05'
  const queryOf = async (page: string) => (await create({ name: page, page, query })).query
  expect(await queryOf(`board:${board.id}`)).toBe('publish=true&tag=a')
  expect(await queryOf('campaigns')).toBe(query)
  const changed = await patch((await create({ page: 'changelog' })).id, { query })
  expect(changed.body.query).toBe('list=bls_1&month=2026-01&tag=a&week=2026-01-05')
})

test('a view is the last one behind the greatest position', async () => {
  await create({ name: 'A', position: 1e9 })
  expect(await create({ name: 'B' })).toMatchObject({ position: 1e9 })
  expect(namesOf(await list())).toEqual(['A', 'B'])
})

test('the creator is the member of the key, with the name of today', async () => {
  const member = await owner.create('POST /members', { name: 'Ana' })
  const key = await keyOf({ name: 'Ana’s key', scope: 'write', member_id: member.id })
  const { body } = await owner.request('POST /views', { body: planned, key })
  expect(body.created_by).toEqual({ type: 'member', id: member.id, name: 'Ana' })
  await owner.request(`PATCH /members/${member.id}`, { body: { name: 'Ana B.' } })
  expect((await list())[0].created_by.name).toBe('Ana B.')
})

test.each([
  ['an unknown page', { page: 'invoices' }, 'page'],
  ['a board without an id', { page: 'board:' }, 'page'],
  ['an empty name', { name: ' ' }, 'name'],
  ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
  ['a filter of 2,001 characters', { query: `q=${'x'.repeat(1999)}` }, 'query'],
  ['a filter that is longer once it is encoded', { query: `q=${'é'.repeat(400)}` }, 'query'],
])('a shared view with %s is refused', async (_, body, field) => {
  const { status, body: answer } = await post(body)
  expect([status, answer.error.details[0].field]).toEqual([422, `/${field}`])
  expect(await list()).toEqual([])
})

describe('views of one board or list', () => {
  test.each([
    ['board:', 'POST /boards', { name: 'B', lists: [{ name: 'L' }] }, '/boards/'],
    ['contacts:', 'POST /lists', { name: 'News' }, '/lists/'],
    ['tags:', 'POST /lists', { name: 'News' }, '/lists/'],
  ])('a view of %s needs what it names, and is deleted with it', async (kind, line, body, path) => {
    expect((await post({ page: `${kind}missing` })).status).toBe(404)
    const { id } = await owner.create(line, body)
    await create({ page: `${kind}${id}` })
    await create()
    expect(await list(`${kind}${id}`)).toHaveLength(1)
    if (kind === 'board:') await owner.request(`PATCH /boards/${id}`, { body: { archived: true } })
    else await owner.request(`PATCH /lists/${id}`, { body: { archived: true } })
    expect((await owner.request(`DELETE ${path}${id}`)).status).toBe(204)
    expect(await list()).toMatchObject([{ page: 'posts' }])
  })
})

test('a name is given once for each page, ignoring case', async () => {
  const first = await create()
  const again = await post({ name: 'PLANNED' })
  expect(reason(again)).toEqual([409, 'name_taken'])
  expect(again.body.error.details[0].id).toBe(first.id)
  const other = await create({ name: 'Other' })
  expect(reason(await patch(other.id, { name: 'planned' }))).toEqual([409, 'name_taken'])
  expect((await patch(first.id, { name: 'PLANNED' })).body.name).toBe('PLANNED')
  expect((await post({ page: 'people' })).status).toBe(201)
})

test('ten requests for the last of 100 views create one', async () => {
  for (let count = 1; count < maxViews; count++) await create({ name: `View ${count}` })
  await owner.events()
  const requests = Array.from({ length: 10 }, (_, index) => post({ name: `Last ${index}` }))
  const answers = (await Promise.all(requests)).map(reason)
  expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
  expect(answers.filter(([, code]) => code === 'limit_reached')).toHaveLength(9)
  const { data, paging } = (await owner.request('GET /views?include_total=true')).body
  expect([data.length, paging]).toEqual([maxViews, { next: null, total: maxViews }])
  expect(await owner.events()).toEqual(['settings.changed'])
})

test('a shared view is renamed, refiltered and moved, and a repetition changes nothing', async () => {
  const [a, , c] = [
    await create({ name: 'A' }),
    await create({ name: 'B' }),
    await create({ name: 'C' }),
  ]
  await owner.events()
  const change = { name: 'First', query: 'page=2&b=1&a=1', position: a.position - 1 }
  const { body } = await patch(c.id, change)
  expect(body).toMatchObject({ name: 'First', query: 'a=1&b=1', position: 0, version: '2' })
  expect((await patch(c.id, change)).body).toEqual(body)
  expect(namesOf(await list())).toEqual(['First', 'A', 'B'])
  expect(await owner.events()).toEqual(['settings.changed'])
  const stale = { body: { name: 'X' }, headers: { 'If-Match': '"1"' } }
  expect((await owner.request(`PATCH /views/${c.id}`, stale)).status).toBe(412)
  expect((await owner.request(`DELETE /views/${c.id}`, stale)).status).toBe(412)
  expect((await patch(c.id, { page: 'people' })).status).toBe(422)
})

test('shared views are listed by page and position, page by page', async () => {
  for (const name of ['A', 'B', 'C']) await create({ name })
  for (const name of ['Z', 'Y']) await create({ name, page: 'boards' })
  const first = (await owner.request('GET /views?limit=3')).body
  const rest = (await owner.request(`GET /views?limit=3&starting_after=${first.paging.next}`)).body
  expect(namesOf([...first.data, ...rest.data])).toEqual(['Z', 'Y', 'A', 'B', 'C'])
})

test('a deleted view is gone, and its name is free again', async () => {
  const { id } = await create()
  await owner.events()
  expect((await owner.request(`DELETE /views/${id}`)).status).toBe(204)
  expect((await owner.request(`DELETE /views/${id}`)).status).toBe(404)
  expect(await owner.events()).toEqual(['settings.changed'])
  expect((await post()).status).toBe(201)
})

test('a read-only key reads shared views and changes none', async () => {
  const { id } = await create()
  const key = await keyOf({ name: 'Reader', scope: 'read' })
  expect((await owner.request('GET /views', { key })).body.data).toHaveLength(1)
  const body = { name: 'X' }
  for (const line of ['POST /views', `PATCH /views/${id}`, `DELETE /views/${id}`])
    expect((await owner.request(line, { key, body })).status).toBe(403)
})

test('views of another workspace are neither listed nor found', async () => {
  const { id } = await create()
  const other = await service.workspace('Other')
  expect((await other.request('GET /views')).body.data).toEqual([])
  for (const method of ['PATCH', 'DELETE']) {
    const line = `${method} /views/${id}`
    const { status } = await sendRequest(service, line, { key: other.key, body: { name: 'X' } })
    expect(status).toBe(404)
  }
  const { id: board_id } = await owner.create('POST /boards', { name: 'B', lists: [{ name: 'L' }] })
  const body = { ...planned, page: `board:${board_id}` }
  expect((await other.request('POST /views', { body })).status).toBe(404)
})

test('a repeated Idempotency-Key creates one view', async () => {
  const headers = { 'Idempotency-Key': 'views-1' }
  const send = () => owner.request('POST /views', { body: planned, headers })
  expect((await send()).body).toEqual((await send()).body)
  expect(await list()).toHaveLength(1)
})
