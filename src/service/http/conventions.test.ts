import { afterAll, beforeAll, expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { type TestService, type TestWorkspace, openTestService } from './test-service.ts'

let service: TestService
let owner: TestWorkspace
let readKey: string
let writeKey: string

beforeAll(async () => {
  service = await openTestService()
  owner = await service.workspace()
  const make = async (name: string, scope: string) =>
    (await owner.ask('POST /api-keys', { body: { name, scope } })).body.key as string
  readKey = await make('Reader', 'read')
  writeKey = await make('Writer', 'write')
})
afterAll(() => service.close())

const names = rows.map(([name]) => name)
const reads = rows.filter(([name]) => name.startsWith('GET')).map(([name]) => name)
const writes = rows.filter(([, row]) => row.scope !== 'read').map(([name]) => name)
const adminOnly = rows.filter(([, row]) => row.scope === 'admin').map(([name]) => name)
const lists = reads.filter((name) => !/:\w+$|\/me$|\/report$|\.json$/.test(name))
const below = names.filter((name) => name.includes(':'))
/** A body where the method takes one. */
const bodyFor = (name: string, body: object) => (/^GET|^DELETE/.test(name) ? {} : { body })
/** Every path parameter names something that is not there. */
const nowhere = (name: string) => name.replace(/:(\w+)/g, 'xyz_00000000000000000000000000')

const wrongKeys = [
  '',
  'x',
  'wsk_w_',
  `wsk_w_${'a'.repeat(38)}`,
  'null',
  'undefined',
  '"',
  "' or 1=1 --",
  '../..',
  'é'.repeat(40).replace(/é/g, '%C3%A9'),
  'a'.repeat(4000),
]

test.each(names)('%s refuses a caller without a key', async (name) => {
  const { status, body, headers } = await owner.ask(nowhere(name), { key: null })
  expect({ status, code: body.error.code }).toEqual({ status: 401, code: 'unauthenticated' })
  expect(headers.get('www-authenticate')).toBe('Bearer realm="workspace"')
})

test.each(names)(
  '%s refuses every wrong key alike, before saying whether a thing exists',
  async (name) => {
    for (const key of wrongKeys) {
      const { status, body } = await owner.ask(nowhere(name), { key })
      expect({ key, status, code: body.error.code }).toEqual({
        key,
        status: 401,
        code: 'unauthenticated',
      })
    }
  },
)

test.each(writes)('%s refuses a read key before it looks for anything', async (name) => {
  const { status, body, headers } = await owner.ask(nowhere(name), {
    key: readKey,
    ...bodyFor(name, {}),
  })
  expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'insufficient_scope' })
  expect(headers.get('www-authenticate')).toContain('error="insufficient_scope"')
})

test.each(adminOnly)('%s refuses a write key without the admin flag', async (name) => {
  const { status, body } = await owner.ask(nowhere(name), { key: writeKey, ...bodyFor(name, {}) })
  expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'insufficient_scope' })
})

test.each(reads.filter((name) => !name.includes(':') && !adminOnly.includes(name)))(
  '%s takes a read key, and a write key too',
  async (name) => {
    expect((await owner.ask(name, { key: readKey })).status).toBe(200)
    expect((await owner.ask(name, { key: writeKey })).status).toBe(200)
  },
)

test.each(below)(
  '%s answers not_found for what is not there, also when the body is wrong',
  async (name) => {
    const { status, body } = await owner.ask(nowhere(name), bodyFor(name, { name: 5 }))
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' })
  },
)

test.each(below)('%s keeps another workspace out: what it has is not there', async (name) => {
  const other = await service.workspace('Other')
  const board = (
    await other.ask('POST /boards', {
      body: { name: 'Secret', lists: [{ name: 'A' }], labels: [{ name: 'L' }] },
    })
  ).body
  const card = (
    await other.ask(`POST /boards/${board.id}/cards`, {
      body: { list_id: board.lists[0].id, name: 'C' },
    })
  ).body
  const ids: Record<string, string> = {
    board_id: board.id,
    list_id: board.lists[0].id,
    label_id: board.labels[0].id,
    card_id: card.id,
    key_id: (await other.ask('GET /api-keys')).body.data[0].id,
    member_id: (await other.ask('POST /members', { body: { name: 'M' } })).body.id,
  }
  if (name.includes('/feedback/')) Object.assign(ids, await feedbackOf(other))
  if (isEmail(name)) Object.assign(ids, await emailOf(other))
  const line = name.replace(/:(\w+)/g, (_, param: string) => ids[param] ?? `missing_${param}`)
  const valid = { name: 'X', list_id: board.lists[0].id }
  const { status } = await owner.ask(line, parseRequestLine(name).sendsBody ? { body: valid } : {})
  expect(status).toBe(404)
})

const isEmail = (name: string) => / \/(lists|campaigns|automations)\b/.test(name)

/** One of each thing of email, by the names that paths have for them. */
async function emailOf({ ask }: TestWorkspace): Promise<Record<string, string>> {
  const list_id = (await ask('POST /lists', { body: { name: 'Secret' } })).body.id as string
  const contact = { email_address: 'ada@example.com', tags: ['t'] }
  const made = (await ask(`POST /lists/${list_id}/contacts`, { body: contact })).body.id as string
  const filter = { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 't' }] }
  const segment = { name: 'S', filter }
  const saved = (await ask(`POST /lists/${list_id}/segments`, { body: segment })).body
  const campaign_id = (await ask('POST /campaigns', { body: { name: 'C' } })).body.id as string
  return {
    list_id,
    tag: 't',
    contact_id: made,
    id_or_email: made,
    segment_id: saved.id,
    campaign_id,
    automation_id: (await ask('POST /automations', { body: { name: 'A', list_id } })).body.id,
  }
}

/** One of each thing of feedback, by the names that paths have for them. */
async function feedbackOf({ ask }: TestWorkspace): Promise<Record<string, string>> {
  const made = async (line: string, body: object) => (await ask(line, { body })).body.id as string
  const ids: Record<string, string> = {
    board_id: await made('POST /feedback/boards', { name: 'Secret' }),
    status_id: (await ask('GET /feedback/statuses')).body.data[0].id,
    tag_id: await made('POST /feedback/tags', { name: 'T' }),
    label_id: await made('POST /feedback/changelog/labels', { name: 'L' }),
  }
  const { board_id } = ids
  ids['post_id'] = await made('POST /feedback/posts', { board_id, title: 'P' })
  const post = `/feedback/posts/${ids['post_id']}`
  ids['vote_id'] = await made(`POST ${post}/votes`, { email: 'voter@example.com' })
  ids['comment_id'] = await made(`POST ${post}/comments`, { body: 'C' })
  ids['entry_id'] = await made('POST /feedback/changelog/entries', { title: 'E' })
  ids['subscriber_id'] = await made('POST /feedback/changelog/subscribers', {
    email: 'reader@example.com',
  })
  ids['user_id'] = (await ask('GET /feedback/users')).body.data[0].id
  return ids
}

test.each([...new Set(names.map((name) => parseRequestLine(name).path))])(
  '%s says which methods it has',
  async (path) => {
    const { status, body, headers } = await owner.ask(`PUT ${nowhere(path)}`, { body: {} })
    expect({ status, code: body.error.code }).toEqual({ status: 405, code: 'method_not_allowed' })
    expect(headers.get('allow')).toMatch(/GET|POST|PATCH|DELETE/)
  },
)

/** The line with the ids of new things in its path, which hold nothing yet. */
async function underNewParents({ ask }: TestWorkspace, name: string): Promise<string> {
  const made = async (line: string) => (await ask(line, { body: { name: 'New' } })).body.id
  if (isEmail(name) && name.includes(':')) {
    const list_id = await made('POST /lists')
    const filter = { match: 'all', conditions: [{ field: 'tag', op: 'exists' }] }
    const { body } = await ask(`POST /lists/${list_id}/segments`, { body: { name: 'S', filter } })
    // Where the segments themselves are asked for, the list has none.
    return name.includes(':segment_id')
      ? name.replace(':list_id', list_id).replace(':segment_id', body.id)
      : name.replace(':list_id', await made('POST /lists'))
  }
  if (name.includes(':post_id')) {
    const board_id = await made('POST /feedback/boards')
    const post = await ask('POST /feedback/posts', { body: { board_id, title: 'New' } })
    return name.replace(':post_id', post.body.id)
  }
  return name.includes(':board_id') ? name.replace(':board_id', await made('POST /boards')) : name
}

test.each(lists)(
  '%s is an empty page when there is nothing, with paging.next null',
  async (name) => {
    const fresh = await service.workspace('Fresh')
    const { status, body } = await fresh.ask(await underNewParents(fresh, name))
    expect(status).toBe(200)
    if (!['GET /api-keys', 'GET /feedback/statuses'].includes(name))
      expect(body).toEqual({ data: [], paging: { next: null } })
  },
)

test.each(lists)('%s takes a limit from 1 on and gives at most 100', async (name) => {
  const line = await underNewParents(owner, name)
  const status = async (limit: string) => (await owner.ask(`${line}?limit=${limit}`)).status
  expect(await Promise.all(['0', '-1', 'abc', '1e2', '1.5', ''].map(status))).toEqual(
    Array(6).fill(422),
  )
  expect(await Promise.all(['1', '100', '101', '5000'].map(status))).toEqual(Array(4).fill(200))
})

test.each(lists)('%s refuses a cursor that was changed or made up', async (name) => {
  const path = await underNewParents(owner, name)
  for (const cursor of [
    'x',
    'AAAA',
    '%00',
    'a'.repeat(600),
    Buffer.from('[1,2]').toString('base64url'),
  ]) {
    const { status, body } = await owner.ask(`${path}?starting_after=${cursor}`)
    expect({ cursor, status, field: body.error.details[0].field }).toEqual({
      cursor,
      status: 422,
      field: 'starting_after',
    })
  }
})

test.each(reads.filter((name) => !name.includes(':')))(
  '%s answers HEAD like GET, without a body',
  async (name) => {
    const { status, text, headers } = await owner.ask(name.replace('GET', 'HEAD'))
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers.get('etag')).toBeTruthy()
  },
)

test.each(below)('%s finds nothing under an id that could not be one', async (name) => {
  for (const id of ['%00', '%0A', '..%2F..', '%F0%9F%8C%BF', 'a'.repeat(500)]) {
    const line = name.replace(/:\w+/g, id)
    const { status } = await owner.ask(line, bodyFor(name, { name: 'X', list_id: 'x' }))
    expect({ id, status }).toEqual({ id, status: 404 })
  }
})

test('an unknown address under /v1 is not_found in the envelope, with a request id', async () => {
  const { status, body, headers } = await owner.ask('GET /nothing/here')
  expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' })
  expect(body.error.request_id).toBe(headers.get('x-request-id'))
})

test('a trailing slash means the same address', async () => {
  expect((await owner.ask('GET /boards/')).status).toBe(200)
})

test('the OpenAPI document describes every row', async () => {
  const { body } = await owner.ask('GET /openapi.json')
  const described = Object.entries(body.paths as Record<string, object>).flatMap(
    ([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
  )
  expect(described.sort()).toEqual([...names].sort())
})
