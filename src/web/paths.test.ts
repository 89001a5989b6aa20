import { expect, test } from 'vitest'

import { paths } from './paths.ts'

test('an id is escaped in a path', () => {
  expect(paths.board('../keys?x')).toBe('/boards/..%2Fkeys%3Fx')
})
