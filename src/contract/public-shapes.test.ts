import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { type Json, schemaOf } from './openapi-schema.ts'
import { publicRows } from './public-api-rows.ts'

// The shapes that callers rely on since their release. `GOLDEN=write` adds new ones at a release.
const file = new URL('./public-shapes.json', import.meta.url)
type Shapes = Record<string, { takes: Record<string, string>; answers: Record<string, string> }>

/** `data[].due_at` is `null | string`: every path in a value with its types. */
function flatten(schema: Json, at = ''): Record<string, string> {
  const forms = (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as Json[] // as JSON Schema has it
  const types = forms.flatMap((form) => [form['type'] ?? 'any'].flat().map(String))
  const below = forms.flatMap((form) => [
    ...Object.entries((form['properties'] ?? {}) as Record<string, Json>).map(([name, property]) =>
      flatten(property, at === '' ? name : `${at}.${name}`),
    ),
    ...(form['items'] ? [flatten(form['items'] as Json, `${at}[]`)] : []),
    ...(typeof form['additionalProperties'] === 'object'
      ? [flatten(form['additionalProperties'] as Json, `${at}.*`)]
      : []),
  ])
  const here = at === '' ? {} : { [at]: [...new Set(types)].toSorted().join(' | ') }
  return Object.assign(here, ...below) as Record<string, string>
}

/** Without `?` for a required field, so that requiring more is a change of type too. */
function inputShape({ shape }: z.ZodObject): Record<string, string> {
  const fields = Object.entries(shape as Record<string, z.ZodType>).filter(
    ([, field]) => !isNever(field),
  )
  const schema = schemaOf(z.object(Object.fromEntries(fields)), 'input')
  const required = (schema['required'] ?? []) as string[]
  const entries = Object.entries(flatten(schema)).map(([place, type]) => [
    place,
    place in shape && !required.includes(place) ? `${type}?` : type,
  ])
  return Object.fromEntries(entries)
}

const isNever = (field: z.ZodType) => JSON.stringify(schemaOf(field, 'input')).includes('"not":{}')

const now: Shapes = Object.fromEntries(
  publicRows.map(([name, { input, output, status }]) => [
    name,
    {
      takes: inputShape(input),
      answers: status === 204 ? {} : flatten(schemaOf(output, 'output')),
    },
  ]),
)

if (process.env['GOLDEN'] === 'write') writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`)
const golden = JSON.parse(readFileSync(file, 'utf8')) as Shapes // written by the line above

test('T15 the golden shapes cover the 43 documented endpoints', () => {
  expect(Object.keys(golden).toSorted()).toEqual(Object.keys(now).toSorted())
  expect(Object.keys(golden)).toHaveLength(43)
})

test.each(Object.entries(golden))(
  'T15 %s loses no field and changes no type; new fields are allowed',
  (name, { takes, answers }) => {
    expect(now[name]?.answers).toMatchObject(answers)
    expect(now[name]?.takes).toMatchObject(takes)
  },
)

test('T15 the comparison detects a removed field and a changed type', () => {
  const { id: _id, ...rest } = now['GET /lists/:list_id']?.answers ?? {}
  const before = golden['GET /lists/:list_id']?.answers ?? {}
  expect(() => expect(rest).toMatchObject(before)).toThrow('id')
  expect(() => expect({ ...rest, id: 'number' }).toMatchObject(before)).toThrow('id')
})

test('T15 no request gains a required field', () => {
  const requiredFields = (shapes: Shapes) =>
    Object.entries(shapes).flatMap(([name, { takes }]) =>
      Object.entries(takes)
        .filter(([place, type]) => !/[.[]/.test(place) && !type.endsWith('?'))
        .map(([place]) => `${name} ${place}`),
    )
  expect(requiredFields(golden)).toEqual(expect.arrayContaining(requiredFields(now)))
})
