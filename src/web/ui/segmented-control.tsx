import { useId } from 'react'

/** Also the look of tabs in a tray and of the views of a board. */
export const tray =
  'inline-grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-line bg-sunken p-0.5'
export const segment =
  'flex min-h-control-small items-center justify-center gap-2 rounded-chip px-3 text-cell text-ink-2 transition-colors duration-quick hover:text-ink'
export const selected = 'bg-surface font-medium text-ink shadow-rest dark:bg-pressed'

interface SegmentedControlProps<Value extends string> {
  label: string
  options: { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
  className?: string
}

/** A few choices side by side; radio buttons to the keyboard and to a screen reader. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChoose, className = '' } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={`${tray} ${className}`}>
      {options.map((option) => (
        <label
          key={option.value}
          className={`${segment} has-focus-visible:outline-2 has-focus-visible:outline-focus ${option.value === value ? selected : ''}`}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
