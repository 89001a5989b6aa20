import { z } from 'zod'

import { line, text } from '#contract/primitives.ts'
import { TagName } from './tags.ts'

const mostFields = 100
const FieldName = line(1, 64)
const FieldValue = text(2000)

type Issues = z.core.$RefinementCtx['issues']

/** An object read key by key into a map without a prototype: `__proto__` is a name like any other there. */
function readMap<Value>(
  given: unknown,
  issues: Issues,
  read: {
    readonly name: z.ZodType<string>
    readonly value: (value: unknown) => z.ZodSafeParseResult<Value>
  },
): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null)
  const refuse = (message: string, path: string[] = []) =>
    void issues.push({ code: 'custom', message, path, input: given })
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    refuse('must be an object')
    return map
  }
  for (const [key, value] of Object.entries(given)) {
    const name = read.name.safeParse(key)
    const parsed = read.value(value)
    if (!name.success) refuse(`a name in it ${name.error.issues[0]?.message}`, [key])
    else if (!parsed.success) refuse(parsed.error.issues[0]?.message ?? 'cannot be read', [key])
    else map[name.data] = parsed.data
  }
  if (Object.keys(map).length > mostFields) refuse(`may have at most ${mostFields} keys`)
  return map
}

/** `meta` tells the OpenAPI document what the hand-written reader below takes. */
const mapOf = (value: object) => ({ type: 'object', additionalProperties: value })

/** `fields` of a new contact: names chosen by the client, values that are texts. */
export const fieldsGiven = z
  .custom<Readonly<Record<string, string>>>()
  .transform((given, { issues }) =>
    readMap(given, issues, { name: FieldName, value: (value) => FieldValue.safeParse(value) }),
  )
  .meta(mapOf({ type: 'string' }))

/** `fields` of a change: merged into what is there, `null` takes a name away. */
export const fieldChanges = z
  .custom<Readonly<Record<string, string | null>>>()
  .transform((given, { issues }) =>
    readMap(given, issues, {
      name: FieldName,
      value: (value) => FieldValue.nullable().safeParse(value),
    }),
  )
  .meta(mapOf({ type: ['string', 'null'] }))

/** The new set of tags, or `{ name: boolean }` to add and take away. */
export const tagChanges = z
  .custom<readonly string[] | Readonly<Record<string, boolean>>>()
  .transform((given, { issues }): string[] | Record<string, boolean> => {
    if (!Array.isArray(given))
      return readMap(given, issues, {
        name: TagName,
        value: (value) => z.boolean().safeParse(value),
      })
    const read = z.array(TagName).max(100).safeParse(given)
    if (read.success) return read.data
    for (const { message, path } of read.error.issues)
      issues.push({ code: 'custom', message, path, input: given })
    return []
  })
  .meta({
    anyOf: [{ type: 'array', items: { type: 'string' } }, mapOf({ type: 'boolean' })],
  })
