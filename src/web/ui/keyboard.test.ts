import { expect, test, vi } from 'vitest'

import { isChord, isModified, keyLetter } from './keyboard.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (
  key: string,
  code: string,
  held: Partial<typeof none> & { altGr?: boolean } = {},
) => ({
  key,
  code,
  ...none,
  ...held,
  getModifierState: (name: string) => name === 'AltGraph' && held.altGr === true,
})

test.each([
  ['c', 'KeyC', 'c'],
  ['C', 'KeyC', 'c'],
  ['c', 'KeyJ', 'c'], // Dvorak: the letter, not the place
  ['q', 'KeyA', 'q'], // AZERTY
  ['с', 'KeyC', 'c'], // Cyrillic
  ['ל', 'KeyK', 'k'], // Hebrew
  ['ø', 'Semicolon', 'ø'],
  ['é', 'Digit2', 'é'],
  ['/', 'Slash', '/'],
  ['ArrowUp', 'ArrowUp', 'arrowup'],
])('%s at %s is %s', (key, code, letter) => {
  expect(keyLetter({ key, code })).toBe(letter)
})

test('a character typed with AltGr counts as itself, one with Ctrl or Alt does not', () => {
  expect(isModified(press('/', 'Digit7', { ctrlKey: true, altKey: true, altGr: true }))).toBe(false)
  expect(isModified(press('/', 'Slash', { altKey: true }))).toBe(true)
  expect(isModified(press('c', 'KeyC', { ctrlKey: true }))).toBe(true)
  expect(isModified(press('?', 'Slash', { shiftKey: true }))).toBe(false)
})

test('a chord needs Ctrl alone, AltGr is not Ctrl', () => {
  expect(isChord(press('k', 'KeyK', { ctrlKey: true }), 'k')).toBe(true)
  expect(isChord(press('л', 'KeyK', { ctrlKey: true }), 'k')).toBe(true)
  expect(isChord(press('k', 'KeyK', { ctrlKey: true, shiftKey: true }), 'k')).toBe(false)
  const altGr = { ctrlKey: true, altKey: true, altGr: true }
  expect(isChord(press('k', 'KeyK', altGr), 'k')).toBe(false)
  expect(isChord(press('k', 'KeyK', { metaKey: true }), 'k')).toBe(false)
})

test('on macOS a chord needs Cmd instead of Ctrl', () => {
  vi.stubGlobal('navigator', { platform: 'MacIntel' })
  expect(isChord(press('k', 'KeyK', { metaKey: true }), 'k')).toBe(true)
  expect(isChord(press('k', 'KeyK', { ctrlKey: true }), 'k')).toBe(false)
  vi.unstubAllGlobals()
})
