import { afterAll, beforeAll, expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { publicRows } from '#contract/public-api-rows.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { readConfig } from '#service/config.ts'
import { createLog } from '#service/log.ts'
import { type OpenService, openService } from '#service/open-service.ts'
import { type SendRequest, type TestService, sendRequest, openTestService } from './test-service.ts'

let full: TestService
let publicService: OpenService
/** The same workspace twice: by everything this service can, and by the public API alone. */
let arrange: SendRequest
let request: SendRequest
let ids: Record<string, string>

beforeAll(async () => {
  full = await openTestService()
  const config = readConfig({
    PROFILE: 'public',
    RATE_LIMIT: 'off',
    CORS_ORIGINS: 'https://friend.example',
    INSTANCE_SECRET: Buffer.alloc(32, 7).toString('base64'),
  })
  const log = createLog('error')
  publicService = await openService({
    config,
    log,
    database: full.database,
    validateResponses: true,
  })
  const owner = await full.workspace()
  arrange = owner.request
  request = (line, options = {}) => sendRequest(publicService, line, { key: owner.key, ...options })
  const lists = [{ name: 'Doing' }, { name: 'Done' }]
  const board = (await arrange('POST /boards', { body: { name: 'Board', lists } })).body
  const list_id = (await arrange('POST /lists', { body: { name: 'Readers' } })).body.id
  const fbd = (await arrange('POST /feedback/boards', { body: { name: 'Ideas' } })).body.id
  const body = { name: 'Welcome', list_id, status: 'active' }
  const automation_id = (await arrange('POST /automations', { body })).body.id
  ids = { list_id, board_id: board.id, column: board.lists[0].id, fbd, automation_id }
})
afterAll(async () => {
  await publicService.close()
  await full.close()
})

const extra = rows.filter(([, row]) => row.source === 'addition').map(([name]) => name)
const addresses = publicRows.map(
  ([name]) => new RegExp(`^${parseRequestLine(name).path.replace(/:\w+/g, '[^/]+')}$`),
)
/** The public API has the address too, with other methods. */
const isThere = (name: string) =>
  addresses.some((address) => address.test(parseRequestLine(name).path))
const nowhere = (name: string) => name.replace(/:(\w+)/g, 'xyz_00000000000000000000000000')
const refusal = ({ status, body }: Awaited<ReturnType<SendRequest>>) => ({
  status,
  code: body?.error?.code,
  fields: body?.error?.details?.map(({ field }: { field: string }) => field),
})

test.each(extra.filter((name) => !isThere(name)))(
  '%s is an unknown route in the public profile',
  async (name) => {
    const options = parseRequestLine(name).sendsBody ? { body: {} } : {}
    const { status, body } = await request(nowhere(name), options)
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' })
    expect(body.error.message).toContain('No such route')
  },
)

// The public API reads what follows as the id of a card or a post.
const readAsId = ['GET /cards/summary', 'GET /feedback/posts/similar']

test.each(readAsId)('%s is a resource that does not exist in the public profile', async (name) => {
  const { status, body } = await request(name)
  expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' })
})

test.each(extra.filter((name) => isThere(name) && !readAsId.includes(name)))(
  '%s is an unsupported method in the public profile',
  async (name) => {
    const options = parseRequestLine(name).sendsBody ? { body: {} } : {}
    const { status, headers } = await request(nowhere(name), options)
    expect(status).toBe(405)
    expect(headers.get('allow')?.split(', ')).not.toContain(name.split(' ')[0])
  },
)

test.each(publicRows.filter(([name]) => name.startsWith('GET')).map(([name]) => name))(
  '%s rejects an undocumented query parameter',
  async (name) => {
    for (const query of ['limit=5', 'sort=name', 'external_ref=x', 'anything=1'])
      expect(refusal(await request(`${nowhere(name).replace(/xyz_\w+/g, 'x')}?${query}`))).toEqual(
        name.includes(':')
          ? { status: 404, code: 'not_found', fields: undefined }
          : { status: 422, code: 'validation_error', fields: [query.split('=')[0]] },
      )
  },
)

test('an undocumented query parameter is rejected on an existing resource', async () => {
  const path = `GET /boards/${ids.board_id}`
  expect(refusal(await request(`${path}?anything=1`)).fields).toEqual(['anything'])
  expect(refusal(await request(`${path}/cards?status=all`)).fields).toEqual(['status'])
  expect((await request(`${path}/cards?list_id=${ids.column}&completed=false`)).status).toBe(200)
})

test('an undocumented body field is rejected and nothing is created', async () => {
  const { list_id, board_id, column } = ids
  const cards = `/boards/${board_id}/cards`
  const card = { list_id: column, name: 'A' }
  const refusedFields = async (line: string, body: object) =>
    refusal(await request(line, { body })).fields
  expect(await refusedFields(`POST ${cards}`, { ...card, description: 'D', typo: 1 })).toEqual([
    '/description',
    '/typo',
  ])
  expect(
    await refusedFields(`POST /lists/${list_id}/contacts`, {
      email_address: 'a@x.io',
      status: 'pending',
    }),
  ).toEqual(['/status'])
  expect(
    await refusedFields('POST /feedback/changelog/entries', { title: 'T', import: true }),
  ).toEqual(['/import'])
  expect((await request(`GET ${cards}`)).body.data).toEqual([])
})

test('an undocumented form of a field is rejected', async () => {
  const contacts = `/lists/${ids.list_id}/contacts`
  const created = await request(`POST ${contacts}`, {
    body: { email_address: 'tags@x.io', tags: ['t'] },
  })
  const change = (tags: unknown) =>
    request(`PATCH ${contacts}/${created.body.id}`, { body: { tags } })
  expect((await change({ u: true })).status).toBe(422)
  expect((await change(['u'])).body.tags).toEqual(['u'])
})

test.each([
  ['Idempotency-Key', 'once'],
  ['If-Match', '"1"'],
  ['If-None-Match', '"1"'],
  ['X-Request-Id', 'abc'],
])('the undocumented header %s is rejected by name', async (header, value) => {
  const body = { list_id: ids.column, name: 'Headed' }
  const line = `POST /boards/${ids.board_id}/cards`
  for (const options of [
    ['GET /boards', {}],
    [line, { body }],
  ] as const)
    expect(
      refusal(await request(options[0], { ...options[1], headers: { [header]: value } })),
    ).toEqual({
      status: 422,
      code: 'validation_error',
      fields: [header],
    })
  expect((await request(`GET /boards/${ids.board_id}/cards`)).text).not.toContain('Headed')
})

test('responses of the public profile have no ETag', async () => {
  const cards = `/boards/${ids.board_id}/cards`
  const created = await request(`POST ${cards}`, { body: { list_id: ids.column, name: 'Plain' } })
  for (const response of [
    created,
    await request(`GET ${cards}`),
    await request(`GET /cards/${created.body.id}`),
  ])
    expect([response.headers.get('etag'), response.status < 300]).toEqual([null, true])
})

test('a CORS preflight of the public profile allows documented headers only', async () => {
  const headers = { Origin: 'https://friend.example', 'Access-Control-Request-Method': 'POST' }
  const preflight = await request('OPTIONS /boards', { key: null, headers })
  expect(preflight.headers.get('access-control-allow-headers')).toBe('Authorization,Content-Type')
})

test('health, readiness and sign-in configuration need no API key', async () => {
  for (const path of ['/healthz', '/readyz', '/config.json'])
    expect((await publicService.app.fetch(new Request(`http://service.test${path}`))).status).toBe(
      200,
    )
})

test('every documented endpoint accepts its documented fields', async () => {
  const { list_id, board_id, column, fbd, automation_id } = ids
  const requestBody = async (line: string, body?: object) => {
    const response = await request(line, body === undefined ? {} : { body })
    expect({ line, status: response.status < 300, fields: refusal(response).fields }).toMatchObject(
      {
        status: true,
      },
    )
    return response.body
  }
  const contact = await requestBody(`POST /lists/${list_id}/contacts`, {
    email_address: 'ada@x.io',
    fields: { a: '1' },
    tags: ['t'],
  })
  await requestBody(`PATCH /lists/${list_id}/contacts/${contact.id}`, { status: 'unsubscribed' })
  await requestBody(`PATCH /lists/${list_id}/contacts/${contact.id}`, {
    status: 'subscribed',
    fields: { a: '2' },
  })
  await requestBody(`GET /lists/${list_id}/contacts?status=subscribed&tag=t`)
  await requestBody(`POST /automations/${automation_id}/enroll`, { contact_id: contact.id })
  const card = await requestBody(`POST /boards/${board_id}/cards`, {
    list_id: column,
    name: 'C',
    label_ids: [],
    due_at: '2026-01-01T00:00:00Z',
  })
  await requestBody(`PATCH /cards/${card.id}`, {
    name: 'D',
    dates: { due_at: null },
    label_ids: [],
    members: [],
    status: 'open',
    completed: true,
  })
  await requestBody(`POST /cards/${card.id}/move`, { list_id: column, position: 'top' })
  const post = await requestBody('POST /feedback/posts', {
    board_id: fbd,
    title: 'P',
    user: { email: 'u@x.io' },
  })
  await requestBody(`PATCH /feedback/posts/${post.id}`, {
    title: 'Q',
    details: '',
    status: 'open',
    tags: ['t'],
    owner: null,
    eta: null,
  })
  const vote = await requestBody(`POST /feedback/posts/${post.id}/votes`, {
    user: { email: 'v@x.io' },
  })
  await requestBody(`DELETE /feedback/posts/${post.id}/votes/${vote.id}`)
  await requestBody(`POST /feedback/posts/${post.id}/comments`, { body: 'B', internal: true })
  await requestBody(`GET /feedback/posts/${post.id}/comments?internal=true`)
  await requestBody(
    'GET /feedback/posts?board=ideas&status=open&tag=t&search=q&updated_since=2020-01-01T00:00:00Z',
  )
  await requestBody('POST /feedback/users/identify', {
    external_id: 'x',
    email: 'x@x.io',
    name: 'X',
  })
  const entry = await requestBody('POST /feedback/changelog/entries', { title: 'E', body: 'B' })
  await requestBody(`POST /feedback/changelog/entries/${entry.id}/publish`)
  await requestBody('GET /feedback/changelog/entries?include_drafts=true')
  await requestBody('POST /feedback/changelog/subscribers', { email: 's@x.io' })
  await requestBody(`DELETE /feedback/posts/${post.id}`)
  await requestBody(`DELETE /lists/${list_id}/contacts/${contact.id}`)
})

test('PROFILE accepts full or public and rejects other values by name', () => {
  expect(readConfig({}).profile).toBe('full')
  expect(() => readConfig({ PROFILE: 'seed' })).toThrow(
    'Invalid setting: PROFILE must be full or public.',
  )
})
