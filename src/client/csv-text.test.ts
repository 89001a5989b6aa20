import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'

import { createCsv, type CsvCell, formatTabCell, streamCsv, unescapeFormula } from './csv-text.ts'

/** The record of one row. */
const record = (cells: CsvCell[], options = {}) =>
  createCsv(['a'], [cells], options).replace(/^\uFEFFa\r\n/, '')

test('a CSV file begins with a byte-order mark and ends each record with CRLF', () => {
  expect(createCsv(['Name', 'Opens'], [['Shed', 802]])).toBe('\uFEFFName,Opens\r\nShed,802\r\n')
  expect(createCsv(['Name'], [])).toBe('\uFEFFName\r\n')
})

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['a;b', '"a;b"'],
  [' edge', '" edge"'],
  ['ŵ 李 😀', 'ŵ 李 😀'],
])('the cell %j is written as %j', (cell, text) => {
  expect(record([cell, 1])).toBe(`${text},1\r\n`)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ["'=1", "''=1"],
  ['a=1', 'a=1'],
])('T95 the text %j gets an apostrophe unless raw', (cell, text) => {
  expect(record([cell, 1])).toBe(`${text},1\r\n`)
  expect(record([cell, 1], { raw: true })).not.toMatch(/^"?'(?!=1,)/)
})

test.each([
  ['=1+1', "'=1+1"],
  [' \t=1\r\nnext', "'=1 next"],
  ['a\tb\n\nc', 'a b c'],
])('T95 the copied text %j becomes %j', (text, cell) => {
  expect(formatTabCell(text)).toBe(cell)
})

test('T95 column names that begin like a formula get an apostrophe too', () => {
  expect(createCsv(['=cmd'], [])).toBe("\uFEFF'=cmd\r\n")
})

test.each([
  [-5, '-5'],
  [0.416, '0.416'],
  [1e21, '1000000000000000000000'],
  [1e-7, '0.0000001'],
  [9_007_199_254_740_993n, '9007199254740993'],
  [-9_007_199_254_740_993n, '-9007199254740993'],
  ['9007199254740993', '9007199254740993'],
  [NaN, ''],
  [Infinity, ''],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  [new Date('2026-03-29T01:30:00+01:00'), '2026-03-29T00:30:00.000Z'],
  [new Date(NaN), ''],
])('the value %s is written exactly as %j', (cell, text) => {
  expect(record([cell, 'x'])).toBe(`${text},x\r\n`)
})

test('a record of one empty cell is no blank line', () => {
  expect(record([''])).toBe('""\r\n')
})

test('T95 a raw file reads back as it was written', () => {
  const cells = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1 }), (rows) => {
      const file = createCsv(['a', 'b'], rows, { raw: true }).slice(1)
      const { data } = Papa.parse<string[]>(file, { delimiter: ',', newline: '\r\n' })
      expect(data.slice(1, -1)).toEqual(rows)
    }),
  )
})

test('T95 no cell of a file begins a formula', () => {
  const risky = fc.stringMatching(/^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n \u00a0",a1]*$/)
  fc.assert(
    fc.property(risky, (text) => {
      const file = createCsv(['a', 'b'], [[text, '']]).slice(1)
      const { data } = Papa.parse<string[]>(file, { delimiter: ',', newline: '\r\n' })
      // As a spreadsheet reads it: without white space, and wide signs as narrow ones.
      const cell = data[1]?.[0]
      expect(cell).not.toMatch(/^[\t\r\n]/)
      expect(cell?.trim().normalize('NFKC')).not.toMatch(/^[=+\-@]/)
    }),
  )
})

test('T95 a streamed file of 100,000 rows is the file at once', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => [`row ${index}`, index])
  async function* pages() {
    for (let from = 0; from < rows.length; from += 1000) yield rows.slice(from, from + 1000)
  }
  const chunks: string[] = []
  for await (const chunk of streamCsv(['name', 'n'], pages())) chunks.push(chunk)
  expect(chunks).toHaveLength(101)
  expect(chunks.join('')).toBe(createCsv(['name', 'n'], rows))
})

test('T95 the text of a cell is the same after an apostrophe is taken away', () => {
  for (const text of ['=1', "'=1", "''@x", ' =1', "' =1", '＝1', "'tis", '+49', 'plain', ''])
    expect(unescapeFormula(record([text, 1]).slice(0, -4))).toBe(text)
})
