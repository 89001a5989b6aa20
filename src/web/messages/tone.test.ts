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

test('the catalogue has more than 300 messages', () => {
  expect(texts.length).toBeGreaterThan(300)
})

test('messages contain no exclamation marks, apologies or blame', () => {
  expect(saying(/!/)).toEqual([])
  expect(saying(/\b(oops|sorry|please|illegal)\b/i)).toEqual([])
})

test('messages use sentence case', () => {
  const known = /\b(API|CORS_ORIGINS|POST|UTC|HTTP|JSON|CSV|URL|ID)\b/g
  expect(texts.filter((text) => /\b[A-Z]{3,}\b/.test(text.replace(known, '')))).toEqual([])
  expect(saying(/^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+/)).toEqual([])
})

test('messages use typographic punctuation without trailing spaces', () => {
  expect(saying(/\.\.\.|[a-z]'[a-z]|"/)).toEqual([])
  expect(texts.filter((text) => /[.?] $/.test(text))).toEqual([])
})
