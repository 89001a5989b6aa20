import { chipText as text } from '#web/messages/en/chip.ts'
import { Chip, type ChipProps } from './chip.tsx'
import { type FilterOption, FilterPopover } from './filter-popover.tsx'

interface FilterProps extends Pick<ChipProps, 'label' | 'icon' | 'disabled'> {
  options: readonly FilterOption[]
}

interface SingleFilterProps extends FilterProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A filter with one value. Choosing one applies it; Enter and Esc close the popover. */
export const SingleFilter = ({ value, onChange, ...filter }: SingleFilterProps) => (
  <Filter
    {...filter}
    values={value === undefined ? [] : [value]}
    onChange={([next]) => onChange(next)}
  />
)

interface MultiFilterProps extends FilterProps {
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** A filter with any of several values. Each press applies at once. */
export const MultiFilter = (filter: MultiFilterProps) => <Filter {...filter} isMultiple />

const Filter = (props: MultiFilterProps & { isMultiple?: true }) => (
  <Chip
    {...props}
    value={formatValues(props.options, props.values)}
    onClear={() => props.onChange([])}
  >
    {(anchor, onClose) => <FilterPopover {...props} anchor={anchor} onClose={onClose} />}
  </Chip>
)

const labelOf = (options: readonly FilterOption[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

function formatValues(options: readonly FilterOption[], values: readonly string[]) {
  if (values.length === 0) return undefined
  const visible = values.slice(0, 2).map((value) => labelOf(options, value))
  const rest = values.length - visible.length
  return rest > 0 ? text.moreValues(visible.join(', '), rest) : visible.join(', ')
}
