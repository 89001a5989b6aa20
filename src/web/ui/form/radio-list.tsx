import './toggles.css'
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
      <legend className={hideLegend ? 'sr-only' : 'radio-legend'}>{legend}</legend>
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
    <div className={boxed ? 'radio-box' : ''} data-checked={isChecked || undefined}>
      <label className={`radio-label ${boxed ? 'py-2.5' : 'py-1'}`}>
        <span className="radio-line">
          <input
            type="radio"
            name={name}
            checked={isChecked}
            disabled={disabled}
            aria-describedby={hint ? id : undefined}
            data-autofocus={hasAutoFocus || undefined}
            onChange={onSelect}
            className="radio"
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
      {isChecked && content && <div className="radio-content">{content}</div>}
    </div>
  )
}
