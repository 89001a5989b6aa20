import type { LucideIcon } from 'lucide-react'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef, useState } from 'react'

import { chipText as text } from '#web/messages/en/chip.ts'
import { Icon } from '#web/ui/icon.tsx'

export interface ChipProps {
  /** What it filters by: "Status". */
  label: string
  icon?: LucideIcon
  /** What it is set to, in words; undefined while it filters nothing. */
  value: string | undefined
  onClear: () => void
  disabled?: boolean
  /** Renders its popover. */
  children: (anchor: () => Element | null, close: () => void) => ReactNode
}

/** A chip that opens a popover; once it filters, it shows its value and a button that clears it. */
export function Chip(props: ChipProps) {
  const { label, icon, value, onClear, disabled, children } = props
  const [isOpen, setOpen] = useState(false)
  const chip = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isActive = value !== undefined
  const close = () => setOpen(false)
  const clear = () => {
    button.current?.focus() // the button that was pressed goes
    onClear()
  }

  return (
    <div
      ref={chip}
      // Where a toolbar has no room for all words, chips without a value shrink to their icon first.
      {...(!isActive && icon && { style: { flexShrink: 9999, minWidth: '2.5rem' } })}
      className={`flex h-control-small max-w-full items-center rounded-control border text-cell font-medium ${isActive ? 'min-w-0 border-accent-line bg-accent-soft text-accent-ink' : 'border-line-strong bg-surface text-ink'} ${disabled ? 'opacity-60' : ''}`}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={isActive ? text.filter(label, value) : label}
        disabled={disabled}
        onClick={() => setOpen(true)}
        className={`flex h-full min-w-0 items-center gap-2 overflow-hidden rounded-control px-2.5 transition-colors duration-quick forced-colors:border-0! ${isActive ? 'pe-1.5' : 'not-disabled:hover:bg-hover not-disabled:active:bg-pressed'}`}
      >
        {icon && <Icon of={icon} className={isActive ? '' : 'text-ink-3'} />}
        <span className="truncate">{value ?? label}</span>
      </button>
      {isActive && (
        <button
          type="button"
          aria-label={text.clear(label)}
          disabled={disabled}
          onClick={clear}
          className="grid h-full min-w-6 shrink-0 place-items-center rounded-control pe-1 not-disabled:hover:bg-hover not-disabled:active:bg-pressed forced-colors:border-0! pointer-coarse:min-w-11"
        >
          <Icon of={X} size={14} />
        </button>
      )}
      {isOpen && children(() => chip.current, close)}
    </div>
  )
}
