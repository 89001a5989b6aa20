import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useMemo, useState } from 'react'

import { changelogMenuText as text } from '#web/messages/en/changelog-menu.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'

/** Subscribers, labels, the time to undo publishing, and the public page. */
export function ChangelogMenu() {
  const [dialog, openDialog] = useState<ReactNode>(null)
  const items = useMemo(
    () => async () => {
      const { ChangelogMenuItems } = await import('./changelog-menu-items.tsx')
      return () => <ChangelogMenuItems openDialog={openDialog} />
    },
    [],
  )
  return (
    <>
      <Menu
        label={text.label}
        align="end"
        items={items}
        trigger={<IconButton icon={Ellipsis} label={text.label} />}
      />
      {dialog}
    </>
  )
}
