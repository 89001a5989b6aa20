import { z } from 'zod'

export type Json = Record<string, unknown>

/** As JSON Schema 2020-12. Responses may gain fields within a version, so none forbids unknown ones. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return json
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
