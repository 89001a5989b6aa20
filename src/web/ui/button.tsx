import type { LucideIcon } from 'lucide-react'
import Plus from 'lucide-react/icons/plus'
import type { ComponentProps, ReactNode } from 'react'

import { Icon } from './icon.tsx'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press border-transparent disabled:bg-pressed',
  plain:
    'bg-surface text-ink hover:bg-hover active:bg-pressed border-line-strong disabled:bg-surface disabled:border-line',
  quiet:
    'bg-transparent text-ink-2 hover:bg-hover hover:text-ink active:bg-pressed border-transparent disabled:bg-transparent',
  danger:
    'bg-danger-fill text-on-danger hover:bg-danger-hover active:bg-danger-hover border-transparent disabled:bg-pressed',
}
const sizes: Record<ButtonSize, string> = {
  small: 'h-control-small px-2 text-cell',
  normal: 'h-control px-3 text-cell',
  large: 'h-[2.625rem] px-4 text-section',
}
const shape =
  'inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap select-none transition-colors duration-quick ease-out disabled:text-ink-disabled not-aria-busy:aria-disabled:opacity-60'

/** The same look for a link. */
export const buttonClass = (variant: ButtonVariant = 'plain', size: ButtonSize = 'normal') =>
  `${shape} ${variants[variant]} ${sizes[size]}`

/** On a phone the main action of a page floats over its bottom bar, above the controls of rows and tiles (z-10). */
export const floatingOnPhoneClass =
  'max-md:fixed max-md:end-4 max-md:bottom-[calc(1rem+var(--bottom-bar))] max-md:z-20 max-md:h-12 max-md:rounded-tray max-md:px-5 max-md:text-body max-md:shadow-float'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  /** A request is in flight: the button turns a spinner, stays focusable and ignores presses. */
  busy?: boolean
  /** The single key that does the same, shown beside the word. */
  hint?: ReactNode
}

export function Button(props: ButtonProps) {
  const { variant, size, icon, busy, hint, className = '', children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      className={`${buttonClass(variant, size)} ${className}`}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon of={icon} />}
      {children}
      {hint && <KeyHint>{hint}</KeyHint>}
    </button>
  )
}

/** The button of the main action of a page, which C presses. */
export const CreateButton = (props: Omit<ButtonProps, 'variant' | 'icon' | 'className'>) => (
  <Button
    {...props}
    variant="primary"
    icon={Plus}
    data-create
    data-avoid-toasts
    className={floatingOnPhoneClass}
  />
)

/** Beside the words that say what takes time. */
export const Spinner = () => (
  <svg viewBox="0 0 16 16" fill="none" aria-hidden className="size-4 shrink-0 animate-spin">
    <path d="M14 8a6 6 0 1 1-6-6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
  </svg>
)

export const iconButtonClass =
  'grid size-control-small shrink-0 place-items-center rounded-control text-ink-2 transition-colors duration-quick ease-out hover:bg-hover hover:text-ink active:bg-pressed disabled:bg-transparent disabled:text-ink-disabled aria-disabled:opacity-60'

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon
  label: string
}

/** A square button of one icon; its label is spoken and shown by the browser on hover. */
export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`${iconButtonClass} ${className}`}
    >
      <Icon of={icon} />
    </button>
  )
}

/** A key cap. */
export const KeyHint = ({ children }: { children: ReactNode }) => (
  <kbd
    aria-hidden
    className="rounded-[5px] border border-current/40 px-1 font-sans text-[0.6875rem] leading-4 font-medium pointer-coarse:hidden"
  >
    {children}
  </kbd>
)
