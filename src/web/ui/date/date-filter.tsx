import { useState } from 'react'

import type { PlainDate } from '#contract/plain-date.rules.ts'
import { controlsText as text } from '#web/messages/en/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, type ChipProps } from '#web/ui/form/chip.tsx'
import { displayLocale } from '#web/ui/format.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import { DateField } from './date-field.tsx'
import { formatPlainDate } from './date-text.rules.ts'

/** Both ends belong to the range. */
interface DateRange {
  from?: PlainDate | undefined
  to?: PlainDate | undefined
}

interface DateFilterProps extends Pick<ChipProps, 'label' | 'icon' | 'disabled'> {
  value: DateRange
  onChange: (value: DateRange) => void
  today: PlainDate
  /** "Last 7 days" and what it means today. */
  presets?: readonly { label: string; range: DateRange }[]
}

/** A filter from one date to another, either end open. */
export function DateFilter({ value, onChange, today, presets = [], ...chip }: DateFilterProps) {
  const [draft, setDraft] = useState(value)
  const isReversed = ({ from, to }: DateRange) => Boolean(from && to && to < from)
  const isSame = (range: DateRange) => range.from === value.from && range.to === value.to
  const preset = presets.find(({ range }) => isSame(range))
  const edit = (next: DateRange) => {
    setDraft(next)
    if (!isReversed(next)) onChange(next)
  }
  return (
    <Chip
      {...chip}
      value={preset && (value.from || value.to) ? preset.label : formatRange(value)}
      onClear={() => edit({})}
    >
      {(anchor, close) => (
        <Popover title={chip.label} anchor={anchor} onClose={close}>
          <div className="grid gap-3 p-3 max-md:px-5 max-md:pb-5">
            {presets.length > 0 && (
              <div className="flex flex-wrap gap-1.5">
                {presets.map(({ label, range }) => (
                  <Button
                    key={label}
                    size="small"
                    aria-pressed={isSame(range)}
                    className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                    onClick={() => (edit(range), close())}
                  >
                    {label}
                  </Button>
                ))}
              </div>
            )}
            <DateField
              label={text.from}
              today={today}
              value={draft.from ?? null}
              onChange={(from) => edit({ ...draft, from: from ?? undefined })}
            />
            <DateField
              label={text.to}
              today={today}
              issue={isReversed(draft) ? text.endBeforeStart : undefined}
              value={draft.to ?? null}
              onChange={(to) => edit({ ...draft, to: to ?? undefined })}
            />
          </div>
        </Popover>
      )}
    </Chip>
  )
}

function formatRange({ from, to }: DateRange): string | undefined {
  const format = (date: PlainDate) => formatPlainDate(date, displayLocale)
  if (from && to) return text.between(format(from), format(to))
  if (from) return text.since(format(from))
  return to && text.until(format(to))
}
