import { expect, test } from 'vitest'

import { estimateSeconds, findColumnProblem, withTarget } from './columns.rules.ts'

test('columns need exactly one address and different fields with names', () => {
  expect(findColumnProblem(['fields.A'])).toEqual({ kind: 'noAddress' })
  expect(findColumnProblem(['email_address', 'email_address'])).toEqual({ kind: 'twoAddresses' })
  expect(findColumnProblem(['email_address', 'fields. '])).toEqual({ kind: 'noFieldName' })
  expect(findColumnProblem(['email_address', 'fields.A', null, 'fields.A'])).toEqual({
    kind: 'sameField',
    name: 'A',
  })
  expect(findColumnProblem(['email_address', 'fields.A', 'tags', undefined])).toBeUndefined()
})

test('choosing another column of addresses leaves the first one out', () => {
  expect(withTarget(['email_address', 'fields.A', 'tags'], 1, 'email_address')).toEqual([
    null,
    'email_address',
    'tags',
  ])
})

test('twelve thousand single requests take twenty minutes, batches one', () => {
  const speed = { isByService: false, hasBatches: true, rate: undefined }
  expect(estimateSeconds(12_000, { ...speed, hasBatches: false })).toBe(1200)
  expect(estimateSeconds(12_000, speed)).toBe(60)
  expect(estimateSeconds(12_000, { ...speed, isByService: true })).toBe(12)
})
