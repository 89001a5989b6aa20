import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { formatRunError } from './import-errors.rules.ts'

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
  expect(explain('another_code')).toBe('Words of the server.')
})

test('an error of another request is not one of the job', () => {
  const name = 'POST /lists/:list_id/contacts'
  expect(formatRunError(name, refusal('limit_reached'))).toBe('Words of the server.')
  const lost = new ApiError({ code: 'unreachable', status: 0, message: 'fetch failed' })
  expect(formatRunError(name, lost)).toBe('Couldn’t reach the server.')
})
