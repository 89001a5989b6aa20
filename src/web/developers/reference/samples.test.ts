import { spawnSync } from 'node:child_process'
import vm from 'node:vm'
import { expect, test } from 'vitest'

import { openapi } from '#contract/openapi.ts'
import { describeEndpoint, type Endpoint, parseReference } from './reference.rules.ts'
import { buildPath, buildSample, type SampleLanguage, type Values } from './samples.rules.ts'

const document: unknown = JSON.parse(JSON.stringify(openapi('http://x.test/v1', '1')))
const endpoints = parseReference(document)
const endpointOf = (id: string) => {
  const endpoint = endpoints.find((one) => one.id === id)
  if (!endpoint) throw new Error(`${id} is missing`)
  return endpoint
}
const base_url = 'https://api.example.com/v1'
const sampleOf = (
  endpoint: Endpoint,
  language: SampleLanguage,
  values: Values = {},
  source = document,
) =>
  buildSample(language, endpoint, describeEndpoint(endpoint, source), {
    base_url,
    values,
    document: source,
  })

/** Names and a description that would end a string of every language. */
const hostile = {
  paths: {
    '/it\'s "{odd}"\n$(rm)\\': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ["a'b", 'c"d\\', '__proto__', 'e\u2028f', 'deep'],
                properties: {
                  "a'b": { enum: ["x'; rm -rf ~; '"] },
                  'c"d\\': { const: '"""\\' },
                  ['__proto__']: { type: 'string' },
                  'e\u2028f': { type: ['null', 'boolean'] },
                  deep: { type: 'array', items: { type: 'array', items: { type: 'null' } } },
                },
              },
            },
          },
        },
      },
    },
  },
}
const hostileEndpoints = parseReference(hostile)
const all = [
  ...endpoints.map((endpoint) => [endpoint, document] as const),
  ...hostileEndpoints.map((endpoint) => [endpoint, hostile] as const),
]

test('a curl sample has the placeholder, the URL and a body of required fields', () => {
  expect(sampleOf(endpointOf('POST /boards/:board_id/cards'), 'curl')).toBe(
    `curl --request POST \\
  --url 'https://api.example.com/v1/boards/brd_01hx7k2m/cards' \\
  --header 'Authorization: Bearer <API_KEY>' \\
  --header 'Content-Type: application/json' \\
  --data-raw '{"list_id":"lst_01hx7k2m","name":"Example"}'`,
  )
})

test('a JavaScript sample sends the same request', () => {
  expect(sampleOf(endpointOf('POST /boards/:board_id/cards'), 'javascript'))
    .toBe(`const response = await fetch("https://api.example.com/v1/boards/brd_01hx7k2m/cards", {
  method: "POST",
  headers: {
    Authorization: "Bearer <API_KEY>",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    "list_id": "lst_01hx7k2m",
    "name": "Example",
  }),
})
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)
console.log(await response.json())`)
})

test('a Python sample sends the same request', () => {
  expect(sampleOf(endpointOf('PATCH /cards/:card_id'), 'python')).toBe(`import json
import urllib.request

request = urllib.request.Request(
    "https://api.example.com/v1/cards/crd_01hx7k2m",
    method="PATCH",
    headers={
        "Authorization": "Bearer <API_KEY>",
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "name": "Example",
    }).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`)
})

test('typed values are in the URL, and what would be another path is not', () => {
  const endpoint = endpointOf('GET /boards/:board_id/cards')
  const details = describeEndpoint(endpoint, document)
  const pathOf = (values: Values) => buildPath(endpoint, details, values, document)
  expect(pathOf({})).toBe('/boards/brd_01hx7k2m/cards')
  expect(
    pathOf({ 'path.board_id': 'a/b c', 'query.completed': 'true', 'query.search': 'ä&b' }),
  ).toBe('/boards/a%2Fb%20c/cards?completed=true&search=%C3%A4%26b')
  expect(pathOf({ 'path.board_id': '..', 'query.search': '' })).toBe('/boards/brd_01hx7k2m/cards')
  expect(sampleOf(endpoint, 'curl', { 'query.completed': 'false' })).toContain('?completed=false')
})

test('every sample has the placeholder and no braces of a path', () => {
  for (const language of ['curl', 'javascript', 'python'] as const)
    for (const endpoint of endpoints) {
      const sample = sampleOf(endpoint, language)
      expect(sample).toContain('Bearer <API_KEY>')
      expect(sample).not.toMatch(/\/v1\/\S*:\w/)
    }
})

test('every body has the required fields with values of their types', () => {
  const bodyOf = (id: string): unknown =>
    JSON.parse(/--data-raw '(.*)'$/.exec(sampleOf(endpointOf(id), 'curl'))?.[1] ?? 'null')
  expect(bodyOf('POST /lists/:list_id/contacts')).toEqual({ email_address: 'ada@example.com' })
  expect(bodyOf('POST /feedback/posts')).toMatchObject({ title: 'Dark mode' })
  expect(bodyOf('POST /lists/:list_id/segments')).toMatchObject({
    filter: { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 'vip' }] },
  })
  expect(bodyOf('POST /feedback/changelog/entries/:entry_id/publish')).toBeNull()
})

test('every JavaScript sample parses', () => {
  const parse = (code: string) =>
    new vm.Script(`async () => {${code}
}`)
  for (const [endpoint, source] of all)
    expect(() => parse(sampleOf(endpoint, 'javascript', {}, source))).not.toThrow()
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('every Python sample parses', () => {
  const samples = all.map(([endpoint, source]) => sampleOf(endpoint, 'python', {}, source))
  const program = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'
  const input = JSON.stringify(samples)
  const { status, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('every curl sample is one command of a shell', () => {
  // All in one shell, because each takes as long to start as all samples to run.
  const commands = all.map(
    ([endpoint, source], at) => `${sampleOf(endpoint, 'curl', {}, source)}\necho 'after ${at}'`,
  )
  const input = ['set -f', `curl() { echo "$#"; }`, ...commands].join('\n')
  const { status, stderr, stdout } = spawnSync('sh', ['-s'], { input, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const counts = stdout.trimEnd().split(/\nafter \d+(?:\n|$)/)
  expect(counts).toEqual([...all.map(() => expect.stringMatching(/^\d+$/)), ''])
})

const sampleOfDocument = (source: Readonly<Record<string, unknown>>) => {
  const [endpoint] = parseReference(source)
  if (!endpoint) throw new Error('The document has no endpoint.')
  return sampleOf(endpoint, 'curl', {}, source)
}

test.each([
  ['an object', { type: 'object', required: ['a'], properties: { a: {} } }, 'q=example'],
  [
    'a hostile object',
    { type: 'object', required: ['toString'], properties: { toString: { enum: [1] } } },
    'q=example',
  ],
  ['a list', { type: 'array', items: { type: 'integer' } }, 'q=1'],
])('a required query parameter that is %s has a text', (_, schema, query) => {
  const parameters = [{ name: 'q', in: 'query', required: true, schema }]
  expect(sampleOfDocument({ paths: { '/x': { get: { parameters } } } })).toContain(`/x?${query}'`)
})

test('a body of two hundred required bodies like itself is cut', () => {
  const names = Array.from({ length: 200 }, (_, at) => `field_${at}`)
  const node = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/node' }])),
  }
  const requestBody = { content: { 'application/json': { schema: { $ref: '#/node' } } } }
  const sample = sampleOfDocument({ node, paths: { '/x': { post: { requestBody } } } })
  expect(sample.length).toBeLessThan(200_000)
})

test('a parameter that is a part of a segment is filled', () => {
  const source = { paths: { '/x/{id}.json/:raw': { get: {} } } }
  expect(sampleOfDocument(source)).toContain("/x/id_01hx7k2m.json/:raw'")
})

test('the body of another server on a line of this one is made from its own schema', () => {
  const schema = { type: 'object', required: ['title'], properties: { title: {} } }
  const requestBody = { content: { 'application/json': { schema } } }
  const source = { paths: { '/feedback/posts': { post: { requestBody } } } }
  expect(sampleOfDocument(source)).toContain(`--data-raw '{"title":"Dark mode"}'`)
})

test('no path or server of a document leads to another host', () => {
  const places = ['//evil.example/x', '/@evil.example/', '/\\evil.example', '/../../x', '/{a}@b']
  const source = {
    servers: [{ url: 'https://evil.example' }],
    paths: Object.fromEntries(
      places.map((place) => [place, { servers: [{ url: 'https://evil.example' }], get: {} }]),
    ),
  }
  const all = parseReference(source)
  expect(all).toHaveLength(places.length)
  for (const endpoint of all) {
    const path = buildPath(endpoint, describeEndpoint(endpoint, source), {}, source)
    expect(new URL(base_url + path).origin).toBe('https://api.example.com')
  }
})
