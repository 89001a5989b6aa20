import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'

import './toggles.css'
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

import { Icon } from '#web/ui/icon.tsx'

interface ToggleProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
  /** Keeps the label for screen readers only, as in a table. */
  hideLabel?: boolean
}

type CheckboxProps = ToggleProps & {
  /** Some of what it stands for is checked. A press then reports `checked: true`. */
  indeterminate?: boolean
}

/** A native checkbox, drawn in the colors of the theme. */
export function Checkbox({ label, hint, hideLabel, indeterminate, ...input }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate === true // only a property sets it
  })
  return (
    <ToggleLabel label={label} hint={hint} hideLabel={hideLabel}>
      <span className="grid h-5 place-items-center max-md:h-5.25">
        <input {...ignoreWhilePaused(input)} ref={ref} type="checkbox" className="peer checkbox" />
        {/* Not where it is known to be hidden: a list has many that are not checked. */}
        {input.checked !== false && (
          <Icon
            of={Check}
            size={12}
            className={'checkbox-mark peer-checked:visible peer-indeterminate:invisible'}
          />
        )}
        {indeterminate !== undefined && (
          <Icon of={Minus} size={12} className={'checkbox-mark peer-indeterminate:visible'} />
        )}
      </span>
    </ToggleLabel>
  )
}

/** On or off, with effect at once; a checkbox takes effect when its form is sent. */
export function Switch({ label, hint, hideLabel, ...input }: ToggleProps) {
  return (
    <ToggleLabel label={label} hint={hint} hideLabel={hideLabel}>
      <span className="grid h-5 items-center max-md:h-5.25">
        <input
          {...ignoreWhilePaused(input)}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the browser reports the state of the checkbox
          role="switch"
          className="switch"
        />
      </span>
    </ToggleLabel>
  )
}

interface ToggleLabelProps extends Pick<ToggleProps, 'label' | 'hint'> {
  hideLabel: boolean | undefined
  children: ReactNode
}

/** At least 24 px to press, 44 on touch. */
const ToggleLabel = ({ label, hint, hideLabel, children }: ToggleLabelProps) => (
  <label
    className={`toggle-label ${hideLabel ? 'min-w-6 justify-center pointer-coarse:min-w-11' : ''}`}
  >
    {children}
    <span className={hideLabel ? 'sr-only' : ''}>
      {label} {/* the space is for the accessible name */}
      {hint && <span className="ms-1 text-ink-3">{hint}</span>}
    </span>
  </label>
)

/** `aria-disabled`, as while offline: the control keeps the focus and says why; a press changes nothing. */
const ignoreWhilePaused = (input: ComponentProps<'input'>) =>
  input['aria-disabled']
    ? { ...input, onClick: (event: MouseEvent) => event.preventDefault() }
    : input
