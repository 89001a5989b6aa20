import { addressKey } from '#contract/email/email-address.rules.ts'
import { type Comparable, parseComparable, parseDays } from '#contract/email/segments.rules.ts'
import type { SegmentCondition, SegmentFilter } from '#contract/email/segments.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import { invalidField } from '#service/refusal.ts'

type Op = SegmentCondition['op']
type MatchMode = 'is' | 'contains' | 'starts_with' | 'exists'

/** One condition in terms of the stored columns; `not` negates it. */
export type ParsedCondition = { readonly not: boolean } & (
  | { readonly kind: 'status'; readonly value: string }
  | {
      readonly kind: 'time'
      readonly column: 'created_at' | 'updated_at'
      readonly op: 'before' | 'after'
      readonly value: Date
    }
  | {
      readonly kind: 'age'
      readonly column: 'created_at' | 'updated_at'
      readonly days: number
    }
  | { readonly kind: 'field_age'; readonly name: string; readonly days: number }
  | {
      readonly kind: 'field_order'
      readonly name: string
      readonly op: 'greater' | 'less'
      readonly operand: Comparable
    }
  | { readonly kind: 'tag' | 'address'; readonly mode: MatchMode; readonly value: string }
  | {
      readonly kind: 'field'
      readonly name: string
      readonly mode: MatchMode
      readonly value: string
    }
)

interface ParsedFilter {
  readonly match: SegmentFilter['match']
  readonly conditions: readonly ParsedCondition[]
}

const textOps: readonly Op[] = ['is', 'is_not', 'contains', 'not_contains', 'starts_with']
const presenceOps: readonly Op[] = ['exists', 'not_exists']

const fieldPrefix = 'fields.'

const opsOf = (field: string): readonly Op[] => {
  if (field === 'status') return ['is', 'is_not']
  if (field === 'email_address') return textOps
  if (field === 'tag') return [...textOps, ...presenceOps]
  return field.startsWith(fieldPrefix)
    ? [...textOps, ...presenceOps, 'within_days', 'greater', 'less']
    : ['before', 'after', 'within_days']
}

/** Refuses an operator that the field does not support, a missing value and an invalid time. */
export function parseFilter({ match, conditions }: SegmentFilter): ParsedFilter {
  return {
    match,
    conditions: conditions.map((condition, index) =>
      parseCondition(condition, `/filter/conditions/${index}`),
    ),
  }
}

function parseCondition({ field, op, value }: SegmentCondition, pointer: string): ParsedCondition {
  const ops = opsOf(field)
  if (!ops.includes(op))
    throw invalidField(`${pointer}/op`, 'unknown_op', `${field} supports ${ops.join(', ')}.`)
  if (value === undefined && !presenceOps.includes(op))
    throw invalidField(`${pointer}/value`, 'required', `${op} requires a value.`)
  const not = op.includes('not')
  const operand = value ?? ''
  if (field === 'status') return { kind: 'status', not, value: operand }
  const name = field.slice(fieldPrefix.length)
  if (op === 'within_days') {
    const days = parseDays(operand)
    if (days === undefined)
      throw invalidField(`${pointer}/value`, 'not_days', 'Use a number of days from 1 to 36500.')
    return field === 'created_at' || field === 'updated_at'
      ? { kind: 'age', not, column: field, days }
      : { kind: 'field_age', not, name, days }
  }
  if (op === 'greater' || op === 'less') {
    const value = parseComparable(operand)
    if (value) return { kind: 'field_order', not, name, op, operand: value }
    throw invalidField(
      `${pointer}/value`,
      'not_comparable',
      'Use a number such as 4.5, or a date such as 2025-01-31.',
    )
  }
  if (field === 'created_at' || field === 'updated_at')
    // `opsOf` allows only these two besides for a time.
    return {
      kind: 'time',
      not,
      column: field,
      op: op as 'before' | 'after',
      value: parseInstant(operand, pointer),
    }
  const mode = matchModeOf(op)
  if (field === 'tag') return { kind: 'tag', not, mode, value: tagKey(operand) }
  if (field === 'email_address')
    return { kind: 'address', not, mode, value: normalizeAddress(operand) }
  return { kind: 'field', not, mode, name, value: operand }
}

const matchModeOf = (op: Op): MatchMode => {
  if (op.endsWith('exists')) return 'exists'
  if (op.endsWith('contains')) return 'contains'
  return op === 'starts_with' ? 'starts_with' : 'is'
}

// A partial address is compared with address keys as well, which are in lower case.
const normalizeAddress = (text: string) => addressKey(text) ?? text.normalize('NFC').toLowerCase()

function parseInstant(text: string, pointer: string): Date {
  const instant = new Date(text)
  if (/T.*(Z|[+-]\d\d:?\d\d)$/i.test(text) && !Number.isNaN(instant.getTime())) return instant
  throw invalidField(`${pointer}/value`, 'not_a_moment', 'Use a date and time with a UTC offset.')
}
