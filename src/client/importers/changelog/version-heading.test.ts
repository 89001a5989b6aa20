import { expect, test } from 'vitest'

import { findDate, parseReleaseLine } from './release-date.ts'
import { parseVersionHeading } from './version-heading.ts'

test.each([
  ['1.6.0 🎉', '1.6.0 🎉', '1.6.0'],
  ['🎉 v1.6.0', '🎉 v1.6.0', '1.6.0'],
  [':tada: 1.6.0 :rocket:', ':tada: 1.6.0 :rocket:', '1.6.0'],
  ['1.4.0 Beta 2', '1.4.0 Beta 2', '1.4.0-beta-2'],
  ['Version 12', '12', '12'],
  ['Release v1.2.0:', 'v1.2.0', '1.2.0'],
  ['V 1.2.0', 'V 1.2.0', '1.2.0'],
  ['Release Notes - v2.3', 'v2.3', '2.3'],
  ["What's new in 1.2", '1.2', '1.2'],
  ['Ruby on Rails 7.1.0', 'Ruby on Rails 7.1.0', 'ruby on rails7.1.0'],
  ['widgets-v1.2.0', 'widgets-v1.2.0', 'widgets-1.2.0'],
  ['@acme/widgets@1.2.0', '@acme/widgets@1.2.0', '@acme/widgets@1.2.0'],
  ['@acme/dropdown@1.2.0', '@acme/dropdown@1.2.0', '@acme/dropdown@1.2.0'],
  ['use-debounce@10.0.0', 'use-debounce@10.0.0', 'use-debounce@10.0.0'],
  ['release-it@17.0.0', 'release-it@17.0.0', 'release-it@17.0.0'],
  ['1.2.x', '1.2.x', '1.2.x'],
  ['2.0.0-rc.1+build.5', '2.0.0-rc.1+build.5', '2.0.0-rc.1+build.5'],
  ['1.2.0 (fixes, for Safari)', '1.2.0 (fixes, for Safari)', '1.2.0'],
  ['1.2.0 (2024-05-06, Quiet river)', '1.2.0 (Quiet river)', '1.2.0'],
  ["2018-03-29, Version 4.9.1 'Argon' (LTS)", "4.9.1 'Argon' (LTS)", '4.9.1'],
])('%j is the version %j', (heading, title, key) => {
  expect(parseVersionHeading(heading)).toMatchObject({ title, key, unreleased: false })
})

test.each([
  ['1.2.0 (2024-05-06T10:00:00Z)', '2024-05-06'],
  ['1.2.0 - 6 May 2024 at 10:30 UTC', '2024-05-06'],
  ['1.2.0 [2024-05-06]', '2024-05-06'],
  ['1.2.0 (released on 6 May 2024)', '2024-05-06'],
  ['1.2.0 (May 2024)', '2024-05-01'],
  ['2024.05.06', '2024-05-06'],
  ['20240506', '2024-05-06'],
  ['v20240506', '2024-05-06'],
  ['2024-05-06: Quiet river', '2024-05-06'],
  ['Quiet river (2024-05-06)', '2024-05-06'],
  ['2024.5.6', undefined],
  ['1.2.0 (2024)', undefined],
])('%j has the date %s', (heading, date) => {
  expect(parseVersionHeading(heading)?.date).toBe(date)
})

test.each([
  '2.0 migration notes',
  '2.0 to 3.0',
  'Upgrading from 1.0',
  'Requires Node 18.0',
  'Updated npm to 9.3.1',
  '3 things',
  'Fixed in 10 minutes',
  'Downloads for v1.30.0',
  'Roadmap (updated 2024-05-06)',
  'Unreleased changes are listed in the wiki of the project',
])('%j is no version', (heading) => {
  expect(parseVersionHeading(heading)).toBeUndefined()
})

test.each([
  'Unreleased 2.0.0',
  'Next release: v2.0.0',
  '2.0.0-SNAPSHOT',
  '2.0.0-dev',
  '2.0.0 (20XX-XX-XX)',
  '2.0.0 (2027-??-??)',
  '2.0.0 - planned for May 2027',
  '2.0.0 (to be released)',
  '2.0.0 - Unreleased - 2024-05-06',
  'dev',
  'DEVELOPMENT | TBA',
  'Unreleased (main)',
])('%j is not released', (heading) => {
  expect(parseVersionHeading(heading)?.unreleased).toBe(true)
})

test.each([
  '2.0.0 Next generation',
  '2.0.0 - Fixed in development mode',
  '2.0.0 (due to a bug)',
  '2.0.0 (main) - 2024-05-06',
  '2.0.0-dev.3 - 2024-05-06',
])('%j is released', (heading) => {
  expect(parseVersionHeading(heading)?.unreleased).toBe(false)
})

test.each([
  ['> 20 January 2021', '2021-01-20'],
  ['Released 2020-05-06. The first one.', '2020-05-06'],
  ['- Release May 1, 2020', '2020-05-01'],
  ['**Release date:** 2020-05-06', '2020-05-06'],
  ['📅 2020-05-06', '2020-05-06'],
  ['Released by Ada Moss on 6 May 2020', '2020-05-06'],
  ['2020-05-06 was a bad day', undefined],
  ['Since 2020-05-06 this is slow', undefined],
  ['- Fixes what was broken on 2020-05-06', undefined],
])('the line %j below a heading has the date %s', (line, date) => {
  const found = parseReleaseLine(line)
  expect(typeof found === 'object' ? found.date : found).toBe(date)
})

test.each([
  ['Release date: TBD', 'unreleased'],
  ['_Not yet released_', 'unreleased'],
  ['Status: in development.', 'unreleased'],
  ['- Draft', undefined],
  ['### Development', undefined],
  ['- Support for development', undefined],
  ['This is a draft of the notes', undefined],
])('the line %j below a heading says %s', (line, state) => {
  expect(parseReleaseLine(line)).toBe(state)
})

test('dates with slashes are read when the order of day and month is known', () => {
  expect(findDate('1.0 - 05/06/2024', 'day-first')?.date).toBe('2024-06-05')
  expect(findDate('1.0 - 05/06/2024', 'month-first')?.date).toBe('2024-05-06')
  expect(findDate('1.0 - 05/06/2024')).toBeUndefined()
})

test('a heading of any length is read in little time', () => {
  for (const part of ['1.0a', '1.0 a', 'a ', '(', '- ', 'v', '1.', 'a-', 'a/'])
    expect(() => parseVersionHeading(`${part.repeat(20_000)}!`)).not.toThrow()
})

test('words that begin like a month are no dates', () => {
  expect(findDate('Marathon 2024')).toBeUndefined()
  expect(findDate('Marketplace 2024')).toBeUndefined()
  expect(findDate('March 2024')?.date).toBe('2024-03-01')
  expect(findDate('Sept. 9, 2024')?.date).toBe('2024-09-09')
})
