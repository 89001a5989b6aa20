import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'

import { isAddition } from './addition.ts'
import { documentedFields } from './documented.ts'
import { type Output, type ResponseBody, type ResponseItem, rows } from './endpoints.ts'
import { schemaOf } from './openapi-schema.ts'

const document = readFileSync(new URL('../../docs/public-api.md', import.meta.url), 'utf8')

/** The rows of the endpoint tables of docs/public-api.md: request line and the Purpose column. */
const purposes = new Map(
  [...document.matchAll(/^\| (GET|POST|PATCH|DELETE) \| (\/\S*) \| \w+ \| (.*) \|$/gm)].map(
    ([, method = '', path = '', purpose = '']) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      purpose,
    ],
  ),
)
const purposeOf = (name: string) => purposes.get(name) ?? ''
const codeNames = (text: string) =>
  [...text.matchAll(/`(\w+)(?:=true)?`/g)].map(([, name = '']) => name)
/** `title, details, status or ETA` as names of fields. */
const splitNames = (text: string) =>
  text
    .replace(/ \(.*\)$/, '')
    .split(/, | or /)
    .map((word) => word.trim().toLowerCase())

const rowOf = (name: string) => {
  const row = rows.find(([declared]) => declared === name)?.[1]
  if (!row) throw new Error(`No endpoint ${name}`)
  return row
}
const documentedInputs = (name: string) =>
  Object.entries(rowOf(name).input.shape as Record<string, z.ZodType>)
    .filter(([, field]) => !isAddition(field))
    .map(([field]) => field)
    .toSorted()

const documentReads = rows.filter(
  ([name, row]) => row.source === 'public' && name.startsWith('GET'),
)
const isPage = (output: z.ZodType) => {
  const { properties } = schemaOf(output, 'output')
  return Object.hasOwn(Object(properties), 'paging')
}

/** "query filters `list_id`, …", "query filters by status or tag", "optional status filter", "`archived=true` …". */
function filtersOf(purpose: string): string[] {
  const phrase = /query filters (?:by )?([^`]+)$/.exec(purpose)?.[1]
  const optional = /optional (\w+) filter/.exec(purpose)?.[1]
  return [
    ...codeNames(purpose),
    ...(phrase ? splitNames(phrase) : []),
    ...(optional ? [optional] : []),
  ]
}

test.each(documentReads.filter(([, row]) => isPage(row.output)).map(([name]) => name))(
  '%s accepts the documented parameters and marks every other one',
  (name) => {
    expect(documentedInputs(name)).toEqual(
      [...filtersOf(purposeOf(name)), 'starting_after'].toSorted(),
    )
  },
)

test.each(documentReads.filter(([, row]) => !isPage(row.output)).map(([name]) => name))(
  '%s accepts no parameter, as in the public API',
  (name) => expect(documentedInputs(name)).toEqual([]),
)

test('a new card accepts the documented fields and marks every other one', () => {
  const [, names = ''] = purposeOf('POST /boards/:board_id/cards').split('body ')
  expect(codeNames(names)).toHaveLength(4)
  expect(documentedInputs('POST /boards/:board_id/cards')).toEqual(codeNames(names).toSorted())
})

test('a new contact accepts the documented fields and marks every other one', () => {
  const names = codeNames(/^POST body: .*$/m.exec(document)?.[0] ?? '')
  expect(names).toHaveLength(3)
  expect(documentedInputs('POST /lists/:list_id/contacts')).toEqual(names.toSorted())
})

test.each(['PATCH /lists/:list_id/contacts/:contact_id', 'PATCH /feedback/posts/:post_id'])(
  '%s updates the documented fields and marks every other one',
  (name) => {
    const [, fieldText = ''] = purposeOf(name).split('change ')
    expect(documentedInputs(name)).toEqual(splitNames(fieldText).toSorted())
  },
)

test('PATCH of a card updates the documented fields and marks every other one', () => {
  // The public API uses other names for these three.
  const fields: Record<string, string[]> = {
    dates: ['dates', 'due_at', 'start_at'],
    labels: ['label_ids'],
    completion: ['completed'],
  }
  const [, fieldText = ''] = purposeOf('PATCH /cards/:card_id').split('change ')
  const names = splitNames(fieldText).flatMap((word) => fields[word] ?? [word])
  expect(documentedInputs('PATCH /cards/:card_id')).toEqual(names.toSorted())
})

test.each([
  ['POST /feedback/changelog/entries', 'publish_at'],
  ['POST /lists/:list_id/contacts', 'email_address'],
])('%s accepts %s, which the public API mentions in its text', (name, field) => {
  expect(documentedInputs(name)).toContain(field)
})

test.each(
  rows
    .filter(([name, row]) => row.source === 'public' && name.startsWith('DELETE'))
    .map(([name]) => name),
)('%s accepts no input except its path, as in the public API', (name) =>
  expect(documentedInputs(name)).toEqual([]),
)

/** `| id | string | …` under a heading. */
const fieldsUnder = (heading: string) => {
  const section = document.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''
  return [...section.matchAll(/^\| (\w+) \|([^|]*)\|/gm)]
    .map(([, field = '', type = '']) => ({ field, type: type.trim().split(/[ ,]/)[0] ?? '' }))
    .filter(({ field }) => field !== 'Field')
}
const documentFields = [
  ...fieldsUnder('Contact').map((field) => ({
    ...field,
    name: 'GET /lists/:list_id/contacts/:id_or_email',
  })),
  ...fieldsUnder('Campaign and report').map((field) => ({
    ...field,
    name: 'GET /campaigns/:campaign_id/report',
  })),
  ...fieldsUnder('Board').map((field) => ({ ...field, name: 'GET /boards/:board_id' })),
  ...fieldsUnder('Card').map((field) => ({ ...field, name: 'GET /cards/:card_id' })),
]

test('the public API describes 21 fields of contacts, reports, boards and cards', () => {
  expect(documentFields).toHaveLength(21)
})

test.each(documentFields)(
  '$name returns $field as the public API describes it',
  ({ name, field, type }) => {
    const { properties, required } = schemaOf(rowOf(name).output, 'output') as {
      properties: Record<string, { type?: string; anyOf?: { type: string }[] }>
      required: string[]
    }
    expect(required).toContain(field)
    const types = [
      properties[field]?.type,
      ...(properties[field]?.anyOf ?? []).map((form) => form.type),
    ]
    if (type !== '') expect(types).toContain(type)
  },
)

test.each(documentFields.filter(({ field }) => field !== 'dates'))(
  '$name marks $field as documented, so clients read it as required',
  ({ name, field }) => expect(documentedFields(rowOf(name).output)).toContain(field),
)

test('clients read a field the public API does not name as optional', () => {
  expectTypeOf<ResponseBody<'GET /cards/:card_id'>['name']>().toEqualTypeOf<string>()
  expectTypeOf<ResponseBody<'GET /cards/:card_id'>['version']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<ResponseItem<'GET /campaigns'>['stats']>().extract<undefined>().toBeUndefined()
  expectTypeOf<ResponseItem<'GET /boards/:board_id/cards'>['board_id']>().toEqualTypeOf<string>()
  expectTypeOf<Output<'GET /cards/:card_id'>['version']>().toEqualTypeOf<string>()
})
