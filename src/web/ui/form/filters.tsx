import { type ReactNode, useState } from 'react'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { Checkbox } from './checkbox.tsx'
import { filterOptions } from './combobox.rules.ts'
import { FilterChip, type FilterChipProps } from './filter-chip.tsx'
import { RadioList } from './radio-list.tsx'

interface FilterOption {
  value: string
  /** What is searched, and shown on the chip. */
  label: string
  /** Instead of the label in the list, such as a pill. */
  content?: ReactNode
  hint?: string
}

type CommonProps = Pick<FilterChipProps, 'label' | 'icon' | 'disabled'>

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
            value={value ?? NO_VALUE}
            onChange={(next) => onChange(next === NO_VALUE ? undefined : next)}
          />
        )}
      </OptionSearch>
    )}
  </FilterChip>
)

/** Of an option that stands for no filter, such as the usual order. */
const NO_VALUE = ''

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

interface OptionSearchProps<Option> {
  label: string
  options: readonly Option[]
  onEnter: () => void
  onSearch?: (() => void) | undefined
  /** More options may come: the field is there from the start, and has the focus. */
  isPartial?: boolean | undefined
  children: (matches: readonly Option[]) => ReactNode
}

/** Long lists of options begin with a field that searches them. */
export function OptionSearch<Option extends Pick<FilterOption, 'label'>>(
  props: OptionSearchProps<Option>,
) {
  const { label, options, onEnter, onSearch, isPartial = false, children } = props
  const [query, setQuery] = useState('')
  const [startsPartial] = useState(isPartial)
  const matches = filterOptions(options, query)
  return (
    <div
      className="grid gap-2 p-3 max-md:px-5 max-md:pb-5"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault() // or the same press opens it again: the focus is back on its chip
        onEnter()
      }}
    >
      {(startsPartial || options.length >= SEARCH_FROM) && (
        <input
          type="search"
          aria-label={text.searchOptions(label)}
          placeholder={text.searchOptions(label)}
          data-autofocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            onSearch?.()
          }}
          className="h-control w-full rounded-control border border-control bg-surface px-3 text-cell focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus"
        />
      )}
      <div className="max-h-72 overflow-y-auto p-0.5">{children(matches)}</div>
      {matches.length === 0 && !(isPartial && options.length === 0) && (
        <p role="status" className="text-meta text-ink-3">
          {text.noOptions(query)}
        </p>
      )}
    </div>
  )
}
