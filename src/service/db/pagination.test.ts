import { expect, test } from 'vitest'

import { createCursors, type CursorValue } from './pagination.ts'

const cursors = createCursors(new Uint8Array(32).fill(1))
const binding = 'wsp_1 GET /boards/:board_id/cards brd_1 completed=true position'
const values: CursorValue[] = [-65_536.5, null, 'Größe „ja“', 'crd_1']

test('a cursor decodes to the values it was created from', () => {
  expect(cursors.read(binding, cursors.write(binding, values))).toEqual(values)
})

test('a cursor needs no escaping in a URL', () => {
  expect(cursors.write(binding, values)).toMatch(/^[A-Za-z0-9_-]+$/)
})

test('a cursor is rejected in another workspace, endpoint, filter or sort', () => {
  const cursor = cursors.write(binding, values)
  for (const other of ['', `${binding} `, binding.replace('wsp_1', 'wsp_2'), binding.slice(1)])
    expect(cursors.read(other, cursor)).toBeUndefined()
})

test('a cursor of another secret is rejected', () => {
  const elsewhere = createCursors(new Uint8Array(32).fill(2))
  expect(elsewhere.read(binding, cursors.write(binding, values))).toBeUndefined()
})

test('a cursor with any changed character is rejected', () => {
  // Lengths of every remainder, because the last character of some has bits that mean nothing.
  const changed = ['', 'a', 'ab'].flatMap((tail) =>
    changesOf(cursors.write(binding, [...values, tail])),
  )
  expect(changed.length).toBeGreaterThan(10_000)
  expect(changed.filter((cursor) => cursors.read(binding, cursor) !== undefined)).toEqual([])
})

/** The cursor with each of its characters replaced by each other one. */
function changesOf(cursor: string): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_!'
  return [...cursor].flatMap((character, place) =>
    [...letters]
      .filter((letter) => letter !== character)
      .map((letter) => cursor.slice(0, place) + letter + cursor.slice(place + 1)),
  )
}

test.each(['', '0', 'AQ', 'crd_1', 'null', ' ', '%00', 'a'.repeat(512), 'a'.repeat(100_000)])(
  'an invalid cursor is rejected: %.20s',
  (text) => {
    expect(cursors.read(binding, text)).toBeUndefined()
  },
)

test.each([['x'.repeat(254)], ['🙂'.repeat(80)], ['"'.repeat(80)]])(
  'a cursor of 80 code points fits into 512 characters: %.8s',
  (text) => {
    const cursor = cursors.write(binding, [text, 'brd_01k9zzzzzzzzzzzzzzzzzzzzzz'])
    expect(cursor.length).toBeLessThanOrEqual(512)
    expect(cursors.read(binding, cursor)?.[0]).toBe(text)
  },
)

test('a cursor longer than 512 characters throws', () => {
  expect(() => cursors.write(binding, ['x'.repeat(400)])).toThrow('A cursor of')
})
