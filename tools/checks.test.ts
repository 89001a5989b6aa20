import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { isTest, readFiles } from './import-graph.ts'

const number = String.raw`(?:[A-Z](?:-[A-Z])?\d{1,3}|\d\.\d{1,2})`
// The second alternative is a title that follows the table of `test.each(…)`.
const title = new RegExp(
  String.raw`(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*['"\`]((?:${number} )+)`,
  'g',
)

function numbersInTitles(text: string): string[] {
  return [...text.matchAll(title)].flatMap(([, numbers = '']) => numbers.trim().split(' '))
}

/** The first cell of each row whose cell is a number. */
function listedNumbers(document: string): string[] {
  return [...document.matchAll(new RegExp(`^\\| (${number}) \\|`, 'gm'))].map(
    ([, listed = '']) => listed,
  )
}

const document = fs.readFileSync(path.resolve(import.meta.dirname, '../docs/checks.md'), 'utf8')
const listed = new Set(listedNumbers(document))
const used = new Set(
  [...readFiles('src', 'e2e', 'tools')].flatMap(([file, text]) =>
    isTest(file) ? numbersInTitles(text) : [],
  ),
)

test('numbers are read from titles of single tests and of tables', () => {
  const text =
    "test('T1 A2 a title', f)\ntest.each([[f(1)]])(\n  `5.1 of %s`, f)\nexpect(g).toBe('8.0 s')"
  expect(numbersInTitles(text)).toEqual(['T1', 'A2', '5.1'])
})

test('docs/checks.md lists every number that a test title uses', () => {
  expect([...used].filter((name) => !listed.has(name))).toEqual([])
})

test('a test title uses every number that docs/checks.md lists', () => {
  expect([...listed].filter((name) => !used.has(name))).toEqual([])
})
