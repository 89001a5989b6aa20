import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'

import { isAddition } from './addition.ts'
import { documentedFields } from './documented.ts'
import { type Output, type ResponseBody, type ResponseItem, rows } from './endpoints.ts'
import { schemaOf } from './openapi-schema.ts'

const document = readFileSync(new URL('../../docs/public-api.md', import.meta.url), 'utf8')

/** The rows of the document's endpoint tables: request line and what stands under Purpose. */
const purposes = new Map(
  [...document.matchAll(/^\| (GET|POST|PATCH|DELETE) \| (\/\S*) \| \w+ \| (.*) \|$/gm)].map(
    ([, method = '', path = '', purpose = '']) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      purpose,
    ],
  ),
)
const purposeOf = (name: string) => purposes.get(name) ?? ''
const ticked = (text: string) =>
  [...text.matchAll(/`(\w+)(?:=true)?`/g)].map(([, name = '']) => name)
/** `title, details, status or ETA` as names of fields. */
const listed = (text: string) =>
  text
    .replace(/ \(.*\)$/, '')
    .split(/, | or /)
    .map((word) => word.trim().toLowerCase())

const rowOf = (name: string) => {
  const row = rows.find(([declared]) => declared === name)?.[1]
  if (!row) throw new Error(`There is no row ${name}`)
  return row
}
const namedIn = (name: string) =>
  Object.entries(rowOf(name).input.shape as Record<string, z.ZodType>)
    .filter(([, field]) => !isAddition(field))
    .map(([field]) => field)
    .toSorted()

const documentReads = rows.filter(
  ([name, row]) => row.source === 'document' && name.startsWith('GET'),
)
const isPage = (output: z.ZodType) => {
  const { properties } = schemaOf(output, 'output')
  return Object.hasOwn(Object(properties), 'paging')
}

/** "query filters `list_id`, …", "query filters by status or tag", "optional status filter", "`archived=true` …". */
function filtersOf(purpose: string): string[] {
  const spoken = /query filters (?:by )?([^`]+)$/.exec(purpose)?.[1]
  const optional = /optional (\w+) filter/.exec(purpose)?.[1]
  return [...ticked(purpose), ...(spoken ? listed(spoken) : []), ...(optional ? [optional] : [])]
}

test.each(documentReads.filter(([, row]) => isPage(row.output)).map(([name]) => name))(
  '%s takes the parameters that the document names, and marks every other one',
  (name) => {
    expect(namedIn(name)).toEqual([...filtersOf(purposeOf(name)), 'starting_after'].toSorted())
  },
)

test.each(documentReads.filter(([, row]) => !isPage(row.output)).map(([name]) => name))(
  '%s takes no parameter, as in the document',
  (name) => expect(namedIn(name)).toEqual([]),
)

test('a new card takes the fields that the document names, and marks every other one', () => {
  const [, named = ''] = purposeOf('POST /boards/:board_id/cards').split('body ')
  expect(ticked(named)).toHaveLength(4)
  expect(namedIn('POST /boards/:board_id/cards')).toEqual(ticked(named).toSorted())
})

test('a new contact takes the fields that the document names, and marks every other one', () => {
  const named = ticked(/^POST body: .*$/m.exec(document)?.[0] ?? '')
  expect(named).toHaveLength(3)
  expect(namedIn('POST /lists/:list_id/contacts')).toEqual(named.toSorted())
})

test.each(['PATCH /lists/:list_id/contacts/:contact_id', 'PATCH /feedback/posts/:post_id'])(
  '%s changes what the document says, and marks every other field',
  (name) => {
    const [, changed = ''] = purposeOf(name).split('change ')
    expect(namedIn(name)).toEqual(listed(changed).toSorted())
  },
)

test('PATCH of a card changes what the document says, and marks every other field', () => {
  // The document names these three in words of its own.
  const fields: Record<string, string[]> = {
    dates: ['dates', 'due_at', 'start_at'],
    labels: ['label_ids'],
    completion: ['completed'],
  }
  const [, changed = ''] = purposeOf('PATCH /cards/:card_id').split('change ')
  const named = listed(changed).flatMap((word) => fields[word] ?? [word])
  expect(namedIn('PATCH /cards/:card_id')).toEqual(named.toSorted())
})

test.each([
  ['POST /feedback/changelog/entries', 'publish_at'],
  ['POST /lists/:list_id/contacts', 'email_address'],
])('%s takes %s, which the document names in passing', (name, field) => {
  expect(namedIn(name)).toContain(field)
})

test.each(
  rows
    .filter(([name, row]) => row.source === 'document' && name.startsWith('DELETE'))
    .map(([name]) => name),
)('%s takes nothing but its path, as in the document', (name) => expect(namedIn(name)).toEqual([]))

/** `| id | string | …` under a heading. */
const fieldsUnder = (heading: string) => {
  const section = document.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''
  return [...section.matchAll(/^\| (\w+) \|([^|]*)\|/gm)]
    .map(([, field = '', type = '']) => ({ field, type: type.trim().split(/[ ,]/)[0] ?? '' }))
    .filter(({ field }) => field !== 'Field')
}
const answered = [
  ...fieldsUnder('Contact').map((said) => ({
    ...said,
    name: 'GET /lists/:list_id/contacts/:id_or_email',
  })),
  ...fieldsUnder('Campaign and report').map((said) => ({
    ...said,
    name: 'GET /campaigns/:campaign_id/report',
  })),
  ...fieldsUnder('Board').map((said) => ({ ...said, name: 'GET /boards/:board_id' })),
  ...fieldsUnder('Card').map((said) => ({ ...said, name: 'GET /cards/:card_id' })),
]

test('the document describes 21 fields of contacts, reports, boards and cards', () => {
  expect(answered).toHaveLength(21)
})

test.each(answered)(
  '$name answers $field as the document describes it',
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

test.each(answered.filter(({ field }) => field !== 'dates'))(
  '$name marks $field as documented, so that clients read it as always there',
  ({ name, field }) => expect(documentedFields(rowOf(name).output)).toContain(field),
)

test('clients read a field the public document does not name as optional', () => {
  expectTypeOf<ResponseBody<'GET /cards/:card_id'>['name']>().toEqualTypeOf<string>()
  expectTypeOf<ResponseBody<'GET /cards/:card_id'>['version']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<ResponseItem<'GET /campaigns'>['stats']>().extract<undefined>().toBeUndefined()
  expectTypeOf<ResponseItem<'GET /boards/:board_id/cards'>['board_id']>().toEqualTypeOf<string>()
  expectTypeOf<Output<'GET /cards/:card_id'>['version']>().toEqualTypeOf<string>()
})
