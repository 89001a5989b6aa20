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
  readReference,
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
  expect(groups[0]).toBe('Basics')
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
  // The path names it.
  expect(parameters).toMatchObject([{ name: 'thing', place: 'path', type: 'string' }])
  expect(body).toMatchObject({ fields: [], isRequired: false })
  expect(response).toMatchObject({ media: [], fields: [] })
  expect(statuses).toEqual([
    { status: '200', code: undefined, meaning: 'Done.', isAddition: false },
    { status: '418', code: undefined, meaning: 'A teapot', isAddition: false },
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
  const { fields } = listFields(node, { document: hostile, nodes: 0 })
  expect(fields.map(({ name }) => name)).toEqual(['next', 'name'])
  expect(formatType(wide, { document: hostile, nodes: 0 })).toBe('any value')
  expect(formatType(loop, { document: hostile, nodes: 0 })).toBe('any value')
  expect(listFields(large, { document: hostile, nodes: 0 })).toMatchObject({ omitted: 800 })
  expect(listFields(wide, { document: hostile, nodes: 0 }).fields).toEqual([])
})

test('an address keeps slashes and colons, and the search', () => {
  expect(formatSearch({ endpoint: 'GET /cards/:card_id' }, '')).toBe(
    '?endpoint=GET%20/cards/:card_id',
  )
  expect(formatSearch({ topic: 'errors' }, 'a&b')).toBe('?topic=errors&q=a%26b')
  expect(formatSearch(undefined, '')).toBe('')
})

/** A document with one read. */
const documentOf = (operation: Json, rest: Json = {}): Json => ({
  ...rest,
  paths: { '/things': { get: operation } },
})
const describeOnly = (source: Json) => {
  const [endpoint] = parseReference(source)
  if (!endpoint) throw new Error('The document has no endpoint.')
  return describeEndpoint(endpoint, source)
}
const deepList = () => Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 'deep')

test.each([
  ['objects that are no texts', [{ toString: 1 }, 'open', 2, true, null], 'one of open, 2, true'],
  ['a deep list', [deepList()], 'any value'],
  ['null alone', [null], 'null'],
  ['nothing', [], 'any value'],
  ['a long text', ['x'.repeat(5000)], `one of ${'x'.repeat(99)}…`],
])('values to choose from with %s are read as far as they are plain', (_, values, type) => {
  const source = documentOf({ parameters: [{ name: 'q', in: 'query', schema: { enum: values } }] })
  expect(describeOnly(source).parameters[0]?.type).toBe(type)
})

test('at most 80 values are offered, and the rest is counted', () => {
  const values = Array.from({ length: 100 }, (_, at) => at)
  const source = documentOf({ parameters: [{ name: 'q', in: 'query', schema: { enum: values } }] })
  const [parameter] = describeOnly(source).parameters
  expect(parameter?.choices).toHaveLength(80)
  expect(parameter?.type).toMatch(/79 and 20 more$/)
})

test('an operation has at most 100 parameters and one budget for all of it', () => {
  const wide = { anyOf: Array.from({ length: 70 }, () => ({ $ref: '#/wide' })), toString: 1 }
  const parameters = Array.from({ length: 5000 }, (_, at) => ({
    name: `p${at}`,
    in: 'query',
    schema: { $ref: '#/wide' },
  }))
  const source = documentOf({ parameters }, { wide })
  const reading = { document: source, nodes: 0 }
  const [endpoint] = parseReference(source)
  expect(endpoint && describeEndpoint(endpoint, source, reading).parameters).toHaveLength(100)
  expect(reading.nodes).toBeLessThan(10_000)
})

test('a document of any size is indexed with one budget', () => {
  const wide = { anyOf: Array.from({ length: 70 }, () => ({ $ref: '#/wide' })) }
  const operation = {
    parameters: Array.from({ length: 100 }, (_, at) => ({
      name: `p${at}`,
      in: 'query',
      schema: { $ref: '#/wide' },
    })),
    requestBody: { content: { 'application/json': { schema: { $ref: '#/wide' } } } },
  }
  const item = { get: operation, put: operation, post: operation, patch: operation }
  const paths = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`/things/${at}`, item]))
  const source = { paths, wide }
  const all = parseReference(source)
  expect(all).toHaveLength(2000)
  const index = buildSearchIndex(all, source)
  const find = (query: string) =>
    searchReference(index, query).flatMap((item) => (item.kind === 'endpoint' ? [item.id] : []))
  expect(find('things/')).toHaveLength(2000)
  // Those after the budget are found by their line alone.
  expect(find('things/ p99').length).toBeLessThan(200)
})

test('a status that only additions lead to is marked', () => {
  const marked = detailsOf('PATCH /cards/:card_id').statuses.filter(({ isAddition }) => isAddition)
  expect(marked).toMatchObject([{ status: '412', capability: 'etag' }])
  const reads = detailsOf('GET /cards/:card_id').statuses.filter(({ isAddition }) => isAddition)
  expect(reads).toMatchObject([{ status: '304', capability: 'etag' }])
})

test('no summary of this server is cut', () => {
  const summaries = new Map<string, string>(rows.map(([name, row]) => [name, row.summary]))
  for (const { id, summary } of endpoints) expect(summary).toBe(summaries.get(id))
})

test('an endpoint with a path of more than 1,000 characters is left out', () => {
  expect(parseReference({ paths: { [`/${'x'.repeat(1000)}`]: { get: {} } } })).toEqual([])
})

test('a path has its own parameters, undeclared ones, and each endpoint once', () => {
  const place = { name: 'id', in: 'path', schema: { type: 'integer' } }
  const source = {
    paths: {
      '/a/{x}': { get: { summary: 'first' } },
      '/a/:x': { get: { summary: 'second' } },
      '/b/{id}.json': { parameters: [place, { ...place, name: 'q', in: 'query' }], get: {} },
      '/c/{id}': { parameters: [place], get: { parameters: [{ ...place, schema: {} }] } },
    },
  }
  const all = parseReference(source)
  expect(all.map(({ id, summary }) => [id, summary])).toEqual([
    ['GET /a/:x', 'first'],
    ['GET /b/{id}.json', ''],
    ['GET /c/:id', ''],
  ])
  const parameters = all.map((one) =>
    describeEndpoint(one, source).parameters.map(({ name, type }) => [name, type]),
  )
  expect(parameters).toEqual([
    [['x', 'string']],
    [
      ['id', 'integer'],
      ['q', 'integer'],
    ],
    [['id', 'any value']],
  ])
})

test.each([
  [{ type: ['string', 'integer', 'null'] }, 'string or integer, or null'],
  [{ allOf: [{ description: 'only words' }, { type: 'object' }] }, 'object'],
  [{ const: null }, 'null'],
  [{ anyOf: [{ type: 'string' }, { const: null }] }, 'string, or null'],
  [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, 'string or boolean'],
  [{ enum: [',', ';', '\t', ' '] }, 'one of ",", ;, tab, " "'],
])('the type of %j in a body is %s', (schema, type) => {
  expect(formatType(schema, { document: {}, nodes: 0 })).toBe(type)
})

test('a list of event kinds names them', () => {
  const kinds = detailsOf('GET /events').parameters.find(({ name }) => name === 'kinds')
  expect(kinds?.type).toMatch(/^one or more of \*, board\.created, /)
})

test('a hostile document is read as none rather than thrown at the page', () => {
  const hostile = {
    get paths(): never {
      throw new RangeError('Maximum call stack size exceeded')
    },
  }
  expect(readReference(hostile)).toBeUndefined()
  expect(readReference({ paths: {} })).toBeUndefined()
})

test('the outline of a response marks what the public API does not name', () => {
  const outline = formatOutline(detailsOf('GET /lists').response.fields)
  expect(outline).toMatch(/^ {2}name +string$/m)
  expect(outline).toMatch(/^ {2}version +string \(Addition\)$/m)
  expect(outline).toMatch(/^ {2}total +integer \(Addition\)$/m)
})
