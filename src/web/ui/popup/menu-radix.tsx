import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import * as Radix from 'radix-ui/dropdown-menu'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

import { usePortalTarget } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'

export interface MenuProps {
  /** One button; it gets the menu's state and keys. */
  trigger: ReactElement<ComponentProps<'button'>>
  label?: string
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

export interface ContextMenuProps {
  /** Pixels of the window; the menu hangs under it, its ends aligned. */
  at: { top: number; left: number }
  label: string
  children: ReactNode
  onClose: () => void
  /** Runs as the menu closes, in the same task, so that no key is lost in between. */
  restoreFocus: () => void
}

export interface MenuItemProps {
  icon?: LucideIcon
  children: ReactNode
  onSelect: () => void
  tone?: 'bad'
  /** Why it does nothing now, below its text. */
  disabledReason?: string | undefined
}

export interface MenuRadioGroupProps<Value extends string> {
  label: string
  value: Value
  options: { value: Value; label: ReactNode; icon?: LucideIcon }[]
  onChoose: (value: Value) => void
}

const row =
  'flex min-h-[1.9375rem] items-center gap-2.5 rounded-chip px-2.5 py-1 text-cell outline-none select-none data-highlighted:bg-selected data-disabled:text-ink-disabled pointer-coarse:min-h-11'

const panel =
  'z-30 min-w-48 animate-rise overflow-y-auto rounded-card border border-line-strong bg-raised p-1.5 text-ink shadow-float'
// A menu taller than the window scrolls.
const panelStyle = { maxHeight: 'var(--radix-dropdown-menu-content-available-height)' }

// Inside a landmark, where a screen reader that goes by landmarks finds it.
const useContainer = () => usePortalTarget() ?? document.getElementById('content')

/** Drawn open: `menu.tsx` draws the trigger until its first press. Not modal: radix locks scrolling of modal ones with a style element, which the CSP refuses. */
export function Menu({ trigger, label, side, align = 'start', children, className }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={useContainer()}>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          data-surface
          style={panelStyle}
          className={`${panel} ${className ?? ''}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function ContextMenu({ at, label, onClose, restoreFocus, children }: ContextMenuProps) {
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => open || (onClose(), restoreFocus())}>
      <Radix.Trigger asChild>
        <span aria-hidden tabIndex={-1} style={at} className="pointer-events-none fixed size-6" />
      </Radix.Trigger>
      <Radix.Portal container={useContainer()}>
        <Radix.Content
          aria-label={label}
          side="bottom"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          data-surface
          // Runs a task later, when the next key may already have moved the focus on.
          onCloseAutoFocus={(event) => event.preventDefault()}
          // On Windows it follows the release of the menu key that opened this menu.
          onContextMenu={(event) => event.preventDefault()}
          style={panelStyle}
          className={panel}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** First, so that a dialog which the item opens gives the focus back to the button: the item itself will be gone. */
function focusButtonOf(item: EventTarget | null) {
  const menu = item instanceof Element && item.closest('[role=menu]')
  if (menu) document.querySelector<HTMLElement>(`button[aria-controls="${menu.id}"]`)?.focus()
}

export const MenuItem = ({ icon, children, onSelect, tone, disabledReason }: MenuItemProps) => (
  <Radix.Item
    // In the order of the keys, so that its reason is read.
    aria-disabled={disabledReason !== undefined || undefined}
    onSelect={(event) => {
      if (disabledReason !== undefined) return event.preventDefault()
      focusButtonOf(event.target)
      onSelect()
    }}
    // The release of the right click that opened the menu chooses nothing.
    onPointerUp={(event) => {
      if (event.button === 2 || event.ctrlKey) event.preventDefault()
    }}
    className={`${row} ${tone === 'bad' ? 'text-bad-ink' : ''}`}
  >
    {icon && <Icon of={icon} className="text-ink-3" />}
    {disabledReason === undefined ? (
      children
    ) : (
      <span className="text-ink-3">
        {children}
        <span className="block text-meta">{disabledReason}</span>
      </span>
    )}
  </Radix.Item>
)

/** One of several, ticked. */
export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  const { label, value, options, onChoose } = props
  return (
    <Radix.RadioGroup
      value={value}
      // Radix hands back the value of one of the options below.
      onValueChange={(chosen) => onChoose(chosen as Value)}
    >
      <Radix.Label className="px-2.5 pt-1.5 pb-1 text-meta text-ink-3">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={row}>
          {option.icon && <Icon of={option.icon} className="text-ink-3" />}
          <span className="min-w-0 flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Icon of={Check} className="text-accent-ink" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export const MenuSeparator = () => <Radix.Separator className="mx-1 my-1.5 h-px bg-line" />

/** A sentence in a menu; not something to choose. */
export const MenuText = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="block max-w-64 px-2.5 py-1.5 text-cell text-ink-2">
    {children}
  </Radix.Label>
)
