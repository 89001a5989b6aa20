import type { LucideIcon } from 'lucide-react'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type ComponentProps, type ReactNode, useId } from 'react'

import { Icon } from '#web/ui/icon.tsx'

export interface FieldFrame {
  label: ReactNode
  hint?: ReactNode
  /** The validation error, from the form or the server. */
  issue?: string | undefined
  'aria-describedby'?: string | undefined
  /** For a problem that is described elsewhere than in `issue`. */
  'aria-invalid'?: boolean | undefined
}

const box =
  'w-full min-w-0 rounded-control border border-control bg-surface text-ink transition-colors duration-quick focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus aria-invalid:border-bad-solid disabled:border-line disabled:bg-sunken disabled:text-ink-disabled aria-disabled:bg-sunken aria-disabled:text-ink-3'

/** Label above, hint below it, error between hint and field. */
export function useField({ label, hint, issue, ...frame }: FieldFrame) {
  const id = useId()
  const described = [hint && `${id}-hint`, issue && `${id}-issue`, frame['aria-describedby']]
    .filter(Boolean)
    .join(' ')
  const control = {
    id,
    'aria-invalid': issue || frame['aria-invalid'] ? true : undefined,
    'aria-describedby': described || undefined,
  }
  const head = (
    <div className="grid gap-0.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
      {issue && (
        <p id={`${id}-issue`} className="text-meta font-medium text-bad-ink">
          {issue}
        </p>
      )}
    </div>
  )
  return { control, head }
}

type FieldProps = FieldFrame &
  Omit<ComponentProps<'input'>, 'aria-invalid'> & {
    icon?: LucideIcon
    trailing?: ReactNode
    large?: boolean
  }

export function Field({ label, hint, issue, icon, trailing, large, ...rest }: FieldProps) {
  const { control, head } = useField({ label, hint, issue, ...rest })
  const height = large ? 'h-[2.625rem]' : 'h-control'
  return (
    <div className="grid gap-2">
      {head}
      <div className="relative grid">
        {icon && (
          <Icon of={icon} className="absolute start-3.5 top-1/2 -translate-y-1/2 text-ink-3" />
        )}
        <input
          {...rest}
          {...control}
          className={`${box} ${height} ${icon ? 'ps-10' : 'ps-3'} ${trailing ? 'pe-12' : 'pe-3'}`}
        />
        {trailing && (
          <div className="absolute end-1.5 top-1/2 grid -translate-y-1/2">{trailing}</div>
        )}
      </div>
    </div>
  )
}

type TextAreaProps = FieldFrame & Omit<ComponentProps<'textarea'>, 'aria-invalid'>

export function TextArea({ label, hint, issue, ...rest }: TextAreaProps) {
  const { control, head } = useField({ label, hint, issue, ...rest })
  return (
    <div className="grid gap-2">
      {head}
      <textarea {...rest} {...control} className={`${box} field-sizing-content px-3 py-1.5`} />
    </div>
  )
}

interface SelectProps extends FieldFrame, Omit<ComponentProps<'select'>, keyof FieldFrame> {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** Shown first, for no value. */
  placeholder?: string
  icon?: LucideIcon
}

/** The browser's own list of options: the best one for touch, keyboards and screen readers. */
export function Select({ label, hint, issue, options, placeholder, icon, ...rest }: SelectProps) {
  const { control, head } = useField({ label, hint, issue, ...rest })
  return (
    <div className="grid gap-2">
      {head}
      <div className="relative grid">
        {icon && (
          <Icon
            of={icon}
            className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2 text-ink-3"
          />
        )}
        <select
          {...rest}
          {...control}
          className={`peer ${box} h-control appearance-none truncate pe-9 text-cell hover:border-ink-3 ${icon ? 'ps-9' : 'ps-3'}`}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronsUpDown}
          className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-ink-3 peer-disabled:text-ink-disabled"
        />
      </div>
    </div>
  )
}
