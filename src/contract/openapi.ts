import { z } from 'zod'

import type { Row } from './endpoint.ts'
import { rows } from './endpoints.ts'
import { type ErrorCode, statusOf } from './errors.ts'
import { parseRequestLine } from './request-line.ts'

type Json = Record<string, unknown>

const envelope: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(statusOf) },
        message: { type: 'string' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'code', 'message'],
            properties: {
              field: { type: 'string' },
              code: { type: 'string' },
              message: { type: 'string' },
            },
          },
        },
        request_id: { type: 'string' },
      },
    },
  },
}

/** The OpenAPI 3.1 document of every row. `server` is the base address, which ends in `/v1`. */
export function openapi(server: string, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, row] of rows) {
    const { method, path, params, sendsBody } = parseRequestLine(name)
    const address = path.replace(/:(\w+)/g, '{$1}')
    const item = (paths[address] ??= {})
    item[method.toLowerCase()] = {
      operationId: name,
      summary: row.summary,
      security: [{ key: [row.scope] }],
      parameters: [...params.map(pathParameter), ...(sendsBody ? [] : queryParameters(row))],
      ...(sendsBody ? { requestBody: requestBody(row) } : {}),
      responses: responses(row, params.length > 0, sendsBody),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Workspace Public API', version },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: envelope },
    },
  }
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
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
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
  }))
}

const requestBody = (row: Row): Json => {
  const schema = schemaOf(row.input, 'input')
  return {
    required: Array.isArray(schema.required) && schema.required.length > 0,
    content: { 'application/json': { schema } },
  }
}

function responses(row: Row, hasPath: boolean, sendsBody: boolean): Json {
  const statuses = [row.status ?? 200].flat()
  const success: Json =
    row.status === 204
      ? { description: 'Done' }
      : {
          description: row.summary,
          content: { 'application/json': { schema: schemaOf(row.output, 'output') } },
        }
  const codes: ErrorCode[] = [
    'unauthenticated',
    'insufficient_scope',
    'rate_limited',
    'internal_error',
    'service_unavailable',
    'validation_error',
  ]
  if (hasPath || sendsBody) codes.push('not_found')
  if (row.scope !== 'read') codes.push('conflict', 'precondition_failed')
  if (sendsBody) codes.push('payload_too_large', 'unsupported_media_type')
  const failures = codes.map((code) => [
    String(statusOf[code]),
    {
      description: code,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  const unparsable = [
    '400',
    {
      description: 'validation_error: the request cannot be parsed',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]
  const successes = statuses.map((status) => [String(status), success])
  return { ...Object.fromEntries(successes), ...Object.fromEntries([...failures, unparsable]) }
}
