import { expect, test } from 'vitest'

import {
  changeKind,
  type ConditionDraft,
  dayOf,
  issueOf,
  newCondition,
  toDraft,
  toFilter,
} from './segment-condition.rules.ts'

const OSLO = 'Europe/Oslo'
const draft = (change: Partial<ConditionDraft>) => ({ ...newCondition(0), ...change })
const filterOf = (...conditions: ConditionDraft[]) => toFilter({ match: 'all', conditions }, OSLO)

test('a condition without its value or field name is not sent', () => {
  expect(issueOf(draft({}))).toBe('value')
  expect(issueOf(draft({ kind: 'field', value: 'x' }))).toBe('name')
  expect(issueOf(draft({ kind: 'field', name: 'city' }))).toBeUndefined()
  expect(issueOf(draft({ op: 'exists' }))).toBeUndefined()
  expect(filterOf(draft({ value: 'VIP' }), draft({}))).toBeUndefined()
  expect(filterOf()).toBeUndefined()
})

test('a day means its beginning in the zone of the person', () => {
  const day = { kind: 'created_at', value: '2025-03-30' } as const
  const filter = filterOf(draft({ ...day, op: 'before' }), draft({ ...day, op: 'after' }))
  expect(filter?.conditions).toEqual([
    { field: 'created_at', op: 'before', value: '2025-03-29T23:00:00.000Z' },
    { field: 'created_at', op: 'after', value: '2025-03-29T22:59:59.999Z' },
  ])
  expect(filter?.conditions.map((one) => dayOf(one, OSLO))).toEqual(['2025-03-30', '2025-03-30'])
  expect(toDraft(filter ?? { match: 'all', conditions: [] }, OSLO).conditions[1]).toMatchObject({
    value: '2025-03-30',
    op: 'after',
  })
})

test('a moment within a day of another client is no day', () => {
  const condition = { field: 'created_at', op: 'after', value: '2025-03-30T10:00:00Z' } as const
  expect(dayOf(condition, OSLO)).toBeUndefined()
  const filter = { match: 'any' as const, conditions: [condition] }
  const [rounded = newCondition(0)] = toDraft(filter, OSLO).conditions
  expect(rounded.value).toBe('2025-03-31')
  // Sent back as it was, until someone chooses another day.
  expect(toFilter(toDraft(filter, OSLO), OSLO)).toEqual(filter)
  const changed = filterOf({ ...rounded, value: '2025-04-01' })
  expect(changed?.conditions[0]?.value).toBe('2025-03-31T21:59:59.999Z')
})

test('a filter survives the form, whatever its fields are called', () => {
  const conditions = [
    { field: 'fields.__proto__', op: 'is', value: ' a ' },
    { field: 'tag', op: 'not_exists' },
    { field: 'fields.status', op: 'contains', value: '' },
    { field: 'status', op: 'is_not', value: 'bounced' },
  ] as const
  const filter = { match: 'any' as const, conditions: [...conditions] }
  expect(toFilter(toDraft(filter, OSLO), OSLO)).toEqual(filter)
})

test('another kind of field keeps what fits it', () => {
  const tag = draft({ value: 'VIP', op: 'contains' })
  expect(changeKind(tag, 'email_address')).toMatchObject({ op: 'contains', value: 'VIP' })
  expect(changeKind(tag, 'status')).toMatchObject({ op: 'is', value: 'subscribed' })
  expect(changeKind(tag, 'created_at')).toMatchObject({ op: 'before', value: '' })
  expect(changeKind(draft({ kind: 'status', value: 'bounced' }), 'tag')).toMatchObject({
    value: '',
  })
})
