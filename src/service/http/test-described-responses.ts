import formats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

import { type EndpointName, rows } from '#contract/endpoints.ts'
import { statusOf } from '#contract/errors.ts'
import type { Json } from '#contract/openapi-schema.ts'
import { openapi } from '#contract/openapi.ts'
import { parseRequestLine } from '#contract/request-line.ts'

interface DescribedResponse {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Says what is wrong with an answer by the OpenAPI document, or nothing. */
export function createResponseValidator(): (
  name: EndpointName,
  response: DescribedResponse,
) => string | undefined {
  // Written by our own code, read here as what OpenAPI says it is.
  const document = JSON.parse(JSON.stringify(openapi('http://x.test/v1', '1.0.0'))) as {
    paths: Record<string, Record<string, { responses: Record<string, Described> }>>
    components: { schemas: { Error: Json }; responses: Record<string, Described> }
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  formats.default(ajv)
  const isError = ajv.compile(document.components.schemas.Error)
  const compiled = new Map<string, ValidateFunction | undefined>()

  const schemaFor = (name: EndpointName, status: number) => {
    const place = `${status} ${name}`
    if (!compiled.has(place)) {
      const { method, path } = parseRequestLine(name)
      const address = path.replace(/:(\w+)/g, '{$1}')
      const response = document.paths[address]?.[method.toLowerCase()]?.responses[status]
      const body = response?.content?.['application/json'].schema
      // A later version may add fields; this one sends those that it describes.
      compiled.set(place, body && ajv.compile(closed(body)))
    }
    return compiled.get(place)
  }
  const describes = (name: EndpointName, status: number) => {
    const { method, path } = parseRequestLine(name)
    const address = path.replace(/:(\w+)/g, '{$1}')
    return document.paths[address]?.[method.toLowerCase()]?.responses[status] !== undefined
  }

  return (name, { status, type, text }) => {
    if (!describes(name, status)) return `${status} is not described`
    if (status === 204 || status === 304) return text === '' ? undefined : 'a body where none is'
    const streamed = status === 200 && mediaTypesOf(name)
    if (streamed) return streamed.some((one) => type.startsWith(one)) ? undefined : type
    if (!type.startsWith('application/json')) return `the type is ${type}`
    const body: unknown = JSON.parse(text)
    const judge = status < 300 ? schemaFor(name, status) : isError
    if (!judge) return `${status} has no schema`
    if (!judge(body)) return ajv.errorsText(judge.errors)
    return status < 300 ? undefined : envelopeProblem(status, body)
  }
}

const mediaTypesOf = (name: EndpointName) =>
  rows.find(([declared]) => declared === name)?.[1].media_types

interface Described {
  readonly content?: { readonly 'application/json': { readonly schema: Json } }
}

function envelopeProblem(status: number, body: unknown): string | undefined {
  const { code, message } = (body as { error: { code: keyof typeof statusOf; message: string } })
    .error // judged just now
  const right = statusOf[code] === status || (code === 'validation_error' && status === 400)
  if (!right) return `${code} with the status ${status}`
  return /node_modules|at \w+ \(|\.ts:\d/.test(message) ? 'a stack in the message' : undefined
}

/** The same schema, which admits no field that it does not name. */
function closed(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as Json
  if (typeof schema !== 'object' || schema === null) return schema as Json
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]))
  return 'properties' in parts && !('additionalProperties' in parts)
    ? { ...parts, additionalProperties: false }
    : parts
}
