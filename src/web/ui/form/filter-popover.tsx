import { type ReactNode, useState } from 'react'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import { Checkbox } from './checkbox.tsx'
import { filterOptions } from './combobox.rules.ts'
import { RadioList } from './radio-list.tsx'

export interface FilterOption {
  value: string
  /** What is searched, and shown on the chip. */
  label: string
  /** Instead of the label in the list, such as a pill. */
  content?: ReactNode
  hint?: string
}

interface OptionsProps {
  label: string
  options: readonly FilterOption[]
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

interface FilterPopoverProps extends OptionsProps {
  isMultiple?: boolean
  anchor: () => Element | null
  onClose: () => void
}

/** The options of a filter at its chip. */
export function FilterPopover({ isMultiple, anchor, onClose, ...filter }: FilterPopoverProps) {
  const Options = isMultiple ? OptionBoxes : OptionList
  return (
    <Popover title={filter.label} anchor={anchor} onClose={onClose}>
      <OptionSearch label={filter.label} options={filter.options} onEnter={onClose}>
        {(matches) => <Options {...filter} options={matches} />}
      </OptionSearch>
    </Popover>
  )
}

/** Of an option that stands for no filter, such as the usual order. */
const NO_VALUE = ''

const OptionList = ({ label, options, values, onChange }: OptionsProps) => (
  <RadioList
    hideLegend
    autoFocus
    legend={label}
    options={options.map(({ value, label: name, content, hint }) => ({
      value,
      label: content ?? name,
      hint,
    }))}
    value={values[0] ?? NO_VALUE}
    onChange={(next) => onChange(next === NO_VALUE ? [] : [next])}
  />
)

const OptionBoxes = ({ label, options, values, onChange }: OptionsProps) => (
  <fieldset className="grid">
    <legend className="sr-only">{label}</legend>
    {options.map(({ value, label: name, content, hint }) => (
      <Checkbox
        key={value}
        label={content ?? name}
        hint={hint}
        checked={values.includes(value)}
        onChange={({ target }) =>
          onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))
        }
      />
    ))}
  </fieldset>
)

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
export function OptionSearch<Option extends { readonly label: string }>(
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
