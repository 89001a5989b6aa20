import type { Segment } from '#client/resources.ts'
import { parseComparable, parseDays } from '#contract/email/segments.rules.ts'
import { type PlainDate, addDays } from '#contract/plain-date.rules.ts'
import { startOfDay, zonedDateTime } from '#contract/zoned-time.rules.ts'

type Filter = NonNullable<Segment['filter']>
export type Condition = Filter['conditions'][number]
export type Op = Condition['op']

const textOps: readonly Op[] = ['is', 'is_not', 'contains', 'not_contains', 'starts_with']

/** The kinds of fields that a condition can be about. */
export const FIELD_KINDS = [
  'tag',
  'status',
  'email_address',
  'field',
  'created_at',
  'updated_at',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** Must agree with `opsOf` of the service. */
const opsOfKind: Readonly<Record<FieldKind, readonly Op[]>> = {
  status: ['is', 'is_not'],
  email_address: textOps,
  created_at: ['before', 'after', 'within_days'],
  updated_at: ['before', 'after', 'within_days'],
  tag: [...textOps, 'exists', 'not_exists'],
  field: [...textOps, 'exists', 'not_exists', 'greater', 'less', 'within_days'],
}

const addedOps: readonly Op[] = ['within_days', 'greater', 'less']

const supportedOps = (kind: FieldKind, canFilter: boolean): readonly Op[] =>
  opsOfKind[kind].filter((op) => canFilter || !addedOps.includes(op))

/** The operators of a kind that the server has. One that a newer program has saved stays among them. */
export const offeredOps = (kind: FieldKind, current: Op, canFilter: boolean): readonly Op[] => [
  ...new Set([...supportedOps(kind, canFilter), current]),
]

export const hasValue = (op: Op): boolean => op !== 'exists' && op !== 'not_exists'
const isDateKind = (kind: FieldKind): boolean => kind.endsWith('_at')

/** Whether the value is a day, such as `2025-11-24` in the form. */
export const hasDay = (kind: FieldKind, op: Op): boolean => isDateKind(kind) && op !== 'within_days'

/** A condition in the form. */
export interface ConditionDraft {
  readonly key: number
  readonly kind: FieldKind
  /** Of a merge field. */
  readonly name: string
  readonly op: Op
  /** A text, a status, or a day such as `2025-11-24`. */
  readonly value: string
  /** What the server has. A moment within a day is rounded in the form, and is sent back as it was. */
  readonly original?: Condition
}

export interface FilterDraft {
  readonly match: Filter['match']
  readonly conditions: readonly ConditionDraft[]
}

type ConditionIssue = 'name' | 'value' | 'days' | 'comparable'

export const newCondition = (key: number): ConditionDraft => ({
  key,
  kind: 'tag',
  name: '',
  op: 'is',
  value: '',
})

/** The draft with another kind of field: the operator stays if the server has it for that kind. */
export function changeKind(
  draft: ConditionDraft,
  kind: FieldKind,
  canFilter: boolean,
): ConditionDraft {
  const [first = 'is', ...others] = supportedOps(kind, canFilter)
  const op = others.includes(draft.op) ? draft.op : first
  const isSameValue = isSameInput(draft, kind, op) && kind !== 'status'
  const value = kind === 'status' ? 'subscribed' : draft.kind === 'status' ? '' : draft.value
  return { ...draft, kind, op, value: isSameValue || kind === 'status' ? value : '' }
}

/** Whether a value means the same with another field and operator: a day is no number of days. */
const isSameInput = (draft: ConditionDraft, kind: FieldKind, op: Op): boolean =>
  hasDay(kind, op) === hasDay(draft.kind, draft.op) &&
  (op === 'within_days') === (draft.op === 'within_days')

/** The draft with another operator. */
export const changeOp = (draft: ConditionDraft, op: Op): ConditionDraft => ({
  ...draft,
  op,
  value: isSameInput(draft, draft.kind, op) ? draft.value : '',
})

/** What is missing in a condition, or wrong, if anything. */
export function issueOf({ kind, name, op, value }: ConditionDraft): ConditionIssue | undefined {
  if (kind === 'field' && name.trim() === '') return 'name'
  if (op === 'within_days') return parseDays(value.trim()) === undefined ? 'days' : undefined
  if (op === 'greater' || op === 'less')
    return parseComparable(value.trim()) ? undefined : 'comparable'
  // A merge field can be compared with an empty text.
  return hasValue(op) && kind !== 'field' && value.trim() === '' ? 'value' : undefined
}

/** The filter as the server takes it; undefined while something is missing. */
export function toFilter({ match, conditions }: FilterDraft, timeZone: string): Filter | undefined {
  if (conditions.length === 0 || conditions.some((draft) => issueOf(draft) !== undefined))
    return undefined
  return { match, conditions: conditions.map((draft) => keepOriginal(draft, timeZone)) }
}

/** The condition as the server has it, unless the draft says something else. */
function keepOriginal(draft: ConditionDraft, timeZone: string): Condition {
  const { original, key } = draft
  const { kind, name, op, value } = original
    ? toConditionDraft(original, key, timeZone)
    : newCondition(key)
  const isSame =
    kind === draft.kind && name === draft.name && op === draft.op && value === draft.value
  return original && isSame ? original : toCondition(draft, timeZone)
}

function toCondition({ kind, name, op, value }: ConditionDraft, timeZone: string): Condition {
  const field = kind === 'field' ? `fields.${name.trim()}` : kind
  if (!hasValue(op)) return { field, op }
  if (hasDay(kind, op)) return { field, op, value: toInstant(op, value, timeZone) }
  const isTextOfField = kind === 'field' && !addedOps.includes(op)
  return { field, op, value: isTextOfField ? value : value.trim() }
}

/** Before a day is before its first moment. After includes the day: after the last millisecond of the day before. */
function toInstant(op: Op, day: PlainDate, timeZone: string): string {
  const start = startOfDay(day, timeZone).getTime()
  return new Date(op === 'after' ? start - 1 : start).toISOString()
}

/** The day of such an instant, or undefined for one within a day, which some other client has saved. */
export function dayOf({ op, value = '' }: Condition, timeZone: string): PlainDate | undefined {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return undefined
  const start = new Date(op === 'after' ? time + 1 : time)
  const { date } = zonedDateTime(start, timeZone)
  return startOfDay(date, timeZone).getTime() === start.getTime() ? date : undefined
}

/** The nearest day of an instant, for the form. */
function nearestDay(condition: Condition, timeZone: string): PlainDate {
  const exact = dayOf(condition, timeZone)
  if (exact !== undefined) return exact
  const time = new Date(condition.value ?? '')
  if (Number.isNaN(time.getTime())) return ''
  const { date } = zonedDateTime(time, timeZone)
  return condition.op === 'after' ? addDays(date, 1) : date
}

export const toDraft = ({ match, conditions }: Filter, timeZone: string): FilterDraft => ({
  match,
  conditions: conditions.map((condition, key) => toConditionDraft(condition, key, timeZone)),
})

function toConditionDraft(original: Condition, key: number, timeZone: string): ConditionDraft {
  const { field, op, value = '' } = original
  const kind = kindOf(field)
  const name = kind === 'field' ? field.replace(/^fields\./, '') : ''
  const text = hasDay(kind, op) ? nearestDay(original, timeZone) : value
  return { key, kind, name, op, value: text, original }
}

export const kindOf = (field: string): FieldKind =>
  FIELD_KINDS.find((kind) => kind !== 'field' && kind === field) ?? 'field'
