import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import {
  addMonths,
  firstDayOfWeek,
  monthGrid,
  monthOf,
  moveDay,
  type PlainDate,
  toUtcDate,
} from '#contract/plain-date.rules.ts'
import { dateText } from '#web/messages/en/date.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useDateSettings } from '#web/ui/format.ts'

interface CalendarGridProps {
  value: PlainDate | null
  today: PlainDate
  min?: PlainDate | undefined
  locale: string
  onSelect: (date: PlainDate) => void
}

/** One month as a grid (APG): arrow keys go by days and weeks, PageUp and PageDown by months, with Shift by years. */
export function CalendarGrid({ value, today, min, locale, onSelect }: CalendarGridProps) {
  const heading = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState(value ?? (min && min > today ? min : today))
  const firstDay = useDateSettings().firstDay ?? firstDayOfWeek(locale)
  const weeks = monthGrid(active, firstDay)
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (date: PlainDate) => formatter.format(toUtcDate(date))
  }
  const formatDay = format({ dateStyle: 'full' })
  const formatWeekday = format({ weekday: 'long' })
  const formatShortWeekday = format({ weekday: 'short' })

  const hasFocus = useRef(true) // the grid takes it as it opens
  useEffect(() => {
    if (hasFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = moveDay(active, event, firstDay, isRtl)
    if (next === undefined) return
    event.preventDefault()
    hasFocus.current = true
    setActive(next)
  }
  const showMonth = (by: 1 | -1) => {
    hasFocus.current = false // it stays on the button
    setActive(addMonths(active, by))
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <IconButton
          icon={ChevronLeft}
          label={dateText.previousMonth}
          className="rtl:-scale-x-100"
          onClick={() => showMonth(-1)}
        />
        <h3 id={heading} aria-live="polite" className="text-cell font-semibold">
          {format({ month: 'long', year: 'numeric' })(active)}
        </h3>
        <IconButton
          icon={ChevronRight}
          label={dateText.nextMonth}
          className="rtl:-scale-x-100"
          onClick={() => showMonth(1)}
        />
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid of the APG
        role="grid"
        aria-labelledby={heading}
        onKeyDown={onKeyDown}
        className="w-full border-separate border-spacing-0"
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={formatWeekday(day)}
                className="h-6 text-meta font-normal text-ink-3"
              >
                {formatShortWeekday(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isDisabled = min !== undefined && day < min
                return (
                  <td
                    key={day}
                    tabIndex={day === active ? 0 : -1}
                    aria-selected={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={isDisabled || undefined}
                    aria-label={formatDay(day)}
                    onClick={() => (isDisabled ? setActive(day) : onSelect(day))}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' && event.key !== ' ') return
                      event.preventDefault()
                      if (!isDisabled) onSelect(day)
                    }}
                    className={`h-8 w-9 cursor-pointer rounded-control text-center text-cell select-none not-aria-selected:not-aria-disabled:hover:bg-hover focus-visible:outline-offset-0 aria-disabled:cursor-default aria-disabled:text-ink-disabled aria-selected:bg-accent aria-selected:text-on-accent aria-[current=date]:font-semibold not-aria-selected:aria-[current=date]:text-accent-ink pointer-coarse:h-11 pointer-coarse:w-[min(2.75rem,13vw)] ${monthOf(day) === monthOf(active) ? '' : 'text-ink-3'}`}
                  >
                    {Number(day.slice(8))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
