import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { openText, sealText } from './secret.ts'

const key = randomBytes(32)
const context = 'webhooks.secret whk_1'

test('a sealed text opens with its key and context', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (text, place) => openText(key, sealText(key, text, place), place) === text,
    ),
  )
})

test('the same text is never sealed the same way twice', () => {
  expect(sealText(key, 'text', context)).not.toBe(sealText(key, 'text', context))
})

test('a sealed text is base64 and does not contain the text', () => {
  const sealed = sealText(key, 'whsec_secret', context)
  expect(sealed).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('whsec')
})

test('a sealed text opened with another key or context throws', () => {
  const sealed = sealText(key, 'text', context)
  expect(() => openText(randomBytes(32), sealed, context)).toThrow('authenticate')
  expect(() => openText(key, sealed, 'webhooks.secret whk_2')).toThrow('authenticate')
  expect(() => openText(key, sealed, '')).toThrow('authenticate')
})

test('a sealed text with any byte changed throws', () => {
  const bytes = Buffer.from(sealText(key, 'text', context), 'base64')
  for (const [index, byte] of bytes.entries()) {
    const changed = Buffer.from(bytes)
    changed[index] = byte ^ 1
    expect(() => openText(key, changed.toString('base64'), context)).toThrow('authenticate')
  }
})

test('a truncated sealed text throws', () => {
  const bytes = Buffer.from(sealText(key, 'text', context), 'base64')
  for (let length = 0; length < bytes.length; length++) {
    const sealed = bytes.subarray(0, length).toString('base64')
    expect(() => openText(key, sealed, context)).toThrow(Error)
  }
})
