import { expect, test } from 'vitest'

import { previewJson, previewText, splitJsonLine } from './delivery-body.rules.ts'

const format = (body: string) => previewJson(body, 1000).lines.join('\n')

test('a body is indented as JSON.stringify does', () => {
  const value = {
    id: 'evt_1',
    data: { tags: ['vip', 'a "b" \\ {c}'], empty: [], none: {}, ok: false, n: null },
    list: [{ a: 1 }, [2, [3]]],
  }
  expect(format(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
  expect(format(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2))
})

test('numbers and escapes stay as they are written', () => {
  expect(format('{"a":1.0,"b":12345678901234567890,"c":"\\u00eb"}')).toBe(
    '{\n  "a": 1.0,\n  "b": 12345678901234567890,\n  "c": "\\u00eb"\n}',
  )
})

test('text that is not JSON stays as it is', () => {
  expect(format('payload=1&x={}')).toBe('payload=1&x={}')
  expect(format('')).toBe('')
  expect(format('{"cut":"he')).toBe('{\n  "cut": "he')
})

test('only the first lines are formatted', () => {
  const body = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => at))
  const { lines, hasMore } = previewJson(body, 3)
  expect(lines).toEqual(['[', '  0,', '  1,'])
  expect(hasMore).toBe(true)
  expect(previewJson('[1]', 3)).toEqual({ lines: ['[', '  1', ']'], hasMore: false })
  expect(previewText('a\nb\nc', 2)).toEqual({ lines: ['a', 'b'], hasMore: true })
  expect(previewText('a\nb', 2)).toEqual({ lines: ['a', 'b'], hasMore: false })
})

test('a long string is cut', () => {
  const { lines } = previewJson(JSON.stringify({ text: 'x'.repeat(1_000_000) }), 10)
  expect(lines[1]).toHaveLength(2001)
  expect(lines[1]?.endsWith('…')).toBe(true)
  expect(lines[2]).toBe('}')
})

test('a line is split into names, strings and the rest', () => {
  expect(splitJsonLine('  "a \\" b": "c: d",')).toEqual([
    { kind: 'plain', text: '  ' },
    { kind: 'key', text: '"a \\" b"' },
    { kind: 'plain', text: ':' },
    { kind: 'plain', text: ' ' },
    { kind: 'string', text: '"c: d"' },
    { kind: 'plain', text: ',' },
  ])
})
