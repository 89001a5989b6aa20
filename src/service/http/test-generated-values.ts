import fc from 'fast-check'

import type { Json } from '#contract/openapi-schema.ts'
import { idFor } from './test-ids.ts'

/** JSON as text: some of what is sent could not be written as a value (`__proto__`, half characters, repeats). */
type Raw = fc.Arbitrary<string>

const raw = (values: fc.Arbitrary<unknown>): Raw => values.map((value) => JSON.stringify(value))
const list = (part: unknown) => (Array.isArray(part) ? (part as Json[]) : [])

/** Values that the schema allows. `name` is the field's, because ids and addresses are strings to a schema. */
function valuesOf(schema: Json, path: string, name: string): Raw {
  const { enum: values, const: word, type } = schema
  if (Array.isArray(values)) return raw(fc.constantFrom(...(values as unknown[])))
  if (word !== undefined) return fc.constant(JSON.stringify(word))
  const forms = [...list(schema['anyOf']), ...list(schema['oneOf'])]
  if (forms.length > 0) return fc.oneof(...forms.map((form) => valuesOf(form, path, name)))
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one as string }, path, name)))
  if (type === 'string') return raw(textsOf(schema, path, name))
  if (type === 'integer' || type === 'number') return numbersOf(schema)
  if (type === 'boolean') return raw(fc.boolean())
  if (type === 'null') return fc.constant('null')
  if (type === 'array') {
    const items = fc.array(valuesOf((schema['items'] ?? {}) as Json, path, name), { maxLength: 3 })
    return items.map((all) => `[${all.join(',')}]`)
  }
  if (type === 'object') return objectOf(schema, path).map(objectText)
  return raw(fc.jsonValue({ maxDepth: 2 }))
}

/** Members of an object that the schema allows, each as its name and its text. */
export function objectOf(schema: Json, path: string): fc.Arbitrary<[string, string][]> {
  const needed = list(schema['required']) as unknown as string[]
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(
    ([name, property]) => {
      const member = valuesOf(property, path, name).map((text): [string, string] => [name, text])
      return needed.includes(name) ? member : fc.option(member, { nil: undefined, freq: 2 })
    },
  )
  const others = schema['additionalProperties']
  const more =
    typeof others === 'object' && others !== null
      ? fc.array(fc.tuple(fc.constantFrom(...names), valuesOf(others as Json, path, '')), {
          maxLength: 2,
        })
      : fc.constant([])
  return fc
    .tuple(fc.tuple(...own), more)
    .map(([fixed, added]) => [...fixed.filter((member) => member !== undefined), ...added])
}

export const objectText = (members: readonly (readonly [string, string])[]) =>
  `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`

const days = fc.date({
  min: new Date(0),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})
const names = ['plan', 'city', '__proto__', 'constructor', 'toString', 'größe', ' ']

function textsOf(schema: Json, path: string, name: string): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema
  const id = idFor(path, name)
  if (id !== undefined) return fc.nat(99).map((turn) => `@${id}#${turn}@`)
  if (format === 'date-time') return days.map((date) => date.toISOString())
  if (format === 'date') return days.map((date) => date.toISOString().slice(0, 10))
  if (name === 'url' && path.startsWith('/webhooks'))
    return fc.nat(9).map((turn) => `https://hooks.example.com/${turn}`)
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] })
  if (name === 'tags') return fc.constantFrom('t', 'T', 'vip', 'größe')
  if (/email/.test(name)) return fc.nat(60).map((turn) => `ada${turn}@example.com`)
  if (typeof pattern === 'string' && !pattern.includes('\\p{'))
    return fc.stringMatching(new RegExp(pattern))
  return fc.string({
    unit: 'grapheme',
    minLength: Number(minLength),
    maxLength: Math.min(Number(maxLength), 40),
  })
}

function numbersOf({ type, minimum = 0, maximum = 1000 }: Json): Raw {
  const [min, max] = [Math.max(Number(minimum), -1e6), Math.min(Number(maximum), 1e6)]
  if (type === 'integer') return raw(fc.integer({ min, max }))
  return raw(fc.double({ min, max, noNaN: true }))
}
