import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId, useRef } from 'react'

import { tagPages } from '#web/email/lists/lists.data.ts'
import { segmentEditText as text, segmentRuleText } from '#web/messages/en/segments.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { Field, Select } from '#web/ui/form/field.tsx'
import { localDay } from '#web/ui/format.ts'
import { formatStatus } from '#web/ui/pill.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { now } from '#web/ui/server-time.ts'
import {
  changeKind,
  changeOp,
  type ConditionDraft,
  FIELD_KINDS,
  type FieldKind,
  type FilterDraft,
  hasValue,
  hasDay,
  issueOf,
  newCondition,
  type Op,
  offeredOps,
} from './segment-condition.rules.ts'

const MAX_CONDITIONS = 50
const statuses = ['subscribed', 'pending', 'unsubscribed', 'bounced', 'complained']

interface FilterBuilderProps {
  list_id: string
  draft: FilterDraft
  /** What is missing is said only after someone tried to save. */
  showsIssues: boolean
  onChange: (draft: FilterDraft) => void
}

/** The rules of a segment, of which all or any must be true. */
export function FilterBuilder({ list_id, draft, showsIssues, onChange }: FilterBuilderProps) {
  const { match, conditions } = draft
  const suggestions = useSuggestions(list_id)
  const list = useRef<HTMLOListElement>(null)
  const change = (next: ConditionDraft) =>
    onChange({ match, conditions: conditions.map((one) => (one.key === next.key ? next : one)) })
  const add = () => {
    const key = Math.max(-1, ...conditions.map((one) => one.key)) + 1
    onChange({ match, conditions: [...conditions, newCondition(key)] })
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('select')?.focus(),
    )
  }
  const remove = (key: number, index: number) => {
    onChange({ match, conditions: conditions.filter((one) => one.key !== key) })
    // The button that had the focus goes.
    requestAnimationFrame(() => {
      const next = list.current?.children[Math.min(index, conditions.length - 2)]
      next?.querySelector<HTMLElement>('select')?.focus()
    })
  }
  return (
    <fieldset className="grid justify-items-start gap-3">
      <legend className="mb-2 font-medium">{text.match}</legend>
      <SegmentedControl
        label={text.match}
        value={match}
        options={[
          { value: 'all', label: text.all },
          { value: 'any', label: text.any },
        ]}
        onChoose={(next) => onChange({ ...draft, match: next })}
      />
      <ol ref={list} className="grid w-full gap-2.5">
        {conditions.map((condition, index) => (
          <li
            key={condition.key}
            className="flex items-start gap-1 rounded-card border border-line bg-sunken p-3"
          >
            {/* The arrow of a list of suggestions has no color of the theme. */}
            <fieldset className="grid min-w-0 flex-1 items-end gap-3 md:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] [&_input::-webkit-calendar-picker-indicator]:hidden!">
              <legend className="sr-only">{text.rule(index + 1)}</legend>
              <ConditionFields
                condition={condition}
                issue={showsIssues ? issueOf(condition) : undefined}
                suggestions={suggestions}
                onChange={change}
              />
            </fieldset>
            {conditions.length > 1 && (
              <IconButton
                icon={X}
                label={text.removeRule(index + 1)}
                onClick={() => remove(condition.key, index)}
              />
            )}
          </li>
        ))}
      </ol>
      {conditions.length < MAX_CONDITIONS && (
        <Button size="small" icon={Plus} onClick={add}>
          {text.addRule}
        </Button>
      )}
    </fieldset>
  )
}

interface Suggestions {
  readonly tags: readonly string[]
  readonly fields: readonly string[]
}

interface ConditionFieldsProps {
  condition: ConditionDraft
  issue: ReturnType<typeof issueOf>
  suggestions: Suggestions
  onChange: (condition: ConditionDraft) => void
}

function ConditionFields({ condition, issue, suggestions, onChange }: ConditionFieldsProps) {
  const id = useId()
  const { kind, name, op, value } = condition
  const canFilter = useCapability('filters')
  const names: Partial<Record<string, string>> = segmentRuleText.ops
  return (
    <>
      <Select
        label={text.field}
        value={kind}
        options={FIELD_KINDS.map((one) => ({ value: one, label: segmentRuleText[one] }))}
        // The options are exactly these kinds.
        onChange={({ target }) =>
          onChange(changeKind(condition, target.value as FieldKind, canFilter))
        }
      />
      {kind === 'field' && (
        <>
          <Field
            label={text.fieldName}
            list={`${id}-fields`}
            value={name}
            maxLength={64}
            autoComplete="off"
            issue={issue === 'name' ? text.fieldRequired : undefined}
            onChange={({ target }) => onChange({ ...condition, name: target.value })}
          />
          <Options id={`${id}-fields`} values={suggestions.fields} />
        </>
      )}
      <Select
        label={text.op}
        value={op}
        options={offeredOps(kind, op, canFilter).map((one) => ({
          value: one,
          label: names[one] ?? one,
        }))}
        // The options are exactly these operators.
        onChange={({ target }) => onChange(changeOp(condition, target.value as Op))}
      />
      {hasValue(op) && kind === 'status' && (
        <Select
          label={text.value}
          value={value}
          options={[...new Set([...statuses, value])].map((status) => ({
            value: status,
            label: formatStatus(status),
          }))}
          onChange={({ target }) => onChange({ ...condition, value: target.value })}
        />
      )}
      {hasDay(kind, op) && (
        <DateField
          label={text.date}
          today={localDay(now())}
          value={value || null}
          issue={issue && text.valueRequired}
          onChange={(day) => onChange({ ...condition, value: day ?? '' })}
        />
      )}
      {hasValue(op) && kind !== 'status' && !hasDay(kind, op) && (
        <>
          <Field
            label={op === 'within_days' ? text.days : text.value}
            {...(op === 'within_days' && { inputMode: 'numeric' })}
            {...((op === 'greater' || op === 'less') && { hint: text.comparableHint })}
            {...(op === 'within_days' && kind === 'field' && { hint: text.fieldDaysHint })}
            {...(kind === 'tag' && { list: `${id}-tags` })}
            value={value}
            maxLength={2000}
            autoComplete="off"
            issue={issue && issue !== 'name' ? issueTexts[issue] : undefined}
            onChange={({ target }) => onChange({ ...condition, value: target.value })}
          />
          {kind === 'tag' && <Options id={`${id}-tags`} values={suggestions.tags} />}
        </>
      )}
    </>
  )
}

const issueTexts = {
  value: text.valueRequired,
  days: text.daysRequired,
  comparable: text.comparableRequired,
}

const Options = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
)

/** Tags of the list, and merge fields that its newest contacts have. */
function useSuggestions(list_id: string): Suggestions {
  const tags = useInfiniteQuery(tagPages(list_id))
  const contacts = useQuery(endpointQuery('GET /lists/:list_id/contacts', { list_id }))
  return {
    tags: tags.data?.pages.flatMap(({ data }) => data.map(({ name }) => name)) ?? [],
    fields: [
      ...new Set(contacts.data?.data.flatMap(({ fields }) => Object.keys(fields)) ?? []),
    ].toSorted((a, b) => a.localeCompare(b)),
  }
}
