import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

import { capabilities } from './capabilities.ts'
import { rows } from './endpoints.ts'
import { statusOf } from './errors.ts'
import { openapi, publicOpenapi } from './openapi.ts'
import { parseRequestLine } from './request-line.ts'

interface Part {
  readonly [name: string]: unknown
}
interface Parameter extends Part {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Part
}
interface Answer extends Part {
  readonly description: string
  readonly content?: { readonly 'application/json': { readonly schema: Part } }
}
interface Operation extends Part {
  readonly operationId: string
  readonly summary: string
  readonly security: readonly { readonly key: readonly string[] }[]
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Part } }
  }
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>
}

// Written by our own code, read here as what OpenAPI says it is.
const document = JSON.parse(JSON.stringify(openapi('http://x.test/v1', '1.0.0'))) as {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Follows `#/components/…`; everything else is what it says. */
function resolved<T>(part: T | { readonly $ref: string }): T {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T
  const operation = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Part)[key], document)
  if (operation === undefined) throw new Error(`${part.$ref} does not resolve`)
  return operation as T
}

const operations = rows.map(([name, row]) => {
  const line = parseRequestLine(name)
  const path = line.path.replace(/:(\w+)/g, '{$1}')
  return { name, row, line, operation: document.paths[path]?.[line.method.toLowerCase()] }
})
const operationOf = (name: string) => {
  const operation = operations.find((each) => each.name === name)?.operation
  if (!operation) throw new Error(`${name} is not described`)
  return operation
}
const parametersOf = (name: string) => operationOf(name).parameters.map(resolved<Parameter>)
const bodyOf = (name: string) =>
  operationOf(name).requestBody?.content['application/json'].schema as
    | { readonly properties: Readonly<Record<string, Part>> }
    | undefined

test('the OpenAPI document describes exactly the endpoints of the table', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(described.toSorted()).toEqual(rows.map(([name]) => name).toSorted())
  expect(document.openapi).toBe('3.1.0')
})

test.each(operations)(
  '$name describes its parameters, body and responses',
  ({ name, row, line }) => {
    const operation = operationOf(name)
    expect(operation).toMatchObject({
      operationId: name,
      summary: row.summary,
      security: [{ key: [row.scope] }],
    })
    const parameters = parametersOf(name)
    const names = (place: string) =>
      parameters.filter((each) => each.in === place).map((each) => each.name)
    expect(names('path')).toEqual(line.params)
    expect(parameters.filter((each) => each.in === 'path').every(({ required }) => required)).toBe(
      true,
    )
    const fields = Object.keys(row.input.shape)
    expect(names('query').toSorted()).toEqual(line.sendsBody ? [] : fields.toSorted())
    expect(Object.keys(bodyOf(name)?.properties ?? {}).toSorted()).toEqual(
      line.sendsBody ? fields.toSorted() : [],
    )

    const statuses = [row.status ?? 200].flat().map(String)
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([...statuses, '400', '401', '403', '422', '429', '500', '503']),
    )
    for (const [status, answer] of Object.entries(operation.responses)) {
      const { description, content } = resolved<Answer>(answer)
      expect(description).toBeTruthy()
      expect({ status, body: content !== undefined }).toEqual({
        status,
        body: !['204', '304'].includes(status),
      })
    }
  },
)

test('every error status and code is described', () => {
  const error = resolved<{ properties: { error: { properties: { code: { enum: string[] } } } } }>({
    $ref: '#/components/schemas/Error',
  })
  expect(error.properties.error.properties.code.enum).toEqual(Object.keys(statusOf))
  const statuses = new Set(
    operations.flatMap(({ name }) => Object.keys(operationOf(name).responses)),
  )
  // A described method never returns 405.
  const all = Object.entries(statusOf).filter(([code]) => code !== 'method_not_allowed')
  for (const [, status] of all) expect(statuses).toContain(String(status))
})

test('every schema is JSON Schema 2020-12, and every reference resolves', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false })
  ajv.addVocabulary(['x-addition', 'x-capability'])
  ajv.addSchema(
    { $id: 'http://x.test/openapi', components: Reflect.get(document, 'components') },
    'openapi',
  )
  const errors: string[] = []
  for (const { name } of operations) {
    const schemas = [
      ...parametersOf(name).map(({ schema }) => schema),
      bodyOf(name),
      ...Object.values(operationOf(name).responses).map(
        (answer) => Object.values(resolved<Answer>(answer).content ?? {})[0]?.schema,
      ),
    ]
    for (const schema of schemas)
      if (schema && !ajv.validateSchema(resolved(schema)))
        errors.push(`${name}: ${ajv.errorsText()}`)
  }
  expect(errors).toEqual([])
})

test.each(operations)(
  '$name marks every field that the public API does not name',
  ({ name, row, line }) => {
    const operation = operationOf(name)
    expect(operation['x-addition'] === true).toBe(row.source === 'addition')
    expect(operation['x-capability']).toBe(row.capability)
    const parts = line.sendsBody
      ? Object.entries(bodyOf(name)?.properties ?? {})
      : parametersOf(name)
          .filter((each) => each.in === 'query')
          .map((each) => [each.name, each] as const)
    if (row.source === 'addition') return
    for (const [field, part] of parts) {
      const mark = row.input.shape[field]?.meta()
      expect({ field, ...pick(part) }).toEqual({ field, ...pick(mark ?? {}) })
      if (part['x-addition'] === true) expect(capabilities).toContain(part['x-capability'])
    }
  },
)

const pick = (part: Part) => ({ addition: part['x-addition'], capability: part['x-capability'] })

test('no response schema forbids fields that a later version may add', () => {
  for (const { name } of operations)
    expect(JSON.stringify(operationOf(name).responses)).not.toContain(
      '"additionalProperties":false',
    )
})

test('the length limits of strings are described', () => {
  expect(bodyOf('POST /boards/:board_id/cards')?.properties['name']).toMatchObject({
    type: 'string',
    minLength: 1,
    maxLength: 512,
  })
})

test('the map form of tags is marked as part of contacts.edit', () => {
  const tags = bodyOf('PATCH /lists/:list_id/contacts/:contact_id')?.properties['tags']
  expect(tags?.['anyOf']).toMatchObject([
    { type: 'array' },
    { type: 'object', 'x-addition': true, 'x-capability': 'contacts.edit' },
  ])
})

// Built once, because that takes as long as most files of tests.
const reduced = publicOpenapi('http://x.test/v1', '1.0.0')

test('the public API has the 43 documented endpoints and no addition', () => {
  const text = JSON.stringify(reduced)
  expect(/x-addition|x-capability/.exec(text)).toBeNull()
  const names = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, name = '']) => name)
  const documentNames = rows.filter(([, row]) => row.source === 'public').map(([name]) => name)
  expect(names).toHaveLength(43)
  expect(names.toSorted()).toEqual(documentNames.toSorted())
  const { paths } = reduced as typeof document
  const body = paths['/boards/{board_id}/cards']?.['post']?.requestBody
  expect(Object(body?.content['application/json'].schema['properties'])).toEqual({
    list_id: expect.anything(),
    name: expect.anything(),
    label_ids: expect.anything(),
    due_at: expect.anything(),
  })
  const { parameters, responses } = paths['/boards/{board_id}/cards']?.['get'] ?? {}
  expect(JSON.stringify(parameters)).not.toMatch(/IfNoneMatch|per_list/)
  expect(Object.keys(responses ?? {})).not.toContain('304')
})

test('the public API names no field of a response that only additions have', () => {
  const { paths } = reduced as typeof document
  const responseOf = (path: string, method: string) =>
    JSON.stringify(
      paths[path]?.[method]?.responses['200'] ?? paths[path]?.[method]?.responses['201'],
    )
  expect(responseOf('/lists', 'get')).toContain('"name"')
  expect(responseOf('/lists', 'get')).not.toMatch(/version|external_ref|total|double_opt_in/)
  expect(responseOf('/campaigns/{campaign_id}/report', 'get')).not.toMatch(/opens_machine/)
  expect(responseOf('/feedback/posts', 'get')).not.toMatch(/imported_votes/)
  expect(responseOf('/lists/{list_id}/segments', 'get')).not.toMatch(/"filter"/)
  expect(responseOf('/feedback/posts/{post_id}/votes', 'post')).not.toMatch(/post_id/)
})

test('the votes that an import sets are described as those of the source', () => {
  const { patch } = document.paths['/feedback/posts/{post_id}'] ?? {}
  expect(JSON.stringify(patch)).toContain('Of the source of this post alone')
})

test('every reference of the public API resolves', () => {
  const references = JSON.stringify(reduced).matchAll(/"\$ref":"#\/([^"]+)"/g)
  const missing = [...references].filter(
    ([, place = '']) =>
      place.split('/').reduce<unknown>((at, key) => Object(at)[key], reduced) === undefined,
  )
  expect(missing).toEqual([])
})
