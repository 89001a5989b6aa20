import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { fieldErrors } from './form.ts'

const refused = (...details: [field: string, message: string][]) =>
  new ApiError({
    code: 'validation_error',
    status: 422,
    message: 'Some fields are wrong.',
    details: details.map(([field, message]) => ({ field, message, code: 'invalid' })),
  })

test('fieldErrors returns the first error of each field', () => {
  expect(
    fieldErrors(
      refused(['/name', 'is too long'], ['/name', 'is taken'], ['/lists/0/name', 'is empty']),
    ),
  ).toEqual({ name: 'is too long', lists: 'is empty' })
  expect(fieldErrors(refused(['name', 'is required']))).toEqual({ name: 'is required' })
})

test('other errors belong to no field', () => {
  expect(fieldErrors(null)).toEqual({})
  expect(fieldErrors(new ApiError({ code: 'conflict', status: 409, message: 'Taken.' }))).toEqual(
    {},
  )
})
