import { markOf } from './addition.ts'
import type { Capability } from './capabilities.ts'
import type { Row } from './endpoint.ts'
import { type Json, schemaOf } from './openapi-schema.ts'
import type { RequestLine } from './request-line.ts'

const header = (name: string, capability: Capability | undefined, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  ...markOf(capability),
  schema: { type: 'string', minLength: 1 },
})

/** The headers beyond the public document, each described once. */
export const headerParameters = {
  RequestId: header('X-Request-Id', undefined, 'Sent back with the answer, and named in errors'),
  IfNoneMatch: header('If-None-Match', 'etag', 'Answers 304 while the ETag is still this one'),
  IfMatch: header('If-Match', 'etag', 'Answers 412 when somebody changed it since this ETag'),
  IdempotencyKey: header(
    'Idempotency-Key',
    'idempotency',
    'A repeat within 24 hours gets the first answer again',
  ),
}

const parameter = (name: keyof typeof headerParameters) => ({
  $ref: `#/components/parameters/${name}`,
})

export function parametersOf(row: Row, { method, params, sendsBody }: RequestLine): Json[] {
  const writes = method !== 'GET'
  return [
    ...params.map(pathParameter),
    ...(sendsBody ? [] : queryParameters(row)),
    parameter('RequestId'),
    ...(writes ? [] : [parameter('IfNoneMatch')]),
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
  const needed = Array.isArray(required) ? required : []
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { 'x-addition': addition, 'x-capability': capability, ...schema } = property
    const mark = addition === true ? markOf(String(capability)) : {}
    return { name, in: 'query', required: needed.includes(name), ...mark, schema }
  })
}
