import { expect, test } from 'vitest'

import { filterByName } from './filter-by-name.ts'

const boards = [{ name: 'Autumn launch' }, { name: 'Café menu' }, { name: 'Launch, spring' }]

test.each([
  ['', ['Autumn launch', 'Café menu', 'Launch, spring']],
  ['LAUNCH', ['Autumn launch', 'Launch, spring']],
  ['spring launch', ['Launch, spring']],
  ['cafe', ['Café menu']],
  ['winter', []],
])('filter "%s" keeps boards %j', (text, names) => {
  expect(filterByName(boards, text).map((board) => board.name)).toEqual(names)
})
