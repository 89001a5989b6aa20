import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { FilterChip } from './filter-chip.tsx'
import { RadioList } from './radio-list.tsx'

interface FilterOption {
  value: string
  /** What is searched, and shown on the chip. */
  label: string
  /** Instead of the label in the list, such as a pill. */
  content?: ReactNode
  hint?: string
}

interface CommonProps {
  label: string
  icon?: LucideIcon
  disabled?: boolean
}

interface SingleFilterProps extends CommonProps {
  options: readonly FilterOption[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A filter with one value. Choosing one applies it; Enter and Esc close the popover. */
export const SingleFilter = ({ options, value, onChange, ...chip }: SingleFilterProps) => (
  <FilterChip
    {...chip}
    value={value === undefined ? undefined : labelOf(options, value)}
    onClear={() => onChange(undefined)}
  >
    {(close) => (
      <OptionSearch label={chip.label} options={options} onEnter={close}>
        {(matches) => (
          <RadioList
            hideLegend
            autoFocus
            legend={chip.label}
            options={matches.map(({ value, label, content, hint }) => ({
              value,
              label: content ?? label,
              hint,
            }))}
            value={value}
            onChange={onChange}
          />
        )}
      </OptionSearch>
    )}
  </FilterChip>
)

interface MultiFilterProps extends CommonProps {
  options: readonly FilterOption[]
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** A filter with any of several values. Each press applies at once. */
export function MultiFilter({ options, values, onChange, ...chip }: MultiFilterProps) {
  const toggle = (value: string, isChecked: boolean) =>
    onChange(isChecked ? [...values, value] : values.filter((one) => one !== value))
  return (
    <FilterChip {...chip} value={formatValues(options, values)} onClear={() => onChange([])}>
      {(close) => (
        <OptionSearch label={chip.label} options={options} onEnter={close}>
          {(matches) => (
            <fieldset className="grid">
              <legend className="sr-only">{chip.label}</legend>
              {matches.map(({ value, label, content, hint }) => (
                <Checkbox
                  key={value}
                  label={content ?? label}
                  hint={hint}
                  checked={values.includes(value)}
                  onChange={(event) => toggle(value, event.target.checked)}
                />
              ))}
            </fieldset>
          )}
        </OptionSearch>
      )}
    </FilterChip>
  )
}

const labelOf = (options: readonly FilterOption[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

function formatValues(options: readonly FilterOption[], values: readonly string[]) {
  if (values.length === 0) return undefined
  const visible = values.slice(0, 2).map((value) => labelOf(options, value))
  const rest = values.length - visible.length
  return rest > 0 ? text.moreValues(visible.join(', '), rest) : visible.join(', ')
}

const SEARCH_FROM = 9

interface OptionSearchProps {
  label: string
  options: readonly FilterOption[]
  onEnter: () => void
  children: (matches: readonly FilterOption[]) => ReactNode
}

/** Long lists of options begin with a field that searches them. */
function OptionSearch({ label, options, onEnter, children }: OptionSearchProps) {
  const [query, setQuery] = useState('')
  const matches = options.filter((option) =>
    normalizeText(option.label).includes(normalizeText(query)),
  )
  return (
    <div
      className="grid gap-2 p-3 max-md:px-5 max-md:pb-5"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault() // or the same press opens it again: the focus is back on its chip
        onEnter()
      }}
    >
      {options.length >= SEARCH_FROM && (
        <input
          type="search"
          aria-label={text.searchOptions(label)}
          placeholder={text.searchOptions(label)}
          data-autofocus
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="h-control w-full rounded-control border border-control bg-surface px-3 text-cell focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus"
        />
      )}
      <div className="max-h-72 overflow-y-auto p-0.5">{children(matches)}</div>
      {matches.length === 0 && (
        <p role="status" className="text-meta text-ink-3">
          {text.noOptions(query)}
        </p>
      )}
    </div>
  )
}

/** Dates without a time, `2026-11-22`; both ends belong to the range. */
interface DateRange {
  from?: string | undefined
  to?: string | undefined
}

interface DateFilterProps extends CommonProps {
  value: DateRange
  onChange: (value: DateRange) => void
  /** "Last 7 days" and what it means today. */
  presets?: readonly { label: string; range: DateRange }[]
}

/** A filter from one date to another, either end open. */
export function DateFilter({ value, onChange, presets = [], ...chip }: DateFilterProps) {
  const [draft, setDraft] = useState(value)
  const issue = draft.from && draft.to && draft.to < draft.from ? text.endBeforeStart : undefined
  const isSame = (range: DateRange) => range.from === value.from && range.to === value.to
  const preset = presets.find(({ range }) => isSame(range))
  const edit = (next: DateRange) => {
    setDraft(next)
    if (!(next.from && next.to && next.to < next.from)) onChange(next)
  }
  return (
    <FilterChip
      {...chip}
      value={preset && (value.from || value.to) ? preset.label : formatRange(value)}
      onClear={() => (setDraft({}), onChange({}))}
    >
      {(close) => (
        <div className="grid gap-3 p-3 max-md:px-5 max-md:pb-5">
          {presets.length > 0 && (
            <div className="flex flex-wrap gap-1.5">
              {presets.map(({ label, range }) => (
                <Button
                  key={label}
                  size="small"
                  aria-pressed={isSame(range)}
                  className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                  onClick={() => (setDraft(range), onChange(range), close())}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
          <div className="grid grid-cols-2 gap-2">
            <Field
              type="date"
              label={text.from}
              value={draft.from ?? ''}
              onChange={(event) => edit({ ...draft, from: event.target.value || undefined })}
            />
            <Field
              type="date"
              label={text.to}
              aria-invalid={issue !== undefined}
              value={draft.to ?? ''}
              onChange={(event) => edit({ ...draft, to: event.target.value || undefined })}
            />
          </div>
          {issue && (
            <p role="alert" className="text-meta font-medium text-bad-ink">
              {issue}
            </p>
          )}
        </div>
      )}
    </FilterChip>
  )
}

/** Never through UTC: a plain date has no zone. */
const formatPlainDate = (date: string) => formatDate(new Date(`${date}T00:00`))

function formatRange({ from, to }: DateRange): string | undefined {
  if (from && to) return text.between(formatPlainDate(from), formatPlainDate(to))
  if (from) return text.since(formatPlainDate(from))
  return to ? text.until(formatPlainDate(to)) : undefined
}
