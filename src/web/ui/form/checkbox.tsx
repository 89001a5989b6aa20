import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

import { Icon } from '#web/ui/icon.tsx'

interface ToggleProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
  /** Keeps the label for screen readers only, as in a table. */
  hideLabel?: boolean
}

const checkbox =
  'peer col-start-1 row-start-1 size-4 appearance-none rounded-[5px] border-[1.5px] border-control bg-surface transition-colors duration-quick ease-out checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent not-disabled:hover:border-accent not-disabled:active:bg-pressed not-disabled:checked:active:bg-accent-press disabled:border-line-strong disabled:bg-pressed disabled:checked:border-transparent disabled:checked:bg-ink-disabled disabled:indeterminate:border-transparent disabled:indeterminate:bg-ink-disabled forced-colors:appearance-auto'
const checkboxMark =
  'pointer-events-none invisible col-start-1 row-start-1 text-on-accent peer-disabled:text-surface forced-colors:hidden'

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
        <input {...ignoreWhilePaused(input)} ref={ref} type="checkbox" className={checkbox} />
        {/* Not where it is known to be hidden: a list has many that are not checked. */}
        {input.checked !== false && (
          <Icon
            of={Check}
            size={12}
            className={`${checkboxMark} peer-checked:visible peer-indeterminate:invisible`}
          />
        )}
        {indeterminate !== undefined && (
          <Icon of={Minus} size={12} className={`${checkboxMark} peer-indeterminate:visible`} />
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
          className="relative h-5 w-8.5 appearance-none rounded-full border border-control bg-control transition-colors duration-quick ease-out before:absolute before:start-px before:top-px before:size-4 before:rounded-full before:bg-surface before:shadow-rest before:transition-transform before:duration-quick before:ease-out checked:border-accent checked:bg-accent checked:before:translate-x-3.5 not-disabled:hover:border-ink-3 not-disabled:hover:bg-ink-3 not-disabled:checked:hover:border-accent-hover not-disabled:checked:hover:bg-accent-hover not-disabled:active:bg-ink-2 not-disabled:checked:active:bg-accent-press disabled:border-line-strong disabled:bg-pressed disabled:before:bg-ink-disabled rtl:checked:before:-translate-x-3.5 dark:before:bg-ink dark:not-disabled:checked:before:bg-on-accent forced-colors:border-[ButtonText] forced-colors:bg-[Canvas] forced-colors:forced-color-adjust-none forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:checked:before:bg-[Canvas] forced-colors:disabled:border-[GrayText] forced-colors:disabled:before:bg-[GrayText]"
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
    className={`flex min-h-6 gap-2.5 py-0.5 has-disabled:cursor-default has-disabled:text-ink-disabled has-aria-disabled:opacity-60 pointer-coarse:min-h-11 pointer-coarse:items-center ${hideLabel ? 'min-w-6 justify-center pointer-coarse:min-w-11' : ''}`}
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
