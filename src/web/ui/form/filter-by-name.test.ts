import { expect, test } from 'vitest'

import { controlsText } from '#web/messages/en/controls.ts'
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

test('an empty popover names a search only where there is one', () => {
  expect(controlsText.noOptions(' ')).toBe('Nothing to choose from')
  expect(controlsText.noOptions('blue')).toBe('No results for “blue”')
})
