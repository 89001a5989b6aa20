import { expect, test } from 'vitest'

import { createIds, idAt } from './ids.ts'

test('an id is its prefix and 26 characters of lower-case Crockford', () => {
  const newId = createIds()
  expect(newId('crd')).toMatch(/^crd_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
})

test('the first ten characters of an id are its time', () => {
  const newId = createIds()
  const at = new Date('2040-01-02T03:04:05.678Z')
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const digits = Array.from(newId('evt', at).slice(4, 14))
  const moment = digits.reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0)
  expect(moment).toBe(at.getTime())
})

test('ids ascend, also within a millisecond and when the clock is set back', () => {
  const newId = createIds()
  const now = new Date('2041-01-01T00:00:00.000Z')
  const yesterday = new Date('2040-12-31T00:00:00.000Z')
  const ids = Array.from({ length: 1000 }, (_, turn) => newId('con', turn < 500 ? now : yesterday))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(1000)
})

test('ids of different milliseconds have different random parts', () => {
  const newId = createIds()
  const tails = [1, 2, 3].map((ms) => newId('key', new Date(2_300_000_000_000 + ms)).slice(-16))
  expect(new Set(tails).size).toBe(3)
})

test('the id of a time before 1970 is less than all others', () => {
  expect(idAt('aud', new Date('1969-12-31T00:00:00Z'))).toBe(`aud_${'0'.repeat(26)}`)
})
