import { expect, test } from 'vitest'

import { decoderFor, encodeParameter } from './type-codecs.ts'

const [DATE, TIMESTAMPTZ, TEXTS] = [1082, 1184, 1009]

test.each([
  ['2026-11-21 10:00:00+00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21 10:00:00.5+00', '2026-11-21T10:00:00.500Z'],
  ['1970-01-01 00:00:00.001+00', '1970-01-01T00:00:00.001Z'],
  // A server whose sessions keep another zone.
  ['2026-11-21 12:30:00.25+02:30', '2026-11-21T10:00:00.250Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
])('the timestamp %s is decoded to the format of the API', (text, expected) => {
  expect(decoderFor(TIMESTAMPTZ)(text)).toBe(expected)
})

test('a date is decoded as text', () => {
  expect(decoderFor(DATE)('2026-03-01')).toBe('2026-03-01')
})

test.each([[[]], [['a']], [['a', 'b c', 'é']], [['a,b', '"', '\\', '', 'NULL', '{}']]])(
  'the text array %j is encoded and decoded without loss',
  (texts) => {
    const literal = texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')
    expect(encodeParameter(texts)).toBe(`{${literal}}`)
    expect(decoderFor(TEXTS)(encodeParameter(texts) ?? '')).toEqual(texts)
  },
)

test('an unquoted array is decoded, and NULL is null', () => {
  expect(decoderFor(TEXTS)('{t1,Neu,ü}')).toEqual(['t1', 'Neu', 'ü'])
  expect(decoderFor(TEXTS)('{a,NULL}')).toEqual(['a', null])
})

test('parameters are encoded as PostgreSQL text', () => {
  expect(encodeParameter(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02T03:04:05.678Z')
  expect([
    encodeParameter(1.5),
    encodeParameter(true),
    encodeParameter(undefined),
    encodeParameter(null),
  ]).toEqual(['1.5', 'true', null, null])
  expect(encodeParameter({ a: [1] })).toBe('{"a":[1]}')
})
