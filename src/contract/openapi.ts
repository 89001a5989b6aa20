import { markOf } from './addition.ts'
import type { Row } from './endpoint.ts'
import { type EndpointName, rows } from './endpoints.ts'
import { statusOf } from './errors.ts'
import { headerParameters, parametersOf } from './openapi-parameters.ts'
import { errorResponses, responsesOf } from './openapi-responses.ts'
import { type Json, content, errorSchema, schemaOf } from './openapi-schema.ts'
import { parseRequestLine } from './request-line.ts'

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
        'What is marked `x-addition` is not in the public document; `GET /me` lists the `x-capability` that offers it.',
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
