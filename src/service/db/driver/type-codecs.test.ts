import { expect, test } from 'vitest'

import { readerOf, written } from './type-codecs.ts'

const [DATE, TIMESTAMPTZ, TEXTS] = [1082, 1184, 1009]

test.each([
  ['2026-11-21 10:00:00+00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21 10:00:00.5+00', '2026-11-21T10:00:00.500Z'],
  ['1970-01-01 00:00:00.001+00', '1970-01-01T00:00:00.001Z'],
  // A server whose sessions keep another zone.
  ['2026-11-21 12:30:00.25+02:30', '2026-11-21T10:00:00.250Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
])('the moment %s is read as the API writes it', (text, expected) => {
  expect(readerOf(TIMESTAMPTZ)(text)).toBe(expected)
})

test('a day stays the text it is', () => {
  expect(readerOf(DATE)('2026-03-01')).toBe('2026-03-01')
})

test.each([[[]], [['a']], [['a', 'b c', 'é']], [['a,b', '"', '\\', '', 'NULL', '{}']]])(
  'the texts %j come back as they were written',
  (texts) => {
    const literal = texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')
    expect(written(texts)).toBe(`{${literal}}`)
    expect(readerOf(TEXTS)(written(texts) ?? '')).toEqual(texts)
  },
)

test('texts that need no quotes are read without them, and nothing is not the text NULL', () => {
  expect(readerOf(TEXTS)('{t1,Neu,ü}')).toEqual(['t1', 'Neu', 'ü'])
  expect(readerOf(TEXTS)('{a,NULL}')).toEqual(['a', null])
})

test('values are written as the database reads them', () => {
  expect(written(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02T03:04:05.678Z')
  expect([written(1.5), written(true), written(undefined), written(null)]).toEqual([
    '1.5',
    'true',
    null,
    null,
  ])
  expect(written({ a: [1] })).toBe('{"a":[1]}')
})
