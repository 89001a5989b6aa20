import type { Segment } from '#client/resources.ts'
import { parseComparable } from '#contract/email/segments.rules.ts'
import { startOfDay } from '#contract/zoned-time.rules.ts'
import { fieldLabel } from '#web/email/contacts/contact-fields.rules.ts'
import { segmentRuleText as text } from '#web/messages/en/segments.ts'
import { formatDate, formatMoment, timeZone } from '#web/ui/format.ts'
import { formatStatus } from '#web/ui/pill.tsx'
import { type Condition, dayOf, hasDay, hasValue, kindOf } from './segment-condition.rules.ts'

const lists = {
  all: new Intl.ListFormat('en', { type: 'conjunction' }),
  any: new Intl.ListFormat('en', { type: 'disjunction' }),
}

/** The rules in words: "Status is subscribed and tag is “VIP”". Undefined where the server omits them. */
export function formatRules({ filter }: Pick<Segment, 'filter'>): string | undefined {
  if (!filter) return undefined
  const rules = filter.conditions
    .map(formatCondition)
    .map((rule, index) => (index === 0 ? rule : rule.charAt(0).toLowerCase() + rule.slice(1)))
  return lists[filter.match].format(rules)
}

function formatCondition(condition: Condition): string {
  const { field, op, value = '' } = condition
  const kind = kindOf(field)
  if (kind === 'tag' && !hasValue(op)) return op === 'exists' ? text.hasTag : text.hasNoTag
  const label = kind === 'field' ? fieldLabel(field.replace(/^fields\./, '')) : text[kind]
  const words: Partial<Record<string, string>> = text.ops
  const operator = words[op] ?? op
  if (!hasValue(op)) return `${label} ${operator}`
  if (kind === 'status') return `${label} ${operator} ${formatStatus(value).toLowerCase()}`
  if (hasDay(kind, op)) return `${label} ${formatDateRule(condition)}`
  if (op === 'within_days')
    return `${label} ${(kind === 'field' ? text.withinUtc : text.within)(Number(value))}`
  if (op === 'greater' || op === 'less') {
    const isDay = parseComparable(value)?.kind === 'day'
    return `${label} ${(isDay ? text.dayOps : text.numberOps)[op]} ${value}`
  }
  return `${label} ${operator} ${text.quoted(value)}`
}

function formatDateRule(condition: Condition): string {
  const { op, value = '' } = condition
  const day = dayOf(condition, timeZone())
  if (day !== undefined)
    return `${op === 'after' ? text.ops.after : text.ops.before} ${formatDate(startOfDay(day, timeZone()))}`
  const time = new Date(value)
  const operator = op === 'after' ? text.afterMoment : text.ops.before
  return `${operator} ${Number.isNaN(time.getTime()) ? value : formatMoment(time)}`
}
