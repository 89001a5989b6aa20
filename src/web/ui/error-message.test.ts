import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { formatError, formatLoadError, formatSaveError } from './error-message.ts'

const error = (code: string, status: number, message = 'The name is taken.') =>
  new ApiError({ code, status, message, ...(status === 429 && { retry_after: 12 }) })

const lost = error('unreachable', 0)
const broken = error('internal_error', 500)
const garbled = error('internal_error', 200, 'The service answered with a web page.')
const refused = error('conflict', 409)

test('a load error names the cause, and the next step only without a response', () => {
  expect(formatLoadError(lost)).toBe(
    'Couldn’t reach the server. Check your connection and try again.',
  )
  expect(formatLoadError(broken)).toBe('Something went wrong on the server.')
  expect(formatLoadError(refused)).toBe('The name is taken.')
})

test.each([
  [lost, 'Couldn’t confirm this was saved.'],
  [broken, 'Server error. This may not have been saved.'],
  [garbled, 'Server error. This may not have been saved.'],
])('an unknown outcome of a change claims neither success nor failure, %#', (failure, text) => {
  expect(formatSaveError(failure)).toContain(text)
  expect(formatSaveError(failure)).not.toContain('Not saved')
})

test('an unknown outcome says to check first when a retry may duplicate', () => {
  expect(formatSaveError(lost)).toContain('You can safely try again.')
  expect(formatSaveError(lost, { canDuplicate: true })).toContain('Check before trying again')
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
    'Too many requests. Try again in 12 seconds.',
  )
})

test('a full disk saved nothing, and says who can help', () => {
  const details = [{ field: '', code: 'disk_full', message: 'The disk is full.' }]
  const full = new ApiError({ code: 'service_unavailable', status: 503, message: '', details })
  expect(full.isOutcomeUnknown).toBe(false)
  expect(formatSaveError(full, { canDuplicate: true, textKept: true })).toBe(
    'Not saved: The server’s disk is full. Whoever runs it has to free some space. Your text is kept.',
  )
})
