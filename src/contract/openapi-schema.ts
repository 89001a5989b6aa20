import { z } from 'zod'

import { markOf } from './addition.ts'
import { documentedFields } from './documented.ts'

export type Json = Record<string, unknown>

/** As JSON Schema 2020-12. Responses may gain fields within a version, so none forbids unknown ones. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      const fields = documentedFields(zodSchema)
      if (fields && io === 'output') jsonSchema[DOCUMENTED] = fields
    },
  })
  return withMarks(json) as Json // an object stays one
}

/** A temporary key: a property that is marked within `override` would be one of a shared schema. */
const DOCUMENTED = 'x-documented'

/** Marks the fields of responses that the public API does not name. */
function withMarks(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withMarks)
  if (typeof node !== 'object' || node === null) return node
  const { [DOCUMENTED]: documented, ...rest } = node as Json
  const schema = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, withMarks(value)]),
  )
  if (!Array.isArray(documented)) return schema
  const properties = Object.entries(schema['properties'] ?? {}).map(([name, property]) => [
    name,
    documented.includes(name) ? property : { ...property, ...markOf(property['x-capability']) },
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

export const content = (schema: Json, types: readonly string[] = ['application/json']) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
})

/** The envelope of every error. */
export const errorSchema = (codes: readonly string[]): Json => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: codes },
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
})
