import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'

import { Menu } from '#web/ui/menu.tsx'

interface ResourceMenuProps<Props extends object> {
  label: string
  align?: 'start' | 'end'
  trigger: ReactElement<ComponentProps<'button'>>
  /** Resolves to what renders the items. */
  loadItems: () => Promise<ComponentType<Props>>
  itemProps: Props
}

/** The component of the items stays the same while the resource changes, so that an open menu stays open. */
export function ResourceMenu<Props extends object>(props: ResourceMenuProps<Props>) {
  const { label, align = 'end', trigger } = props
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const [items] = useState(() => async () => {
    const Items = await latest.current.loadItems()
    return () => <Items {...latest.current.itemProps} />
  })
  return <Menu {...{ label, align, trigger, items }} />
}
