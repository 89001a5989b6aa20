import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
} from 'react'

import { Menu } from '#web/ui/menu.tsx'

interface RowMenuProps<Props extends object> {
  label: string
  trigger: ReactElement<ComponentProps<'button'>>
  /** Renders the items. */
  items: ComponentType<Props>
  itemProps: Props
}

/** The menu of a row: the component of its items stays the same while the row changes, so that an open menu stays open. */
export function RowMenu<Props extends object>(props: RowMenuProps<Props>) {
  const { label, trigger, items: Items, itemProps } = props
  const latest = useRef(itemProps)
  useEffect(() => void (latest.current = itemProps))
  const items = useMemo(() => async () => () => <Items {...latest.current} />, [Items])
  return <Menu label={label} align="end" trigger={trigger} items={items} />
}
