import { type ReactNode, useId } from 'react'
import { Link, type To } from 'react-router-dom'

const tray =
  'inline-grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-line bg-sunken p-0.5'
const segment =
  'grid min-h-control-small place-items-center rounded-chip px-3 text-cell text-ink-2 transition-colors duration-quick hover:text-ink'
const selected = 'bg-surface font-medium text-ink shadow-rest dark:bg-pressed'

interface Tab {
  to: To
  label: ReactNode
  current: boolean
}

/** Views of one page, each with its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <div role="group" aria-label={label} className={tray}>
      {tabs.map(({ to, label: name, current }, index) => (
        <Link
          key={index}
          to={to}
          aria-current={current ? 'page' : undefined}
          className={`${segment} ${current ? selected : ''}`}
        >
          {name}
        </Link>
      ))}
    </div>
  )
}

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
