import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import type { WriteName } from '#contract/endpoints.ts'
import { queriesStaleAfter } from './write-invalidation.rules.ts'

const names = rows.map(([name]) => name)
const reads = new Set<string>(names.filter((name) => name.startsWith('GET ')))
const isWrite = (name: string): name is WriteName => !name.startsWith('GET ')

/** The reads of what a request line names: the resource, and the list that it is in. */
function readsOf(name: WriteName): string[] {
  const path = name.slice(name.indexOf(' ') + 1)
  const item = path.replace(/(:\w+)\/(?!.*:)[a-z-]+$/, (part, param: string) =>
    reads.has(`GET ${path}`) ? part : param,
  )
  const list = item.replace(/\/:\w+$/, '')
  const isDeletion = name.startsWith('DELETE ')
  return [`GET ${item}`, `GET ${list}`].filter(
    // What is deleted is not read again: its page is left, or says that it is gone.
    (read, index) => reads.has(read) && !(isDeletion && index === 0 && item !== list),
  )
}

// A preview saves nothing, a job of an import is followed by itself, and the identified person is read by the response.
const exceptions = new Set([
  'POST /lists/:list_id/segments/preview',
  'POST /lists/:list_id/imports',
  'DELETE /lists/:list_id/imports/:import_id',
])

test.each(names.filter(isWrite).filter((name) => !exceptions.has(name)))(
  'the list and the resource of %s become stale',
  (name) => {
    // The input is of any write here; only whether a field is there is looked at.
    expect(queriesStaleAfter(name, {} as never)).toEqual(expect.arrayContaining(readsOf(name)))
  },
)

test('a merged change makes only what counts it stale', () => {
  const input = { post_id: 'pst', status: 'done' }
  expect(queriesStaleAfter('PATCH /feedback/posts/:post_id', input, { merges: true })).toEqual([
    'GET /feedback/statuses',
  ])
})

test.each(['merge', 'unmerge'] as const)('%s makes the activity of both posts stale', (verb) => {
  // Only the names are looked at.
  expect(queriesStaleAfter(`POST /feedback/posts/:post_id/${verb}`, {} as never)).toContain(
    'GET /feedback/posts/:post_id/activity',
  )
})

test('deleting a member makes the posts that it owned stale', () => {
  expect(queriesStaleAfter('DELETE /members/:member_id', { member_id: 'mem' })).toContain(
    'GET /feedback/posts',
  )
})
