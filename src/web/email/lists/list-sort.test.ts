import { expect, test } from 'vitest'

import { isListSort, sortLists } from './list-sort.rules.ts'

const list = (name: string, total?: number, subscribed = 0) => ({
  id: name,
  name,
  ...(total !== undefined && {
    counts: { total, subscribed, pending: 0, unsubscribed: 0, bounced: 0, complained: 0 },
  }),
})
const lists = [list('Press', 10, 10), list('List 10'), list('List 9', 40, 10), list('All', 0)]
const names = (sort: string | null) => sortLists(lists, sort).map(({ name }) => name)

test('lists sort by name as people count', () => {
  expect(names('name')).toEqual(['All', 'List 9', 'List 10', 'Press'])
  expect(names('-name')).toEqual(['Press', 'List 10', 'List 9', 'All'])
})

test('lists without a count come last in both directions', () => {
  expect(names('contacts')).toEqual(['All', 'Press', 'List 9', 'List 10'])
  expect(names('-contacts')).toEqual(['List 9', 'Press', 'All', 'List 10'])
  expect(names('-subscribed')).toEqual(['Press', 'List 9', 'List 10', 'All'])
})

test('an unknown sort keeps the order of the server', () => {
  expect(names('constructor')).toEqual(names(null))
  expect(['name', '-contacts', 'toString', ''].map(isListSort)).toEqual([true, true, false, false])
})
