// Runs on both engines: it requests every endpoint once.
import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { isEmail, createOneOfEach, withIdsOf } from './test-resources.ts'
import { type TestWorkspace, perFile, servicePerFile } from './test-service.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())
const resources = perFile(async () => createOneOfEach((await service.workspace('Other')).request))

const names = rows.map(([name]) => name)
const reads = rows.filter(([name]) => name.startsWith('GET')).map(([name]) => name)
// A search has the best of each type and no second page.
const lists = reads.filter(
  (name) =>
    !/:\w+$|\/export$|\/me$|\/workspace$|\/report$|\/timeseries$|\/stats$|\/summary$|\/search$|\/similar$|\/event-kinds|\.json$/.test(
      name,
    ),
)
// The kinds of events belong to no workspace.
const below = names.filter((name) => /:(?!kind\b)/.test(name))
/** A body where the method takes one. */
const bodyFor = (name: string, body: object) => (/^GET|^DELETE/.test(name) ? {} : { body })
/** Every path parameter names something that is not there. */
const nowhere = (name: string) => name.replace(/:(\w+)/g, 'xyz_00000000000000000000000000')

test.each(below)(
  '%s returns not_found for a missing resource, even with an invalid body',
  async (name) => {
    const { status, body } = await owner.request(nowhere(name), bodyFor(name, { name: 5 }))
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' })
  },
)

test.each(below)('%s returns 404 for resources of another workspace', async (name) => {
  const body = { name: 'X', list_id: resources.common['list_id'] }
  const line = withIdsOf(resources, name)
  const { status } = await owner.request(line, parseRequestLine(name).sendsBody ? { body } : {})
  expect(status).toBe(404)
})

test.each([...new Set(names.map((name) => parseRequestLine(name).path))])(
  '%s returns its methods in Allow for an unsupported one',
  async (path) => {
    const { status, body, headers } = await owner.request(`PUT ${nowhere(path)}`, { body: {} })
    expect({ status, code: body.error.code }).toEqual({ status: 405, code: 'method_not_allowed' })
    expect(headers.get('allow')).toMatch(/GET|POST|PATCH|DELETE/)
  },
)

/** The line with the ids of new things in its path, which hold nothing yet. */
async function underNewParents({ request }: TestWorkspace, name: string): Promise<string> {
  const create = async (line: string) => (await request(line, { body: { name: 'New' } })).body.id
  if (name.includes(':campaign_id'))
    return name.replace(':campaign_id', await create('POST /campaigns'))
  if (name.includes(':automation_id')) {
    const body = { name: 'New', list_id: await create('POST /lists') }
    return name.replace(':automation_id', (await request('POST /automations', { body })).body.id)
  }
  if (name.includes(':contact_id')) {
    const list_id = await create('POST /lists')
    const body = { email_address: 'new@example.com' }
    const contact = await request(`POST /lists/${list_id}/contacts`, { body })
    return name.replace(':list_id', list_id).replace(':contact_id', contact.body.id)
  }
  if (isEmail(name) && name.includes(':')) {
    const list_id = await create('POST /lists')
    const filter = { match: 'all', conditions: [{ field: 'tag', op: 'exists' }] }
    const { body } = await request(`POST /lists/${list_id}/segments`, {
      body: { name: 'S', filter },
    })
    // Where the segments themselves are asked for, the list has none.
    return name.includes(':segment_id')
      ? name.replace(':list_id', list_id).replace(':segment_id', body.id)
      : name.replace(':list_id', await create('POST /lists'))
  }
  if (name.includes(':webhook_id')) {
    const body = { url: 'https://hooks.example.com/in', events: ['*'] }
    return name.replace(':webhook_id', (await request('POST /webhooks', { body })).body.id)
  }
  if (name.includes(':post_id')) {
    const board_id = await create('POST /feedback/boards')
    const post = await request('POST /feedback/posts', { body: { board_id, title: 'New' } })
    return name.replace(':post_id', post.body.id)
  }
  if (name.includes(':entry_id')) {
    const entry = await request('POST /feedback/changelog/entries', { body: { title: 'New' } })
    return name.replace(':entry_id', entry.body.id)
  }
  if (name.includes(':card_id')) {
    const body = { name: 'New', lists: [{ name: 'New' }] }
    const board = (await request('POST /boards', { body })).body
    const card = { list_id: board.lists[0].id, name: 'New' }
    const created = await request(`POST /boards/${board.id}/cards`, { body: card })
    return name.replace(':card_id', created.body.id)
  }
  return name.includes(':board_id') ? name.replace(':board_id', await create('POST /boards')) : name
}

/** A workspace has a key and statuses from the start, a card, a post, a contact and an entry what their creation records. */
const nonEmptyLists = [
  'GET /api-keys',
  'GET /feedback/statuses',
  'GET /cards/:card_id/activity',
  'GET /feedback/posts/:post_id/activity',
  'GET /lists/:list_id/contacts/:contact_id/activity',
  'GET /feedback/changelog/entries/:entry_id/versions',
]

test.each(lists)('T6 %s returns an empty page with paging.next null without rows', async (name) => {
  const fresh = await service.workspace('Fresh')
  const { status, body } = await fresh.request(await underNewParents(fresh, name))
  expect(status).toBe(200)
  if (!nonEmptyLists.includes(name)) expect(body).toEqual({ data: [], paging: { next: null } })
})

test.each(lists)('T12 %s accepts a limit from 1 and returns at most 100 rows', async (name) => {
  const line = await underNewParents(owner, name)
  const status = async (limit: string) => (await owner.request(`${line}?limit=${limit}`)).status
  expect(await Promise.all(['0', '-1', 'abc', '1e2', '1.5', ''].map(status))).toEqual(
    Array(6).fill(422),
  )
  expect(await Promise.all(['1', '100', '101', '9007199254740993'].map(status))).toEqual(
    Array(4).fill(200),
  )
})

test.each(lists)('%s rejects a forged or modified cursor', async (name) => {
  const path = await underNewParents(owner, name)
  for (const cursor of [
    'x',
    'AAAA',
    '%00',
    'a'.repeat(600),
    Buffer.from('[1,2]').toString('base64url'),
  ]) {
    const { status, body } = await owner.request(`${path}?starting_after=${cursor}`)
    expect({ cursor, status, field: body.error.details[0].field }).toEqual({
      cursor,
      status: 422,
      field: 'starting_after',
    })
  }
})

test.each(reads.filter((name) => !name.includes(':')))(
  'T98 %s responds to HEAD like GET, without a body',
  async (name) => {
    const { status, text, headers } = await owner.request(
      withIdsOf(resources, name).replace('GET', 'HEAD'),
    )
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers.get('etag')).toBeTruthy()
  },
)

test.each(below)('%s returns 404 for a malformed id', async (name) => {
  for (const id of ['%00', '%0A', '..%2F..', '%F0%9F%8C%BF', 'a'.repeat(500)]) {
    const line = name.replace(/:\w+/g, id)
    const { status } = await owner.request(line, bodyFor(name, { name: 'X', list_id: 'x' }))
    expect({ id, status }).toEqual({ id, status: 404 })
  }
})

test('an unknown path under /v1 returns a not_found envelope with request id', async () => {
  const { status, body, headers } = await owner.request('GET /nothing/here')
  expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' })
  expect(body.error.request_id).toBe(headers.get('x-request-id'))
})

test('a trailing slash in a path is ignored', async () => {
  expect((await owner.request('GET /boards/')).status).toBe(200)
})

test('the OpenAPI document describes every row', async () => {
  const { body } = await owner.request('GET /openapi.json')
  const described = Object.entries(body.paths as Record<string, object>).flatMap(
    ([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
  )
  expect(described.sort()).toEqual([...names].sort())
})
