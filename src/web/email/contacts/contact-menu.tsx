import { type ComponentProps, type ReactElement, useEffect, useMemo, useRef } from 'react'

import { Menu } from '#web/ui/menu.tsx'
import type { ContactMenuItemsProps } from './contact-menu-items.tsx'

interface ContactMenuProps extends ContactMenuItemsProps {
  trigger: ReactElement<ComponentProps<'button'>>
}

/** What can be done with one contact. */
export function ContactMenu({ trigger, ...props }: ContactMenuProps) {
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const items = useMemo(
    () => async () => {
      const { ContactMenuItems } = await import('./contact-menu-items.tsx')
      return () => <ContactMenuItems {...latest.current} />
    },
    [],
  )
  return <Menu label={props.contact.email_address} align="end" trigger={trigger} items={items} />
}
