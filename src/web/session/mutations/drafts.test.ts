import { expect, test } from 'vitest'

import { removeEntries, moveEntries, safeStore } from '#web/session/storage.ts'
import { createDrafts } from './drafts.ts'

const ONE = '0123456789ab'
const TWO = 'ba9876543210'

test('a text being written is there on the next visit, under its own connection only', () => {
  const store = safeStore(() => undefined)
  createDrafts(() => ONE, store).save('comment:p1', 'Dear Ana,\nthank you')
  expect(createDrafts(() => ONE, store).get('comment:p1')?.text).toBe('Dear Ana,\nthank you')
  expect(createDrafts(() => TWO, store).get('comment:p1')).toBeUndefined()
})

test('a text that was sent or emptied is gone', () => {
  const drafts = createDrafts(
    () => ONE,
    safeStore(() => undefined),
  )
  drafts.save('a', 'text')
  drafts.save('b', 'text')
  drafts.remove('a')
  drafts.save('b', '  \n')
  expect(drafts.list()).toEqual([])
})

test('signing out forgets texts, another key of the same workspace goes on with them', () => {
  const store = safeStore(() => undefined)
  createDrafts(() => ONE, store).save('entry:new', 'text')
  moveEntries(store, ONE, TWO)
  const moved = createDrafts(() => TWO, store)
  expect(moved.list()).toEqual(['entry:new'])
  removeEntries(store, TWO)
  expect(moved.list()).toEqual([])
})

test('what somebody else wrote there is no text', () => {
  const store = safeStore(() => undefined)
  store.set(`workspace-admin:${ONE}:draft:a`, '{"text": 1}')
  store.set(`workspace-admin:${ONE}:draft:b`, 'nonsense')
  const drafts = createDrafts(() => ONE, store)
  expect([drafts.get('a'), drafts.get('b')]).toEqual([undefined, undefined])
})
