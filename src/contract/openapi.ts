import { markOf } from './addition.ts'
import type { Capability } from './capabilities.ts'
import type { Row } from './endpoint.ts'
import { type EndpointName, rows } from './endpoints.ts'
import { statusOf } from './errors.ts'
import { errorResponses, responsesOf } from './openapi-responses.ts'
import { type Json, content, errorSchema, schemaOf } from './openapi-schema.ts'
import { parseRequestLine, type RequestLine } from './request-line.ts'

/** The OpenAPI 3.1 document of every row. `server` is the base address, which ends in `/v1`. */
export function openapi(server: string, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, row] of rows) {
    const { method, path } = parseRequestLine(name)
    const item = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    item[method.toLowerCase()] = operation(name, row)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workspace Public API',
      version,
      description:
        'Nodes marked `x-addition` are not in the public API; `GET /me` lists the `x-capability` that offers them.',
    },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      parameters: headerParameters,
      responses: errorResponses(),
      schemas: { Error: errorSchema(Object.keys(statusOf)) },
    },
  }
}

function operation(name: EndpointName, row: Row): Json {
  const line = parseRequestLine(name)
  return {
    operationId: name,
    summary: row.summary,
    ...(row.source === 'addition' ? markOf(row.capability) : {}),
    security: [{ key: [row.scope] }],
    parameters: parametersOf(row, line),
    ...(line.sendsBody ? { requestBody: requestBody(row) } : {}),
    responses: responsesOf(row, line),
  }
}

const requestBody = (row: Row): Json => {
  const schema = schemaOf(row.input, 'input')
  return {
    required: Array.isArray(schema.required) && schema.required.length > 0,
    ...content(schema),
  }
}

const header = (name: string, capability: Capability | undefined, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  ...markOf(capability),
  schema: { type: 'string', minLength: 1 },
})

/** The request headers that are not in the public API. */
const headerParameters = {
  RequestId: header('X-Request-Id', undefined, 'Returned with the response and included in errors'),
  IfNoneMatch: header('If-None-Match', 'etag', 'Returns 304 while the ETag matches'),
  IfMatch: header('If-Match', 'etag', 'Returns 412 when the resource has changed since this ETag'),
  IdempotencyKey: header(
    'Idempotency-Key',
    'idempotency',
    'A retry within 24 hours gets the first response again',
  ),
}

const parameter = (name: keyof typeof headerParameters) => ({
  $ref: `#/components/parameters/${name}`,
})

function parametersOf(row: Row, { method, params, sendsBody }: RequestLine): Json[] {
  const writes = method !== 'GET'
  return [
    ...params.map(pathParameter),
    ...(sendsBody ? [] : queryParameters(row)),
    parameter('RequestId'),
    ...(writes || row.media_types !== undefined ? [] : [parameter('IfNoneMatch')]),
    ...(writes && params.length > 0 ? [parameter('IfMatch')] : []),
    ...(writes && row.secret !== true ? [parameter('IdempotencyKey')] : []),
  ]
}

const pathParameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', minLength: 1 },
})

function queryParameters(row: Row): Json[] {
  const { properties = {}, required = [] } = schemaOf(row.input, 'input')
  const requiredNames = Array.isArray(required) ? required : []
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { 'x-addition': addition, 'x-capability': capability, ...schema } = property
    const mark = addition === true ? markOf(String(capability)) : {}
    return { name, in: 'query', required: requiredNames.includes(name), ...mark, schema }
  })
}

/** The OpenAPI document of a server with the public API alone: without every node that is marked as an addition. */
export function publicOpenapi(server: string, version: string): Json {
  const document = openapi(server, version)
  const isAddition = (node: unknown): boolean => {
    if (!isJson(node)) return false
    return node['x-addition'] === true || isAddition(findReferenced(document, node.$ref))
  }
  const reduce = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.filter((item) => !isAddition(item)).map(reduce)
    if (!isJson(node)) return node
    const entries = Object.entries(node).flatMap(([name, value]) => {
      if (isAddition(value)) return []
      const { properties } = node
      const isListOfNames = name === 'required' && Array.isArray(value) && isJson(properties)
      return [[name, isListOfNames ? withoutAdded(value, properties) : reduce(value)] as const]
    })
    return Object.fromEntries(entries)
  }
  const withoutAdded = (required: readonly unknown[], properties: Json) =>
    required.filter((name) => !isAddition(properties[String(name)]))
  const { paths, info, ...rest } = document
  const items = Object.entries(reduce(paths) as Json) // an object stays one
  return {
    ...(reduce(rest) as Json),
    info: { title: (info as Json).title, version },
    paths: Object.fromEntries(items.filter(([, item]) => Object.keys(item as Json).length > 0)),
  }
}

const isJson = (node: unknown): node is Json =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** The node of `#/components/…`. */
function findReferenced(document: Json, reference: unknown): unknown {
  if (typeof reference !== 'string') return undefined
  const keys = reference.slice(2).split('/')
  return keys.reduce<unknown>((node, key) => (isJson(node) ? node[key] : undefined), document)
}
