import Calendar from 'lucide-react/icons/calendar'
import Clock from 'lucide-react/icons/clock'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import type { PlainDate } from '#contract/plain-date.rules.ts'
import type { PlainTime } from '#contract/zoned-time.rules.ts'
import { dateText } from '#web/messages/en/date.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field, type FieldFrame } from '#web/ui/form/field.tsx'
import { displayLocale } from '#web/ui/format.ts'
import { preloadOn } from '#web/ui/lazy-chunk.tsx'
import { Popup, popupParts } from '#web/ui/popup/popup.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { formatPlainDate, formatPlainTime, parseDate, parseTime } from './date-text.rules.ts'

interface MomentFieldProps extends FieldFrame {
  /** Shows the error instead of the field: fields side by side share the place below them. */
  issueIn?: Element | null
}

interface DateFieldProps extends MomentFieldProps {
  value: PlainDate | null
  onChange: (value: PlainDate | null) => void
  today: PlainDate
  /** The first day that can be chosen. */
  min?: PlainDate | undefined
  disabled?: boolean
  'data-autofocus'?: boolean
}

/** A day, typed as people of the locale write it or chosen in a calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, today, min, issue, issueIn, ...field } = props
  const locale = displayLocale
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popupId = useId()
  const text = useParsedText<PlainDate>({
    value,
    onChange,
    parse: (typed) => parseDate(typed, { locale, today, words: dateText }),
    format: (date) => formatPlainDate(date, locale),
  })
  const isTooEarly = value !== null && min !== undefined && value < min
  const ownIssue = text.isInvalid
    ? dateText.invalidDate(formatPlainDate(today, locale))
    : isTooEarly
      ? dateText.tooEarly(formatPlainDate(min, locale))
      : undefined
  const shared = useSharedIssue(field, ownIssue ?? issue, issueIn)

  return (
    <>
      {shared.element}
      <div ref={anchor} {...preloadOn(popupParts.load)}>
        <Field
          {...field}
          {...text.fieldProps}
          {...shared.frame}
          // A date that is typed replaces the old one, however the focus came here.
          onFocus={({ target }) => target.select()}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return text.fieldProps.onKeyDown(event)
            event.preventDefault()
            text.commit()
            setIsOpen(true)
          }}
          trailing={
            <IconButton
              ref={button}
              icon={Calendar}
              label={dateText.chooseDate}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-controls={isOpen ? popupId : undefined}
              disabled={field.disabled}
              onClick={() => setIsOpen(!isOpen)}
            />
          }
        />
      </div>
      {isOpen && (
        <Popup
          id={popupId}
          anchor={anchor}
          opener={button}
          label={dateText.chooseDate}
          align="start"
          margin={4}
          onClose={() => setIsOpen(false)}
          className="p-3 pointer-coarse:p-1"
        >
          <CalendarGrid
            value={value}
            today={today}
            min={min}
            locale={locale}
            onSelect={(date) => {
              text.reset()
              onChange(date)
              setIsOpen(false)
            }}
          />
        </Popup>
      )}
    </>
  )
}

interface TimeFieldProps extends MomentFieldProps {
  value: PlainTime | null
  onChange: (value: PlainTime | null) => void
  disabled?: boolean
}

const QUARTER = 15

/** A time on the clock; the arrow keys go by quarters of an hour. */
export function TimeField({ value, onChange, issue, issueIn, ...field }: TimeFieldProps) {
  const text = useParsedText<PlainTime>({
    value,
    onChange,
    parse: parseTime,
    format: (time) => formatPlainTime(time, displayLocale),
  })
  const step = (by: number) => {
    const [hour = 0, minute = 0] = (value ?? '09:00').split(':').map(Number)
    const quarter = Math.floor((hour * 60 + minute) / QUARTER) * QUARTER
    const next = new Date(((quarter + by * QUARTER + 1440) % 1440) * 60_000)
    text.reset()
    onChange(next.toISOString().slice(11, 16))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')
      return text.fieldProps.onKeyDown(event)
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }
  const ownIssue = text.isInvalid
    ? dateText.invalidTime(formatPlainTime('09:30', displayLocale))
    : undefined
  const shared = useSharedIssue(field, ownIssue ?? issue, issueIn)
  return (
    <>
      {shared.element}
      <Field {...field} {...text.fieldProps} {...shared.frame} icon={Clock} onKeyDown={onKeyDown} />
    </>
  )
}

/** The error in its field, or in the place that several fields share, where it still describes its own. */
function useSharedIssue(
  field: FieldFrame,
  issue: string | undefined,
  issueIn: Element | null | undefined,
): { frame: Partial<FieldFrame>; element?: ReactNode } {
  const id = useId()
  if (!issue || !issueIn) return { frame: { issue } }
  return {
    frame: {
      'aria-invalid': true,
      'aria-describedby': [id, field['aria-describedby']].filter(Boolean).join(' '),
    },
    element: createPortal(
      <p id={id} className="text-meta font-medium text-bad-ink">
        {issue}
      </p>,
      issueIn,
    ),
  }
}

interface ParsedTextInput<Value> {
  value: Value | null
  onChange: (value: Value | null) => void
  parse: (text: string) => Value | null
  format: (value: Value) => string
}

/** A field whose text is read when it is left or on Enter, and stays as typed while it cannot be read. */
function useParsedText<Value>(input: ParsedTextInput<Value>) {
  const { value, onChange, parse, format } = input
  const [draft, setDraft] = useState<string>()
  const [isInvalid, setIsInvalid] = useState(false)
  const reset = () => {
    setDraft(undefined)
    setIsInvalid(false)
  }
  const commit = () => {
    if (draft === undefined) return
    const next = draft.trim() === '' ? null : parse(draft)
    onChange(next)
    if (next === null && draft.trim() !== '') setIsInvalid(true)
    else reset()
  }
  return {
    isInvalid,
    reset,
    commit,
    fieldProps: {
      autoComplete: 'off',
      value: draft ?? (value === null ? '' : format(value)),
      onChange: (event: { target: { value: string } }) => {
        setDraft(event.target.value)
        // An error goes as soon as the text can be read.
        if (isInvalid && parse(event.target.value) !== null) setIsInvalid(false)
      },
      onBlur: commit,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') commit()
      },
    },
  }
}
