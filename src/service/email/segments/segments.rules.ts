import type { SegmentCondition, SegmentFilter } from '#contract/email/segments.ts'
import { addressKey } from '#service/email/contacts/email-address.rules.ts'
import { tagKey } from '#service/email/contacts/tag-key.rules.ts'
import { invalidField } from '#service/refusal.ts'

type Op = SegmentCondition['op']
type How = 'is' | 'contains' | 'starts_with' | 'exists'

/** One condition in the terms of what is stored; `not` turns it round. */
export type Match = { readonly not: boolean } & (
  | { readonly on: 'status'; readonly value: string }
  | {
      readonly on: 'time'
      readonly column: 'created_at' | 'updated_at'
      readonly op: 'before' | 'after'
      readonly value: Date
    }
  | { readonly on: 'tag' | 'address'; readonly how: How; readonly value: string }
  | { readonly on: 'field'; readonly name: string; readonly how: How; readonly value: string }
)

export interface Matches {
  readonly match: SegmentFilter['match']
  readonly conditions: readonly Match[]
}

const texts: readonly Op[] = ['is', 'is_not', 'contains', 'not_contains', 'starts_with']
const presence: readonly Op[] = ['exists', 'not_exists']

const opsOf = (field: string): readonly Op[] => {
  if (field === 'status') return ['is', 'is_not']
  if (field === 'email_address') return texts
  return field.endsWith('_at') && !field.startsWith('fields.')
    ? ['before', 'after']
    : [...texts, ...presence]
}

/** Reads a filter; refuses an operator that its field does not know, and a value that is missing or no moment. */
export function readFilter({ match, conditions }: SegmentFilter): Matches {
  return {
    match,
    conditions: conditions.map((condition, index) =>
      readCondition(condition, `/filter/conditions/${index}`),
    ),
  }
}

function readCondition({ field, op, value }: SegmentCondition, at: string): Match {
  const known = opsOf(field)
  if (!known.includes(op))
    throw invalidField(`${at}/op`, 'unknown_op', `${field} knows ${known.join(', ')}.`)
  if (value === undefined && !presence.includes(op))
    throw invalidField(`${at}/value`, 'required', `${op} needs a value.`)
  const not = op.includes('not')
  const given = value ?? ''
  if (field === 'status') return { on: 'status', not, value: given }
  if (field === 'created_at' || field === 'updated_at')
    // The operators of a time are these two: checked above.
    return {
      on: 'time',
      not,
      column: field,
      op: op as 'before' | 'after',
      value: momentOf(given, at),
    }
  const how = howOf(op)
  if (field === 'tag') return { on: 'tag', not, how, value: tagKey(given) }
  if (field === 'email_address') return { on: 'address', not, how, value: foldedAddress(given) }
  return { on: 'field', not, how, name: field.slice('fields.'.length), value: given }
}

const howOf = (op: Op): How => {
  if (op.endsWith('exists')) return 'exists'
  if (op.endsWith('contains')) return 'contains'
  return op === 'starts_with' ? 'starts_with' : 'is'
}

// A part of an address is compared with keys too, which are in lower case.
const foldedAddress = (text: string) => addressKey(text) ?? text.normalize('NFC').toLowerCase()

function momentOf(text: string, at: string): Date {
  const moment = new Date(text)
  if (/T.*(Z|[+-]\d\d:?\d\d)$/i.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw invalidField(
    `${at}/value`,
    'not_a_moment',
    'Give a date and time with its offset from UTC.',
  )
}
