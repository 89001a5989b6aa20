import { expect, test } from 'vitest'

import {
  estimateSeconds,
  findColumnProblem,
  findDateOrder,
  isConsentAnswered,
  stepsOf,
  withTarget,
} from './columns.rules.ts'
import { initialState, type ImportState } from './import-state.ts'

const problemOf = (targets: ImportState['targets']) =>
  findColumnProblem({ ...initialState, targets })

test('columns need exactly one address and different fields with names', () => {
  expect(problemOf(['fields.A'])).toEqual({ kind: 'noAddress' })
  expect(problemOf(['email_address', 'email_address'])).toEqual({ kind: 'twoAddresses' })
  expect(problemOf(['email_address', 'fields. '])).toEqual({ kind: 'noFieldName' })
  expect(problemOf(['email_address', 'fields.A', null, 'fields.A'])).toEqual({
    kind: 'sameField',
    name: 'A',
  })
  expect(problemOf(['email_address', 'fields.A', 'tags', undefined])).toBeUndefined()
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

test('dates that can be read in two ways need an answer, and only in a column of dates', () => {
  const file: ImportState['file'] = {
    name: 'people.csv',
    encoding: 'utf-8',
    delimiter: ',',
    headers: ['Email', 'Joined'],
    targets: [],
    row_count: 1,
    fields: [],
    examples: [],
    date_orders: [undefined, { order: 'unclear', example: '03/04/2023' }],
  }
  const columns = (targets: ImportState['targets'], choices: Partial<ImportState> = {}) => ({
    ...initialState,
    file,
    targets,
    ...choices,
  })
  const joined = columns(['email_address', 'created_at'])
  expect(findColumnProblem(joined)).toEqual({ kind: 'noDateOrder', name: 'Joined' })
  expect(findDateOrder(joined)).toBeUndefined()
  expect(findColumnProblem(columns(['email_address', 'fields.Joined']))).toBeUndefined()
  const chosen = columns(['email_address', 'created_at'], { date_order: 'month_first' })
  expect(findColumnProblem(chosen)).toBeUndefined()
  expect(findDateOrder(chosen)).toBe('month_first')
})

test('dates of consent give the order where no time of creation does', () => {
  const file: ImportState['file'] = {
    name: 'people.csv',
    encoding: 'utf-8',
    delimiter: ',',
    headers: ['Email', 'Left', 'Joined'],
    targets: [],
    row_count: 2,
    fields: [],
    examples: [],
    date_orders: [
      undefined,
      { order: 'day_first', example: '31/12/2023' },
      { order: 'month_first', example: '12/31/2023' },
    ],
  }
  const orderOf = (...targets: ImportState['targets']) =>
    findDateOrder({ ...initialState, file, targets })
  expect(orderOf('email_address', 'opt_out', 'fields.Joined')).toBe('day_first')
  expect(orderOf('email_address', 'opt_out', 'created_at')).toBe('month_first')
  expect(orderOf('email_address', 'fields.Left', 'fields.Joined')).toBeUndefined()
})

test('consent is a step only where a column speaks of it, and open until it is answered', () => {
  const column = { header: 'Opt in', role: 'opt_in', in: 1, out: 0, empty: 2 } as const
  const clear = { ...column, unclear: 0, examples: [], isAmbiguous: false }
  const ambiguous = { ...clear, isAmbiguous: true }
  const consentOf = (columns: (typeof clear)[], open = 0, isCurrent = true) => ({
    ...{ columns, open, isCurrent },
  })
  const isAnswered = (
    consent: ImportState['consent'],
    unknown_consent?: ImportState['unknown_consent'],
  ) => isConsentAnswered({ consent, unknown_consent })
  expect(isAnswered(undefined)).toBe(false)
  expect(isAnswered(consentOf([]))).toBe(true)
  expect(isAnswered(consentOf([clear]))).toBe(true)
  expect(isAnswered(consentOf([clear], 0, false))).toBe(false)
  expect(isAnswered(consentOf([clear], 2))).toBe(false)
  expect(isAnswered(consentOf([clear], 2), 'unsubscribed')).toBe(true)
  expect(isAnswered(consentOf([ambiguous]), 'unsubscribed')).toBe(false)
  expect(stepsOf({ consent: consentOf([]) })).not.toContain('consent')
  expect(stepsOf({ consent: consentOf([clear]) })).toContain('consent')
})
