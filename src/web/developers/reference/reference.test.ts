import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { statusOf } from '#contract/errors.ts'
import { openapi } from '#contract/openapi.ts'
import { errorCodeText } from '#web/messages/en/reference-topics.ts'
import {
  buildSearchIndex,
  describeEndpoint,
  formatOutline,
  formatSearch,
  isText,
  parseReference,
  searchReference,
} from './reference.rules.ts'
import { formatType, type Json, listFields } from './schema-words.rules.ts'

const document: Json = JSON.parse(JSON.stringify(openapi('http://x.test/v1', '1')))
const endpoints = parseReference(document)
const endpointOf = (id: string, all = endpoints) => {
  const endpoint = all.find((one) => one.id === id)
  if (!endpoint) throw new Error(`${id} is missing`)
  return endpoint
}
const detailsOf = (id: string) => describeEndpoint(endpointOf(id), document)

test('the reference has every endpoint of the document once, in groups', () => {
  const ids = endpoints.map(({ id }) => id)
  expect(ids.toSorted()).toEqual(rows.map(([name]) => name).toSorted())
  const items = searchReference(buildSearchIndex(endpoints, document), '')
  const groups = items.flatMap((item) => (item.kind === 'group' ? [item.title] : []))
  expect(new Set(groups).size).toBe(groups.length)
  expect(groups[0]).toBe('Guide')
  expect(groups[1]).toBe('Email · Lists')
  expect(groups.at(-1)).toBe('Workspace and developers · Audit log')
  expect(groups).not.toContain('Workspace and developers · Other')
})

test('an endpoint has its summary, scope and capability', () => {
  expect(endpointOf('GET /boards/:board_id/cards')).toMatchObject({
    method: 'GET',
    path: '/boards/:board_id/cards',
    scope: 'read',
    isAddition: false,
    resource: 'cards',
  })
  expect(endpointOf('POST /webhooks')).toMatchObject({
    scope: 'admin',
    isAddition: true,
    capability: 'webhooks.manage',
  })
})

test('parameters have their place, type in words, and mark', () => {
  const { parameters } = detailsOf('GET /boards/:board_id/cards')
  const parameterOf = (name: string) => parameters.find((one) => one.name === name)
  expect(parameterOf('board_id')).toMatchObject({ place: 'path', isRequired: true, type: 'string' })
  expect(parameterOf('completed')).toMatchObject({
    place: 'query',
    type: 'true or false',
    choices: ['true', 'false'],
    isAddition: false,
  })
  expect(parameterOf('limit')).toMatchObject({
    type: 'integer',
    isAddition: true,
    capability: 'filters',
  })
  expect(parameterOf('due_before')?.type).toBe('date-time')
  expect(parameterOf('If-None-Match')).toMatchObject({ place: 'header', capability: 'etag' })
})

test('a body lists nested fields, what is required, and additions', () => {
  const { body } = detailsOf('POST /campaigns')
  const from = body?.fields.findIndex(({ name }) => name === 'from') ?? -1
  expect(body?.fields[from]?.type).toBe('object, or null')
  expect(body?.fields.slice(from + 1, from + 3)).toMatchObject([
    { name: 'name', depth: 1, isRequired: false },
    { name: 'email_address', depth: 1, isRequired: true, type: 'email address' },
  ])
  expect(body?.fields.find(({ name }) => name === 'status')?.type).toMatch(/^one of draft, /)
  const card = detailsOf('POST /boards/:board_id/cards').body?.fields ?? []
  expect(card.find(({ name }) => name === 'description')).toMatchObject({
    isAddition: true,
    capability: 'cards.details',
  })
  expect(card.find(({ name }) => name === 'due_at')?.type).toBe('date-time, or null')
  expect(card.find(({ name }) => name === 'label_ids')?.type).toBe('list of strings')
  expect(card.find(({ name }) => name === 'members')?.type).toBe('list of strings or objects')
})

test('no type shows a pattern', () => {
  const types = endpoints.flatMap((endpoint) => {
    const { parameters, body, response } = describeEndpoint(endpoint, document)
    return [...parameters, ...(body?.fields ?? []), ...response.fields].map(({ type }) => type)
  })
  expect(types.length).toBeGreaterThan(1000)
  expect(types.filter((type) => /[\\^$]/.test(type))).toEqual([])
})

test('the form of a value that is an addition says so', () => {
  const { body } = detailsOf('PATCH /lists/:list_id/contacts/:contact_id')
  expect(body?.fields.find(({ name }) => name === 'tags')?.type).toContain(
    'list of strings or object with values: boolean (Addition: contacts.edit)',
  )
})

test('statuses have their codes with one line each', () => {
  const { statuses } = detailsOf('POST /boards/:board_id/cards')
  expect(statuses.map(({ status, code }) => `${status} ${code ?? ''}`.trim())).toEqual(
    expect.arrayContaining(['201', '400 validation_error', '404 not_found', '409 conflict']),
  )
  expect(statuses.every(({ meaning }) => meaning !== '')).toBe(true)
  expect(Object.keys(errorCodeText)).toEqual(Object.keys(statusOf))
})

test('a response is an outline of its fields, and an export is text', () => {
  const outline = formatOutline(detailsOf('GET /boards/:board_id/cards').response.fields)
  expect(outline).toMatch(/^data +list of objects\n {2}id /)
  expect(outline).toMatch(/^paging/m)
  expect(isText(detailsOf('GET /lists/:list_id/export'))).toBe(true)
  expect(isText(detailsOf('GET /lists'))).toBe(false)
  expect(detailsOf('DELETE /cards/:card_id').response.media).toEqual([])
})

test('a search finds all words in line, summary, fields and codes', () => {
  const index = buildSearchIndex(endpoints, document)
  const find = (query: string) =>
    searchReference(index, query).flatMap((item) => (item.kind === 'group' ? [] : [item.id]))
  expect(find('')).toHaveLength(endpoints.length + 6)
  expect(find('boards/{board_id}/cards get')).toContain('GET /boards/:board_id/cards')
  expect(find('per_list')).toEqual(['GET /boards/:board_id/cards'])
  expect(find('  PER_LIST   cards ')).toEqual(['GET /boards/:board_id/cards'])
  expect(find('idempotency_mismatch')).toEqual(['errors'])
  expect(find('per_list webhook')).toEqual([])
  expect(find('unsupported_media_type')).not.toContain('GET /lists')
})

test('a key press reads nothing of the document', () => {
  let reads = 0
  const count = <T extends object>(value: T): T =>
    new Proxy(value, {
      get: (target, name, receiver) => {
        reads += 1
        const member: unknown = Reflect.get(target, name, receiver)
        return typeof member === 'object' && member !== null ? count(member) : member
      },
    })
  const counted = count(structuredClone(document))
  const index = buildSearchIndex(parseReference(counted), counted)
  expect(reads).toBeGreaterThan(1000)
  reads = 0
  for (const query of ['b', 'bo', 'board', 'board card', 'nothing of it'])
    searchReference(index, query)
  // What a row shows of an endpoint is a copy.
  expect(reads).toBe(0)
})

test.each([
  ['nothing', undefined],
  ['a text', 'openapi: 3.1.0'],
  ['a list', []],
  ['paths that are a list', { paths: [] }],
  ['items that are none', { paths: { '/x': null, y: { get: {} }, '/z': { get: 4, trace: {} } } }],
])('%s is a document without endpoints', (_, hostile) => {
  expect(parseReference(hostile)).toEqual([])
})

test('the document of another server is read as far as it makes sense', () => {
  const other = {
    paths: {
      '/things/{thing}': {
        put: {
          summary: 7,
          security: 'none',
          parameters: [
            null,
            { $ref: '#/constructor' },
            { name: 'q', in: 'cookie' },
            { in: 'path' },
          ],
          requestBody: { content: { 'application/json': { schema: { $ref: 'other.json' } } } },
          responses: { default: {}, 200: null, 418: { description: 'A teapot' } },
        },
      },
    },
  }
  const [endpoint, ...rest] = parseReference(other)
  expect(rest).toEqual([])
  expect(endpoint).toMatchObject({ id: 'PUT /things/:thing', summary: '', scope: undefined })
  if (!endpoint) return
  const { parameters, body, response, statuses } = describeEndpoint(endpoint, other)
  expect(parameters).toEqual([])
  expect(body).toMatchObject({ fields: [], isRequired: false })
  expect(response).toMatchObject({ media: [], fields: [] })
  expect(statuses).toEqual([
    { status: '200', code: undefined, meaning: 'Done.' },
    { status: '418', code: undefined, meaning: 'A teapot' },
  ])
})

test('a schema that contains itself, or too much, is cut', () => {
  const node = {
    type: 'object',
    properties: { next: { $ref: '#/node' }, name: { type: 'string' } },
  }
  const wide = {
    anyOf: Array.from({ length: 500 }, () => ({ $ref: '#/wide' })),
  }
  const loop = { $ref: '#/loop' }
  const large = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`field_${at}`, { type: 'integer' }]),
    ),
  }
  const hostile = { node, wide, loop, large }
  const { fields } = listFields(node, hostile)
  expect(fields.map(({ name }) => name)).toEqual(['next', 'name'])
  expect(formatType(wide, hostile)).toBe('any value')
  expect(formatType(loop, hostile)).toBe('any value')
  expect(listFields(large, hostile)).toMatchObject({ omitted: 800 })
  expect(listFields(wide, hostile).fields).toEqual([])
})

test('an address keeps slashes and colons, and the search', () => {
  expect(formatSearch({ endpoint: 'GET /cards/:card_id' }, '')).toBe(
    '?endpoint=GET%20/cards/:card_id',
  )
  expect(formatSearch({ topic: 'errors' }, 'a&b')).toBe('?topic=errors&q=a%26b')
  expect(formatSearch(undefined, '')).toBe('')
})
