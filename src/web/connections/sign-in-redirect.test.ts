import { expect, test } from 'vitest'

import { paths } from '#web/paths.ts'
import { safeNext } from './sign-in-redirect.ts'

const origin = 'https://admin.example'

test('a deep link survives signing in', () => {
  const link = '/boards/brd_1?q=a%20b#top'
  const asked = new URL(paths.signIn(link), origin).searchParams.get('next')
  expect(safeNext(asked, origin)).toBe(link)
})

test.each([
  null,
  'https://evil.example/',
  '//evil.example/boards',
  '/\\evil.example/boards',
  '/\t/evil.example',
  '/sign-in?next=/sign-in',
])('after signing in %j leads to the first page', (next) => {
  expect(safeNext(next, origin)).toBe('/')
})
