import fs from 'node:fs'
import { expect, test } from 'vitest'

const catalogues = fs.readdirSync(new URL('en', import.meta.url))
// Quoted texts and templates; keys of objects and imports are not quoted here, but for paths.
const texts = catalogues.flatMap((name) =>
  [
    ...fs
      .readFileSync(new URL(`en/${name}`, import.meta.url), 'utf8')
      .replace(/^import .*$|\/\/.*$|\/\*\*.*?\*\//gm, '')
      .matchAll(/'((?:[^'\\]|\\.)*)'|`([^`]*)`|"([^"]*)"/g),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
)
const saying = (pattern: RegExp) => texts.filter((text) => pattern.test(text))

test('the catalogue is there', () => {
  expect(texts.length).toBeGreaterThan(300)
})

test('nobody is shouted at, blamed or flattered', () => {
  expect(saying(/!/)).toEqual([])
  expect(saying(/\b(oops|sorry|please|invalid|illegal|failed to|something went wrong)\b/i)).toEqual(
    [],
  )
})

test('sentence case: no Title Case, and no word in capitals but names of things', () => {
  const known = /\b(API|CORS_ORIGINS|POST|UTC|HTTP|JSON|CSV|URL|ID)\b/g
  expect(texts.filter((text) => /\b[A-Z]{3,}\b/.test(text.replace(known, '')))).toEqual([])
  expect(saying(/^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+/)).toEqual([])
})

test('typographic marks, and no space at an end of a sentence', () => {
  expect(saying(/\.\.\.|[a-z]'[a-z]|"/)).toEqual([])
  expect(texts.filter((text) => /[.?] $/.test(text))).toEqual([])
})
