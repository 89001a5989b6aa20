import { expect, test } from 'vitest'

import { removeEntries, moveEntries, safeStore } from '#web/session/storage.ts'
import { createDrafts } from './drafts.ts'

const ONE = '0123456789ab'
const TWO = 'ba9876543210'

test('a draft survives a reload, for its own connection only', () => {
  const store = safeStore(() => undefined)
  createDrafts(() => ONE, store).save('comment:p1', 'Dear Ana,\nthank you')
  expect(createDrafts(() => ONE, store).get('comment:p1')?.text).toBe('Dear Ana,\nthank you')
  expect(createDrafts(() => TWO, store).get('comment:p1')).toBeUndefined()
})

test('a sent or emptied draft is removed', () => {
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

test('a draft that was changed while its text was sent stays', () => {
  const drafts = createDrafts(
    () => ONE,
    safeStore(() => undefined),
  )
  drafts.save('card-notes:a', 'Call Ana today')
  drafts.remove('card-notes:a', 'Call Ana')
  expect(drafts.get('card-notes:a')?.text).toBe('Call Ana today')
  drafts.remove('card-notes:a', 'Call Ana today')
  expect(drafts.list()).toEqual([])
})

test('a draft keeps the text that it changes, and those sent since', () => {
  const store = safeStore(() => undefined)
  const change = { text: 'Call Ana today', from: 'Call Ana', sent: ['Call Ana at noon'] }
  createDrafts(() => ONE, store).save('card-notes:a', change.text, change.from, change.sent)
  expect(createDrafts(() => ONE, store).get('card-notes:a')).toMatchObject(change)
})

test('signing out removes drafts, replacing the key keeps them', () => {
  const store = safeStore(() => undefined)
  createDrafts(() => ONE, store).save('entry:new', 'text')
  moveEntries(store, ONE, TWO)
  const moved = createDrafts(() => TWO, store)
  expect(moved.list()).toEqual(['entry:new'])
  removeEntries(store, TWO)
  expect(moved.list()).toEqual([])
})

test('an entry that is not a draft is ignored', () => {
  const store = safeStore(() => undefined)
  store.set(`workspace-admin:${ONE}:draft:a`, '{"text": 1}')
  store.set(`workspace-admin:${ONE}:draft:b`, 'nonsense')
  store.set(`workspace-admin:${ONE}:draft:c`, '{"text": "text", "at": "now", "from": 1}')
  store.set(`workspace-admin:${ONE}:draft:d`, '{"text": "text", "at": "now", "sent": [1]}')
  const drafts = createDrafts(() => ONE, store)
  for (const id of ['a', 'b', 'c', 'd']) expect(drafts.get(id)).toBeUndefined()
})
