import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Quoted texts and templates of a source file; imports and comments contain none. */
const textsOf = (file: string): string[] =>
  [
    ...fs
      .readFileSync(file, 'utf8')
      .replace(/^\s*import [^\n]*$|\/\*\*?[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"([^"\n]*)"/g),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')

const sourceRoot = path.join(import.meta.dirname, '../..')
const isSource = (name: string) => name.endsWith('.ts') && !/\.test\.ts$|test-[^/]*\.ts$/.test(name)
const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(sourceRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((name) => path.join(sourceRoot, folder, name))

const texts = filesIn('web/messages/en').flatMap(textsOf)
const matching = (pattern: RegExp) => texts.filter((text) => pattern.test(text))

// Sentences for developers: identifiers, keys and paths have no spaces.
const developerTexts = ['cli', 'client', 'contract', 'service']
  .flatMap(filesIn)
  .filter(
    (file) => !/\/service\/example\/|\/cli\/seed-board\.ts$|\/service\/db\/schema\//.test(file),
  )
  .flatMap(textsOf)
  .filter((text) => / /.test(text))

/** Words that read as translated, with the standard word for each. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bservice address\b/i, 'API URL'],
  [/\bnot accepted\b|\bdid not accept\b/i, 'invalid, no longer works'],
  [/\b(did|does) not come\b|\bis not here\b|\bnot here any ?more\b/i, 'couldn’t load, not found'],
  [/\b(take|taken|takes|put|puts) (it |them )?back\b/i, 'undo, restore'],
  [/\b(go|goes|going|went) on\b/i, 'continue'],
  [/\bhere now\b/i, 'current'],
  [/\bon top of\b/i, 'at the top of'],
  [/\bthe list beside\b/i, 'next list, previous list'],
  [/\b(somebody|nobody)\b/i, 'someone, no one'],
  [/\b(is|are) due\b/i, 'due'],
  [/\bin the air\b|\bstands? (in|twice)\b/i, 'being dragged, is in, duplicate'],
  [/\bthis once\b/i, 'shown only once'],
  [/\bof (one's|its|their) own\b/i, 'your own, separate'],
  [/\bnext to the (service|server)\b/i, 'on the server'],
  [/\brooms\b/i, 'areas'],
  [/\bwants\b|\bwas told\b|\bwere told\b/i, 'requires, was notified'],
  [/\bleft out\b|\bbroke off\b|\bby (finger|pointer)\b/i, 'omitted, failed, by touch'],
  [/\bread but not change\b|\bnot known whether\b/i, 'read-only, couldn’t confirm'],
  [/\b(oops|sorry|please)\b/i, 'nothing'],
]

const findBanned = (list: readonly string[]) =>
  banned.flatMap(([pattern, standard]) =>
    list.filter((text) => pattern.test(text)).map((text) => `${text} → ${standard}`),
  )

test('the catalogue has more than 300 messages', () => {
  expect(texts.length).toBeGreaterThan(300)
})

test('messages use no word that reads as translated', () => {
  expect(findBanned(texts)).toEqual([])
})

test('messages of the dashboard act on boards, not on the service', () => {
  expect(matching(/\bthe service\b|\bthis service\b/i)).toEqual([])
})

test('messages say create, not make', () => {
  expect(matching(/\b(make|makes|made) (an?\b|the\b|one\b|it\b|another\b|#)/i)).toEqual([])
})

test('messages use contractions', () => {
  expect(matching(/\b(could|was|were|do|does|did|is|are) not\b|\b(you|it) (are|is)\b/i)).toEqual([
    'This connection is not encrypted. Use https to protect your key.',
  ])
})

test('API and command-line texts use no word that reads as translated', () => {
  expect(developerTexts.length).toBeGreaterThan(500)
  expect(findBanned(developerTexts)).toEqual([])
})

test('messages contain no exclamation marks', () => {
  expect(matching(/!/)).toEqual([])
})

test('messages use sentence case', () => {
  const known =
    /\b(API|CORS_ORIGINS|POST|UTC|UTF|HTTP|JSON|CSV|URL|ID|ETA|DNS|TLS|HMAC|SHA|LF|CRLF|BOM|PHP)\b/g
  expect(texts.filter((text) => /\b[A-Z]{3,}\b/.test(text.replace(known, '')))).toEqual([])
  expect(matching(/^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+/)).toEqual([])
})

test('messages use typographic punctuation without trailing spaces', () => {
  expect(matching(/\.\.\.|[a-z]'[a-z]|"/)).toEqual([])
  expect(texts.filter((text) => /[.?] $/.test(text))).toEqual([])
})
