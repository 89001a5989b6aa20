import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useCallback, useState } from 'react'

import type { BoardList } from '#client/resources.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { setListView, useListViews } from '#web/tasks/board-state/list-views.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useNameField } from './board-menu.tsx'

const menuItems = lazyChunk(() => import('./list-menu-items.tsx'))

/** The menu in the head of a list. The name is edited in place of the head. */
export function ListMenu({ list }: { list: BoardList }) {
  const [dialog, openDialog] = useState<ReactNode>(null)
  const { field, hasFocus, editName } = useNameField()
  const { id } = list
  const { fingerprint } = useSession().connection
  const { sort } = useListViews()[id] ?? {}
  const unsort = () => {
    setListView(fingerprint, id, { sort: null })
    announce(text.boardOrder(list.name))
    document.querySelector<HTMLElement>(`[data-list-menu="${CSS.escape(id)}"]`)?.focus() // this button goes
  }
  const items = useCallback(async () => {
    const { ListMenuItems } = await menuItems.load()
    return () => <ListMenuItems list_id={id} openDialog={openDialog} editName={editName} />
  }, [id, editName])

  // Without its button the closing menu has nothing to give the focus to, and it stays in the field.
  if (field) return field
  return (
    <>
      {sort && (
        <IconButton
          icon={ArrowUpDown}
          label={text.unsort(list.name)}
          aria-pressed
          className="text-accent-ink"
          onClick={unsort}
        />
      )}
      <Menu
        label={text.listMenu(list.name)}
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={text.listMenu(list.name)}
            data-list-menu={id}
            autoFocus={hasFocus}
          />
        }
        items={items}
      />
      {dialog}
    </>
  )
}
