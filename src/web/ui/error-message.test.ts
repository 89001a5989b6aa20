import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { formatError, formatLoadError, formatSaveError } from './error-message.ts'

const error = (code: string, status: number, message = 'The name is taken.') =>
  new ApiError({ code, status, message, ...(status === 429 && { retry_after: 12 }) })

const lost = error('unreachable', 0)
const broken = error('internal_error', 500)
const garbled = error('internal_error', 200, 'The service answered with a web page.')
const refused = error('conflict', 409)

test.each([lost, broken, garbled, refused])(
  'a read that failed with $code says that nothing was changed',
  (failure) => {
    expect(formatLoadError(failure)).toMatch(/Nothing was changed\.$/)
  },
)

test.each([lost, broken, garbled])(
  'a change without an answer claims neither that it was made nor that it was not, $status',
  (failure) => {
    const text = formatSaveError(failure)
    expect(text).toContain('it is not known whether this was saved')
    expect(text).not.toMatch(/^Not saved|Nothing was changed/)
  },
)

test('an unknown outcome says to check first when a retry may duplicate', () => {
  expect(formatSaveError(lost)).toContain('It can be tried again without being done twice.')
  expect(formatSaveError(lost, { canDuplicate: true })).toContain('Look before you try again')
})

test('a save error gives the reason and that the text is kept', () => {
  expect(formatSaveError(refused)).toBe('Not saved: The name is taken.')
  expect(formatSaveError(refused, { textKept: true })).toBe(
    'Not saved: The name is taken. Your text is kept.',
  )
  expect(formatSaveError(refused, { formatReason: (why) => `Not moved: ${why}` })).toBe(
    'Not moved: The name is taken.',
  )
})

test('an unknown code shows the message and code of the service', () => {
  expect(formatError(error('teapot', 418, 'I am a teapot.'))).toBe('I am a teapot. (teapot)')
  expect(formatError(error('rate_limited', 429))).toBe(
    'The service asked to slow down. Try again in 12 s.',
  )
})
