import type { LucideIcon } from 'lucide-react'
import {
  cloneElement,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react'

import type * as Parts from './menu-parts.tsx'

export interface MenuProps {
  /** One button; it gets the menu's state and keys. */
  trigger: ReactElement<ComponentProps<'button'>>
  label?: string
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'end'
  /** `MenuItem`, `MenuChoice`, `MenuNote` and `MenuLine`. */
  children: ReactNode
  className?: string
}

export interface MenuAtProps {
  /** Pixels of the window; the menu hangs under it, its ends aligned. */
  at: { top: number; left: number }
  label: string
  children: ReactNode
  onClose: () => void
  /** Where the focus belongs once the menu is closed. */
  onFocusBack: () => void
}

export interface MenuItemProps {
  icon?: LucideIcon
  children: ReactNode
  onSelect: () => void
  tone?: 'bad'
}

export interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  options: { value: Value; label: ReactNode; icon?: LucideIcon }[]
  onChoose: (value: Value) => void
}

// Radix menus weigh a fifth of a first load, so they come when one is about to be used.
let parts: typeof Parts | undefined
const load = async () => {
  parts ??= await import('./menu-parts.tsx')
}
const loadAhead = () => void load().catch(() => undefined) // pressing tries again

/** A button that opens a menu. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [wanted, setWanted] = useState(false)
  if (wanted && parts) return <parts.Menu trigger={trigger} {...menu} />

  const open = () => void load().then(() => setWanted(true))
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open()
    },
  })
}

/** A menu without a button of its own, open as long as it is drawn. */
export function MenuAt(props: MenuAtProps) {
  const [ready, setReady] = useState(parts !== undefined)
  useEffect(() => void load().then(() => setReady(true)), [])
  return ready && parts && <parts.MenuAt {...props} />
}

// Drawn inside an open menu only, when the parts are there.
export const MenuItem = (props: MenuItemProps) => parts && <parts.MenuItem {...props} />
export const MenuLine = () => parts && <parts.MenuLine />
export const MenuNote = (props: { children: ReactNode }) => parts && <parts.MenuNote {...props} />
export const MenuChoice = <Value extends string>(props: MenuChoiceProps<Value>) =>
  parts && <parts.MenuChoice {...props} />
