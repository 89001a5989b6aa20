import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { formatRunError, isFileRefused } from './import-errors.rules.ts'

const refusal = (code: string) =>
  new ApiError({
    code: 'conflict',
    status: 409,
    message: 'Words of the server.',
    details: [{ field: '', code, message: '' }],
  })

test('a refused import job is explained by its code', () => {
  const explain = (code: string) => formatRunError('POST /lists/:list_id/imports', refusal(code))
  expect(explain('list_archived')).toBe('This list is archived. Restore it, then continue.')
  expect(explain('limit_reached')).toMatch(/^Too many imports/)
  expect(explain('invalid_file')).toMatch(/^The server can’t read this file/)
  for (const code of ['another_code', 'constructor'])
    expect(explain(code)).toBe('Words of the server.')
})

test('a job refused because of its file is not sent again', () => {
  for (const code of ['invalid_file', 'consent_unclear', 'date_order_unclear'])
    expect(isFileRefused(refusal(code))).toBe(true)
  expect(isFileRefused(refusal('limit_reached'))).toBe(false)
})

test('an error of another request is not one of the job', () => {
  const name = 'POST /lists/:list_id/contacts'
  expect(formatRunError(name, refusal('limit_reached'))).toBe('Words of the server.')
  const lost = new ApiError({ code: 'unreachable', status: 0, message: 'fetch failed' })
  expect(formatRunError(name, lost)).toBe('Couldn’t reach the server.')
})
