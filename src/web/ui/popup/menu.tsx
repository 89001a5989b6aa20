import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'

import { Lazy, lazyChunk, preloadOn, requestChunk } from '#web/ui/lazy-chunk.tsx'
import type * as Parts from './menu-radix.tsx'

/** Radix menus are a fifth of a first load, so they load when one is about to be used. */
export const menuParts = lazyChunk(() => import('./menu-radix.tsx'))

/** A button that opens a menu of `MenuItem`, `MenuRadioGroup`, `MenuText` and `MenuSeparator`. */
export function Menu({ trigger, children, ...menu }: Parts.MenuProps) {
  const [parts, setParts] = useState<typeof Parts>()
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  if (parts) {
    return (
      <parts.Menu trigger={trigger} {...menu}>
        {children}
      </parts.Menu>
    )
  }

  const open = () => {
    cancel.current()
    cancel.current = requestChunk(menuParts.load, { onLoad: setParts, onCancel: () => {} })
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    ...preloadOn(menuParts.load),
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open()
    },
  })
}

/** A menu without a button of its own, open as long as it is drawn. */
export const ContextMenu = (props: Parts.ContextMenuProps) => (
  <Lazy chunk={menuParts} onCancel={props.onClose}>
    {(parts) => <parts.ContextMenu {...props} />}
  </Lazy>
)

type ItemParts = Pick<typeof Parts, 'MenuItem' | 'MenuRadioGroup' | 'MenuSeparator' | 'MenuText'>

/** Renders the items in another form than a menu: `menu-list.tsx` provides rows of a page. */
export const MenuPartsContext = createContext<ItemParts | null>(null)

// In a menu the items are rendered once it is open, so its parts are loaded.
const useParts = () => use(MenuPartsContext) ?? menuParts.get()

export function MenuItem(props: Parts.MenuItemProps) {
  const itemParts = useParts()
  return itemParts && <itemParts.MenuItem {...props} />
}
export function MenuSeparator() {
  const itemParts = useParts()
  return itemParts && <itemParts.MenuSeparator />
}
export function MenuText(props: { children: ReactNode }) {
  const itemParts = useParts()
  return itemParts && <itemParts.MenuText {...props} />
}
export function MenuRadioGroup<Value extends string>(props: Parts.MenuRadioGroupProps<Value>) {
  const itemParts = useParts()
  return itemParts && <itemParts.MenuRadioGroup {...props} />
}
