import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import {
  cityOf,
  type DateTimeChoice,
  type DateTimeResult,
  resolveDateTime,
  resolveZonedTime,
  zonedDateTime,
} from '#contract/zoned-time.rules.ts'
import { dateText } from '#web/messages/en/date.ts'
import { Button } from '#web/ui/button.tsx'
import type { ComboboxOption } from '#web/ui/form/combobox.rules.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { displayLocale } from '#web/ui/format.ts'
import { whenIdle } from '#web/ui/lazy-chunk.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { useCurrentTime } from '#web/ui/server-time.ts'
import { DateField, TimeField } from './date-field.tsx'
import {
  describeMoment,
  formatLongDate,
  formatPlainTime,
  formatZoneName,
} from './date-text.rules.ts'
import { currentZoneName, listTimeZones, prepareAbbreviations } from './time-zones.rules.ts'

interface DateTimeFieldProps {
  label: string
  /** What is around it already shows the label. */
  hideLabel?: boolean
  value: DateTimeChoice
  onChange: (value: DateTimeChoice) => void
  /** Says what happens at the moment: `Goes out ${moment}`. Omitted where that is said elsewhere. */
  describe?: (moment: string, at: Date) => ReactNode
  /** Why the moment is refused, beside the date, or beside the time while only that is missing. */
  issue?: string | undefined
  /** A moment in the past can be chosen too. */
  allowsPast?: boolean
  /** The zone cannot be chosen; the words of `describe` name it. */
  hasFixedZone?: boolean
  /** The focus starts in the date. */
  hasAutofocus?: boolean
  disabled?: boolean
}

/** A moment as date, time and time zone, with what it means in words. `resolveDateTime` gives its value. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, onChange, describe, disabled, hasAutofocus } = props
  const heading = useId()
  const time = useCurrentTime()
  const result = resolveDateTime(value, props.allowsPast ? null : time)
  const today = zonedDateTime(time, value.timeZone).date
  const change = (part: Partial<DateTimeChoice>) => onChange({ ...value, isSecond: false, ...part })
  // Of either field, across both: one that grows would move the other.
  const [issues, setIssues] = useState<Element | null>(null)
  const meaning = useRef<HTMLDivElement>(null)
  // Never shrinks: a press on a button below changes the text, and the button must not move away before its click.
  useLayoutEffect(() => {
    const box = meaning.current
    if (box) box.style.minHeight = `${box.offsetHeight}px`
  })
  const common = disabled ? { disabled } : {}
  const isTimeMissing = value.date !== null && value.time === null
  const isWrong = result.kind === 'past' || result.kind === 'skipped'

  return (
    <div role="group" aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <p id={heading} className={props.hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <DateField
          {...common}
          issueIn={issues}
          label={dateText.date}
          value={value.date}
          onChange={(date) => change({ date })}
          today={today}
          issue={isTimeMissing ? undefined : props.issue}
          {...(hasAutofocus && { 'data-autofocus': true })}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${heading}-meaning`}
        />
        <TimeField
          {...common}
          issueIn={issues}
          label={dateText.time}
          value={value.time}
          issue={isTimeMissing ? props.issue : undefined}
          onChange={(next) => change({ time: next })}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${heading}-meaning`}
        />
      </div>
      <div ref={setIssues} className="contents" />
      {!props.hasFixedZone && (
        <TimeZoneField
          {...common}
          value={value.timeZone}
          at={'at' in result ? result.at : time}
          onChange={(timeZone) => change({ timeZone })}
        />
      )}
      <div ref={meaning} id={`${heading}-meaning`} role="status">
        <Meaning
          value={value}
          result={result}
          today={today}
          onChange={change}
          {...(describe && { describe })}
        />
      </div>
    </div>
  )
}

interface MeaningProps extends Pick<DateTimeFieldProps, 'value' | 'describe'> {
  result: DateTimeResult
  today: string
  onChange: (part: Partial<DateTimeChoice>) => void
}

/** What the choice means, or why it cannot be. */
function Meaning({ value, result, today, onChange, describe }: MeaningProps) {
  const { timeZone } = value
  if (result.kind === 'incomplete') return null
  const named = (date: string, time: string) =>
    [
      formatPlainTime(time, displayLocale),
      formatLongDate(date, today, displayLocale),
      cityOf(timeZone),
    ] as const
  if (result.kind === 'skipped') {
    const { next } = result
    return (
      <Note tone="bad">
        {dateText.skipped(...named(value.date ?? next.date, value.time ?? next.time))}
        <Button size="small" className="mt-2" onClick={() => onChange(next)}>
          {dateText.useTime(formatPlainTime(next.time, displayLocale))}
        </Button>
      </Note>
    )
  }
  const { day, time, city } = describeMoment(result.at, timeZone, today, displayLocale)
  if (result.kind === 'past') return <Note tone="bad">{dateText.past}</Note>
  if (!describe && !result.isRepeated) return null
  return (
    <Note>
      {result.isRepeated && (
        <span className={describe ? 'mb-2 grid gap-2' : 'grid gap-2'}>
          {dateText.repeated(time, day, city)}
          <RepeatedTime value={value} onChange={onChange} />
        </span>
      )}
      {describe?.(dateText.moment(day, time, city), result.at)}
    </Note>
  )
}

const Note = ({ tone, children }: { tone?: 'bad'; children: ReactNode }) => (
  <div
    className={`grid justify-items-start rounded-card px-3 py-2 text-cell ${tone ? 'bg-bad-soft text-bad-ink' : 'bg-sunken text-ink-2'}`}
  >
    {children}
  </div>
)

/** In the night when the clocks go back: the time before the change or after it. */
function RepeatedTime({ value, onChange }: Pick<MeaningProps, 'value' | 'onChange'>) {
  const resolved = resolveZonedTime(value.date ?? '', value.time ?? '', value.timeZone)
  if (resolved.kind !== 'repeated') return null
  const zoneName = (at: Date) => formatZoneName(at, value.timeZone, displayLocale)
  return (
    <SegmentedControl
      label={dateText.whichTime}
      value={value.isSecond ? 'second' : 'first'}
      options={[
        { value: 'first', label: dateText.first(zoneName(resolved.first)) },
        { value: 'second', label: dateText.second(zoneName(resolved.second)) },
      ]}
      onChoose={(chosen) => onChange({ isSecond: chosen === 'second' })}
    />
  )
}

interface TimeZoneFieldProps {
  value: string
  /** Summer and winter time have names of their own. */
  at: Date
  onChange: (timeZone: string) => void
  disabled?: boolean
}

function TimeZoneField({ value: timeZone, at, onChange, ...rest }: TimeZoneFieldProps) {
  const value = currentZoneName(timeZone)
  const [zones] = useState(() => listTimeZones(displayLocale))
  useEffect(() => prepareAbbreviations(zones, displayLocale, whenIdle), [zones])
  const name = formatZoneName(at, value, displayLocale)
  const city = cityOf(value)
  return (
    <Combobox<ComboboxOption>
      {...rest}
      label={dateText.timeZone}
      isRequired
      options={zones}
      value={{ id: value, label: name === city ? city : `${city}, ${name}`, detail: value }}
      onChange={(zone) => zone && onChange(zone.id)}
    />
  )
}
