import { expect, test } from 'vitest'

import { type CsvPosition, openCsv, parseCsvPart, parseCsvTable } from './csv.ts'

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

test('rows with broken quotes have a problem, and the rows after them are read', () => {
  const text = 'a,b\n1,"2\n3,4\n"5"x,6\n"7","8"\n9,"'
  expect(parseCsvTable(text, ',', { keepsFaulty: true }).rows).toEqual([
    { row: 2, cells: ['1', '"2'], problem: 'Line 2: a quoted cell is never closed' },
    { row: 3, cells: ['3', '4'] },
    { row: 4, cells: ['"5"x', '6'], problem: 'Line 4: a quoted cell is followed by more text' },
    { row: 5, cells: ['7', '8'] },
    { row: 6, cells: ['9', '"'], problem: 'Line 6: a quoted cell is never closed' },
  ])
})

test('a file is read the same in parts of any size', () => {
  const long = `"${'x\n'.repeat(20_000)}"`
  const text = `a,b\n1,"2\nx"\n\n"3"x,4\n${long},y\n5,"6"  \n5,"6\n7,8\n"a"\t`
  const { rows } = parseCsvPart(text, { offset: 0, row: 1 }, ',', Infinity)
  for (const limit of [1, 2, 3]) {
    const parts = []
    for (let next: CsvPosition | undefined = { offset: 0, row: 1 }; next;) {
      const part = parseCsvPart(text, next, ',', limit)
      parts.push(...part.rows)
      next = part.next
    }
    expect(parts).toEqual(rows)
  }
  expect(rows.map(({ row }) => row)).toEqual([1, 2, 4, 5, 6, 7, 8, 9])
  expect(rows.flatMap(({ row, problem }) => (problem ? [row] : []))).toEqual([4, 7])
})

test('a byte order mark where a part begins moves no row', () => {
  const part = parseCsvPart('a\n\uFEFFb\nc', { offset: 2, row: 2 }, ',', 1)
  expect(part).toEqual({ rows: [{ row: 2, cells: ['b'] }], next: { offset: 5, row: 3 } })
})

test('T95 a hundred thousand rows are read whole', () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => `a${n}@x.io;"=1+1\r\n""${n}"""`)
  const { rows: read } = parseCsvTable(`\uFEFFemail;note\r\n${rows.join('\r\n')}`)
  expect(read).toHaveLength(100_000)
  expect(read.at(-1)).toEqual({ row: 100_001, cells: ['a99999@x.io', '=1+1\n"99999"'] })
}, 60_000)

test('a first line that names the separator is no row', () => {
  for (const line of ['sep=;', '"sep=;"', 'SEP=;', 'sep=;;;'])
    for (const end of ['\n', '\r\n', '\r']) {
      const file = [line, 'Email;Name, first', 'a@example.com;Ada', ''].join(end)
      const { headers, rows } = parseCsvTable(`\uFEFF${file}`)
      expect([line, headers]).toEqual([line, ['Email', 'Name, first']])
      expect(rows).toEqual([{ row: 2, cells: ['a@example.com', 'Ada'] }])
      expect(openCsv(file).headers).toEqual(['Email', 'Name, first'])
    }
  expect(parseCsvTable('sep;Name\n1;Ada').headers).toEqual(['sep', 'Name'])
})

test('a long first line is no separator line, and bars separate only where nothing else does', () => {
  const start = performance.now()
  expect(parseCsvTable(`sep=${'\t'.repeat(200_000)}x`).rows).toEqual([])
  expect(performance.now() - start).toBeLessThan(2000)
  expect(parseCsvTable('Email,Source|Medium|Term\na@x.io,1').headers).toEqual([
    'Email',
    'Source|Medium|Term',
  ])
  expect(parseCsvTable('Email|Name\na@x.io|Ada').headers).toEqual(['Email', 'Name'])
  expect(parseCsvTable('sep=a\nEmail,Name').headers).toEqual(['sep=a'])
})
