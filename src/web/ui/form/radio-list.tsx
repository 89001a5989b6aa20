import { type ReactNode, useId } from 'react'

interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  /** A line under the label. */
  hint?: ReactNode
  /** More controls, while this option is chosen. */
  content?: ReactNode
  disabled?: boolean
}

interface RadioListProps<Value extends string> {
  legend: string
  /** The dialog or section around it already shows the legend. */
  hideLegend?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** Each option in a box of its own, for two or three that need explaining. */
  boxed?: boolean
  issue?: string | undefined
  /** Starts in the chosen option when its dialog opens. */
  autoFocus?: boolean
}

/** Native radio buttons, drawn in the colors of the theme: Tab enters the list, arrow keys choose. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { legend, hideLegend, options, value, onChange, boxed, issue, autoFocus } = props
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      className={`grid min-w-0 grid-cols-1 ${boxed ? 'gap-2.5' : 'gap-0.5'}`}
      aria-invalid={issue ? true : undefined}
      aria-describedby={issue && `${id}-issue`}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 font-medium'}>{legend}</legend>
      {issue && (
        <p id={`${id}-issue`} className="text-meta font-medium text-bad-ink">
          {issue}
        </p>
      )}
      {options.map((option) => (
        <RadioItem
          key={option.value}
          name={id}
          option={option}
          isChecked={option.value === value}
          boxed={boxed === true}
          hasAutoFocus={autoFocus === true && option.value === value}
          onSelect={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  )
}

const box =
  'rounded-card border border-line-strong px-3.5 not-has-disabled:not-data-checked:hover:bg-hover not-has-disabled:not-data-checked:active:bg-pressed data-checked:border-accent data-checked:bg-accent-soft data-checked:forced-colors:outline-2 data-checked:forced-colors:outline-[Highlight]'

interface RadioItemProps {
  name: string
  option: RadioOption<string>
  isChecked: boolean
  boxed: boolean
  hasAutoFocus: boolean
  onSelect: () => void
}

function RadioItem({ name, option, isChecked, boxed, hasAutoFocus, onSelect }: RadioItemProps) {
  const { label, hint, content, disabled } = option
  const id = useId()
  return (
    <div className={boxed ? box : ''} data-checked={isChecked || undefined}>
      <label
        className={`flex min-h-6 gap-3 has-disabled:cursor-default has-disabled:text-ink-disabled pointer-coarse:min-h-11 ${boxed ? 'py-2.5' : 'py-1'}`}
      >
        <span className="grid h-5 place-items-center max-md:h-5.25">
          <input
            type="radio"
            name={name}
            checked={isChecked}
            disabled={disabled}
            aria-describedby={hint ? id : undefined}
            data-autofocus={hasAutoFocus || undefined}
            onChange={onSelect}
            className="size-4.5 appearance-none rounded-full border-[1.5px] border-control bg-surface transition-[border-width,border-color] duration-quick ease-out checked:border-[5px] checked:border-accent not-disabled:hover:border-accent not-disabled:active:bg-pressed disabled:border-line-strong disabled:bg-pressed disabled:checked:border-ink-disabled forced-colors:appearance-auto"
          />
        </span>
        <span className="min-w-0">
          <span className={boxed ? 'font-medium' : ''}>{label}</span>
          {hint && (
            <span id={id} className={`block text-meta ${disabled ? '' : 'text-ink-2'}`}>
              {hint}
            </span>
          )}
        </span>
      </label>
      {isChecked && content && <div className="ps-7.5 pt-1 pb-3">{content}</div>}
    </div>
  )
}
