import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { endpoints, rows } from './endpoints.ts'

const document = readFileSync(new URL('../../docs/public-api.md', import.meta.url), 'utf8')

/** `| GET | /lists/{list_id} | read | … |` as `GET /lists/:list_id` with its scope. */
const promised = [
  ...document.matchAll(/^\| (GET|POST|PATCH|DELETE) \| (\/\S*) \| (read|write) \|/gm),
].map(([, method = '', path = '', scope = '']) => ({
  name: `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  scope,
}))

// What the document promises and the table does not declare yet. This list only ever shrinks.
const missing: string[] = []

test('the document promises 43 endpoints', () => {
  expect(promised).toHaveLength(43)
})

test('what the table lacks of the document is what is listed as missing, no more and no less', () => {
  const lacking = promised.map(({ name }) => name).filter((name) => !(name in endpoints))
  expect(lacking).toEqual(missing)
})

test.each(promised.filter(({ name }) => name in endpoints))(
  '$name stands in the table with the scope of the document',
  ({ name, scope }) => {
    const row = rows.find(([declared]) => declared === name)?.[1]
    expect(row).toMatchObject({ scope, source: 'document' })
  },
)

test('a row says it is of the document only when the document names it', () => {
  const named = rows.filter(([, row]) => row.source === 'document').map(([name]) => name)
  expect(promised.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
})
