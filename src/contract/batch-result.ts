import { z } from 'zod'

import { Id } from './primitives.ts'

/** What became of one item of a batch. */
export const BatchResult = z.object({
  index: z.int(),
  /** The status of the same operation as a request of its own. */
  status: z.int(),
  id: Id.optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.looseObject({})).optional(),
    })
    .optional(),
})
export type BatchResult = z.infer<typeof BatchResult>

/** Parses the items of a batch one by one: an invalid one is rejected without affecting the others. */
export function batchItem<Schema extends z.ZodType>(schema: Schema) {
  const { $schema: _dialect, ...description } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  const parse = (input: z.input<Schema>) => {
    const read = schema.safeParse(input)
    if (read.success) return { item: read.data }
    const issues = read.error.issues.map(({ path, message, code }) => ({
      field: path.map((part) => `/${String(part)}`).join(''),
      code,
      message,
    }))
    return { issues }
  }
  return z.custom<z.input<Schema>>().transform(parse).meta(description)
}
