import { expect, test } from 'vitest'

import { createCardSelection } from './card-selection.ts'

const list = ['a', 'b', 'c', 'd', 'e']
const idsOf = (selection: ReturnType<typeof createCardSelection>) => [...selection.ids()].join('')

test('toggling a card selects and deselects it', () => {
  const selection = createCardSelection()
  selection.toggle('a')
  selection.toggle('c')
  selection.toggle('a')
  expect(idsOf(selection)).toBe('c')
})

test('a range begins at the last toggled card and shrinks again', () => {
  const selection = createCardSelection()
  selection.toggle('x')
  selection.toggle('b')
  selection.selectRange('d', list)
  expect(idsOf(selection)).toBe('xbcd')
  selection.selectRange('c', list)
  expect(idsOf(selection)).toBe('xbc')
  selection.selectRange('a', list)
  expect(idsOf(selection)).toBe('xab')
})

test('a range in another list begins at the focused card', () => {
  const selection = createCardSelection()
  selection.toggle('x')
  selection.selectRange('c', list, 'b')
  expect(idsOf(selection)).toBe('xbc')
  selection.selectRange('d', list, 'c')
  expect(idsOf(selection)).toBe('xbcd')
})

test('a selection notifies only when it changes', () => {
  const selection = createCardSelection()
  let changes = 0
  selection.subscribe(() => void changes++)
  selection.selectAll(['a', 'b'])
  selection.selectAll(['a'])
  selection.retain(() => true)
  expect(changes).toBe(1)
  selection.retain((id) => id === 'b')
  expect(idsOf(selection)).toBe('b')
  selection.clear()
  selection.clear()
  expect(changes).toBe(3)
})
