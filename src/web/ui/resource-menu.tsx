import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
} from 'react'

import { Menu } from '#web/ui/menu.tsx'

interface ResourceMenuProps<Props extends object> {
  label: string
  align?: 'start' | 'end'
  trigger: ReactElement<ComponentProps<'button'>>
  /** Renders the items. */
  items: ComponentType<Props>
  itemProps: Props
}

/** The component of the items stays the same while the resource changes, so that an open menu stays open. */
export function ResourceMenu<Props extends object>(props: ResourceMenuProps<Props>) {
  const { label, align = 'end', trigger, items: Items, itemProps } = props
  const latest = useRef(itemProps)
  useEffect(() => void (latest.current = itemProps))
  const items = useMemo(() => async () => () => <Items {...latest.current} />, [Items])
  return <Menu label={label} align={align} trigger={trigger} items={items} />
}
