import { z } from 'zod'

import { markOf } from '#contract/addition.ts'
import { line, text } from '#contract/primitives.ts'
import { TagName } from './tags.ts'

const maxFields = 100
const FieldName = line(1, 64)
const FieldValue = text(2000)

type Issues = z.core.$RefinementCtx['issues']

/** Copies an object into a map without a prototype, so that `__proto__` is an ordinary key. */
function parseMap<Value>(
  input: unknown,
  issues: Issues,
  read: {
    readonly name: z.ZodType<string>
    readonly value: (value: unknown) => z.ZodSafeParseResult<Value>
  },
): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null)
  const reject = (message: string, path: string[] = []) =>
    void issues.push({ code: 'custom', message, path, input })
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    reject('must be an object')
    return map
  }
  for (const [key, value] of Object.entries(input)) {
    const name = read.name.safeParse(key)
    const parsed = read.value(value)
    if (!name.success) reject(`a name in it ${name.error.issues[0]?.message}`, [key])
    else if (!parsed.success) reject(parsed.error.issues[0]?.message ?? 'cannot be read', [key])
    else map[name.data] = parsed.data
  }
  if (Object.keys(map).length > maxFields) reject(`may have at most ${maxFields} keys`)
  return map
}

/** `meta` documents for OpenAPI what the custom parser below accepts. */
const mapOf = (value: object) => ({ type: 'object', additionalProperties: value })

/** `fields` of a new contact: arbitrary names with string values. */
export const newFields = z
  .custom<Readonly<Record<string, string>>>()
  .transform((input, { issues }) =>
    parseMap(input, issues, { name: FieldName, value: (value) => FieldValue.safeParse(value) }),
  )
  .meta(mapOf({ type: 'string' }))

/** `fields` of an update: merged into the existing ones; `null` removes a name. */
export const fieldChanges = z
  .custom<Readonly<Record<string, string | null>>>()
  .transform((input, { issues }) =>
    parseMap(input, issues, {
      name: FieldName,
      value: (value) => FieldValue.nullable().safeParse(value),
    }),
  )
  .meta(mapOf({ type: ['string', 'null'] }))

/** The new set of tags, or `{ name: boolean }` to add and remove, which is part of the capability `contacts.edit`. */
export const tagChanges = z
  .custom<readonly string[] | Readonly<Record<string, boolean>>>()
  .transform((input, { issues }): string[] | Record<string, boolean> => {
    if (!Array.isArray(input))
      return parseMap(input, issues, {
        name: TagName,
        value: (value) => z.boolean().safeParse(value),
      })
    const read = z.array(TagName).max(100).safeParse(input)
    if (read.success) return read.data
    for (const { message, path } of read.error.issues)
      issues.push({ code: 'custom', message, path, input })
    return []
  })
  .meta({
    anyOf: [
      { type: 'array', items: { type: 'string' } },
      { ...mapOf({ type: 'boolean' }), ...markOf('contacts.edit') },
    ],
  })
