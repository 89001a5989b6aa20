import {
  cloneElement,
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useState,
} from 'react'

import { messages } from '#web/messages/en/app.ts'
import type * as Parts from './menu-radix.tsx'
import { toast } from './toast.ts'

interface MenuProps extends Omit<Parts.MenuProps, 'children'> {
  /** Lazy code that renders `MenuItem`, `MenuRadioGroup`, `MenuText` and `MenuSeparator`. */
  items: () => Promise<ComponentType>
}

// Radix menus weigh a fifth of a first load, so they come when one is about to be used.
let parts: typeof Parts | undefined
const load = async () => {
  parts ??= await import('./menu-radix.tsx')
}

const toastLoadError = () => toast({ text: messages.app.chunkFailed, tone: 'bad' })

/** A button that opens a menu. */
export function Menu({ trigger, items, ...menu }: MenuProps) {
  const [menuItems, setShown] = useState<{ Items: ComponentType }>()
  if (menuItems && parts) {
    return (
      <parts.Menu trigger={trigger} {...menu}>
        <menuItems.Items />
      </parts.Menu>
    )
  }

  const loadAll = () => Promise.all([items(), load()])
  const preload = () => void loadAll().catch(() => undefined) // pressing tries again
  const open = () => void loadAll().then(([Items]) => setShown({ Items }), toastLoadError)
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open()
    },
  })
}

/** A menu without a button of its own, open as long as it is drawn. */
export function ContextMenu(props: Parts.ContextMenuProps) {
  const [ready, setReady] = useState(parts !== undefined)
  const { onClose } = props
  useEffect(() => {
    load().then(
      () => setReady(true),
      () => (toastLoadError(), onClose()),
    )
  }, [onClose])
  return ready && parts && <parts.ContextMenu {...props} />
}

type ItemParts = Pick<typeof Parts, 'MenuItem' | 'MenuRadioGroup' | 'MenuSeparator' | 'MenuText'>

/** Renders the items in another form than a menu: `menu-list.tsx` provides rows of a page. */
export const MenuPartsContext = createContext<ItemParts | null>(null)

// In a menu the items are rendered once it is open, so its parts are loaded.
const useParts = () => use(MenuPartsContext) ?? parts

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
