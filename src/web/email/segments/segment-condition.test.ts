import { expect, test } from 'vitest'

import {
  changeKind,
  changeOp,
  type ConditionDraft,
  dayOf,
  issueOf,
  newCondition,
  offeredOps,
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
  expect(changeKind(tag, 'email_address', true)).toMatchObject({ op: 'contains', value: 'VIP' })
  expect(changeKind(tag, 'status', true)).toMatchObject({ op: 'is', value: 'subscribed' })
  expect(changeKind(tag, 'created_at', true)).toMatchObject({ op: 'before', value: '' })
  expect(changeKind(draft({ kind: 'status', value: 'bounced' }), 'tag', true)).toMatchObject({
    value: '',
  })
})

test('another kind of field keeps no operator that the server lacks', () => {
  const days = draft({ kind: 'created_at', op: 'within_days', value: '30' })
  expect(changeKind(days, 'field', true)).toMatchObject({ op: 'within_days', value: '30' })
  expect(changeKind(days, 'field', false)).toMatchObject({ op: 'is', value: '' })
})

test('a comparison and a number of days have values of their own', () => {
  const days = (value: string) => issueOf(draft({ kind: 'created_at', op: 'within_days', value }))
  expect(['30', ' 7 ', '36500'].map(days)).toEqual([undefined, undefined, undefined])
  expect(['', '0', '1.5', '-1', '36501', 'ten'].map(days)).toEqual(Array(6).fill('days'))
  const number = (value: string) =>
    issueOf(draft({ kind: 'field', name: 'age', op: 'greater', value }))
  expect(['18', '-4.5', '2025-01-31', ' 18 '].map(number)).toEqual(Array(4).fill(undefined))
  const others = ['', '1,000', '31.01.2025', '1e3', '2025-13-01', '2025-02-31', '2025-01-31T09:00Z']
  expect(others.map(number)).toEqual(Array(7).fill('comparable'))
  const filter = filterOf(
    draft({ kind: 'field', name: 'age', op: 'less', value: ' 18 ' }),
    draft({ kind: 'updated_at', op: 'within_days', value: '30' }),
  )
  expect(filter?.conditions).toEqual([
    { field: 'fields.age', op: 'less', value: '18' },
    { field: 'updated_at', op: 'within_days', value: '30' },
  ])
  expect(toFilter(toDraft(filter ?? { match: 'all', conditions: [] }, OSLO), OSLO)).toEqual(filter)
})

test('another operator keeps a value only where it means the same', () => {
  const day = draft({ kind: 'created_at', op: 'after', value: '2025-03-30' })
  expect(changeOp(day, 'before').value).toBe('2025-03-30')
  expect(changeOp(day, 'within_days').value).toBe('')
  const age = draft({ kind: 'field', name: 'age', op: 'is', value: '18' })
  expect(changeOp(age, 'greater').value).toBe('18')
  expect(changeOp(age, 'within_days').value).toBe('')
  expect(changeKind({ ...day, op: 'within_days', value: '30' }, 'updated_at', true).value).toBe(
    '30',
  )
})

test('operators are those of the server and the one that is saved', () => {
  expect(offeredOps('created_at', 'before', false)).toEqual(['before', 'after'])
  expect(offeredOps('created_at', 'within_days', false)).toContain('within_days')
  expect(offeredOps('field', 'is', true)).toContain('greater')
  // Of a newer server, which this version does not know.
  const unknown = JSON.parse('{"field":"tag","op":"matches","value":"x"}')
  expect(offeredOps('tag', unknown.op, true)).toContain('matches')
  const filter = { match: 'all' as const, conditions: [unknown] }
  expect(toFilter(toDraft(filter, OSLO), OSLO)).toEqual(filter)
})
