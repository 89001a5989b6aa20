import { expect, test } from 'vitest'

import { parseCsvTable } from './csv.ts'

const cellsOf = (text: string) => parseCsvTable(text).rows.map(({ cells }) => cells)

test.each([
  ['a comma', 'email,name\na@x.io,Ada;x'],
  ['a semicolon', 'email;name\na@x.io;Ada;x'.replace('Ada;x', '"Ada;x"')],
  ['a tab', 'email\tname\na@x.io\tAda;x'],
])('T95 %s between the names of the columns separates the cells', (_, text) => {
  expect(parseCsvTable(text).headers).toEqual(['email', 'name'])
  expect(cellsOf(text)).toEqual([['a@x.io', 'Ada;x']])
})

test('T95 a separator inside quotes does not count, and one column needs none', () => {
  expect(parseCsvTable('"a,b,c,d";e\n1;2').headers).toEqual(['a,b,c,d', 'e'])
  expect(parseCsvTable('email\na@x.io').headers).toEqual(['email'])
})

test('T95 a byte order mark, old line ends and white space around names are no part of them', () => {
  expect(parseCsvTable('\uFEFF"Email ", Name\r\na,b\rc,d\n').headers).toEqual(['Email', 'Name'])
  expect(cellsOf('\uFEFFEmail,Name\r\na,b\rc,d\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('T95 quotes hold separators, quotes and line breaks, and rows are counted as a spreadsheet does', () => {
  const { rows } = parseCsvTable('a,b\n"1, ""one""","x\r\ny"\n\n,\n3,4\n')
  expect(rows).toEqual([
    { row: 2, cells: ['1, "one"', 'x\ny'] },
    { row: 5, cells: ['3', '4'] },
  ])
})

test('T95 what begins like a formula, or looks like a number, stays the text it is', () => {
  const cells = ['=1+1', '+49 30', '-5', '@home', '007', 'true', 'undefined', '__proto__']
  expect(cellsOf(`a,b,c,d,e,f,g,h\n${cells.join(',')}`)).toEqual([cells])
})

test.each([
  ['', 'The file is empty.'],
  ['\uFEFF\n , \n', 'The file is empty.'],
  ['a,b\n1,"2\n3,4', 'Line 2: a quoted cell is never closed.'],
  ['a,b\n\n"1"x,2', 'Line 3: a quoted cell is followed by more text.'],
  ['a, E-Mail ,b,e-mail', 'Row 1: duplicate column "e-mail". Rename one of them and try again.'],
])('the file %j is refused with the place', (text, message) => {
  expect(() => parseCsvTable(text)).toThrow(message)
})

test('T95 a hundred thousand rows are read whole', () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => `a${n}@x.io;"=1+1\r\n""${n}"""`)
  const { rows: read } = parseCsvTable(`\uFEFFemail;note\r\n${rows.join('\r\n')}`)
  expect(read).toHaveLength(100_000)
  expect(read.at(-1)).toEqual({ row: 100_001, cells: ['a99999@x.io', '=1+1\n"99999"'] })
}, 60_000)
