import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { endpoints, rows } from './endpoints.ts'

const document = readFileSync(new URL('../../docs/public-api.md', import.meta.url), 'utf8')

/** `| GET | /lists/{list_id} | read | … |` as `GET /lists/:list_id` with its scope. */
const documentEndpoints = [
  ...document.matchAll(/^\| (GET|POST|PATCH|DELETE) \| (\/\S*) \| (read|write) \|/gm),
].map(([, method = '', path = '', scope = '']) => ({
  name: `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  scope,
}))

// Documented endpoints that the table does not define yet. This list may only shrink.
const missing: string[] = []

test('the public API defines 43 endpoints', () => {
  expect(documentEndpoints).toHaveLength(43)
})

test('the endpoint table lacks exactly the endpoints listed as missing', () => {
  const absent = documentEndpoints.map(({ name }) => name).filter((name) => !(name in endpoints))
  expect(absent).toEqual(missing)
})

test.each(documentEndpoints.filter(({ name }) => name in endpoints))(
  '$name has an endpoint definition with the documented scope',
  ({ name, scope }) => {
    const row = rows.find(([declared]) => declared === name)?.[1]
    expect(row).toMatchObject({ scope, source: 'public' })
  },
)

test('an endpoint has the source public only when the public API names it', () => {
  const named = rows.filter(([, row]) => row.source === 'public').map(([name]) => name)
  expect(documentEndpoints.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
})
