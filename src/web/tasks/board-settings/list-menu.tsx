import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useCallback, useState } from 'react'

import type { BoardList } from '#client/resources.ts'
import { listMenuText as text } from '#web/messages/en/board-edit.ts'
import { listViewText as viewText } from '#web/messages/en/list-view.ts'
import { useSession } from '#web/session/session.ts'
import { useBoardActions } from '#web/tasks/board-state/board-context.ts'
import { setListView, useListViews } from '#web/tasks/board-state/list-views.ts'
import { editList } from '#web/tasks/boards/edit-lists.data.ts'
import { useBoardEdit } from '#web/tasks/boards/use-board-edit.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { NameField, useRename } from './name-field.tsx'

const menuItems = lazyChunk(() => import('./list-menu-items.tsx'))

/** The menu in the head of a list. The name is edited in place of the head. */
export function ListMenu({ list }: { list: BoardList }) {
  const { board_id } = useBoardActions()
  const context = useBoardEdit(board_id)
  const [dialog, openDialog] = useState<ReactNode>(null)
  const { isRenaming, keepsFocus, rename, close } = useRename()
  const { id } = list
  const { fingerprint } = useSession().connection
  const { sort } = useListViews()[id] ?? {}
  const unsort = () => {
    setListView(fingerprint, id, { sort: null })
    announce(viewText.boardOrder(list.name))
    document.querySelector<HTMLElement>(`[data-list-menu="${CSS.escape(id)}"]`)?.focus() // this button goes
  }
  const items = useCallback(async () => {
    const { ListMenuItems } = await menuItems.load()
    return () => <ListMenuItems list_id={id} openDialog={openDialog} rename={rename} />
  }, [id, rename])

  if (isRenaming)
    return (
      <NameField
        label={text.name(list.name)}
        name={list.name}
        onSave={(name) => editList(context, list, { name })}
        onClose={close}
        className="inset-x-1.5 top-1.5 h-control-small text-body font-semibold"
      />
    )
  return (
    <>
      {sort && (
        <IconButton
          icon={ArrowUpDown}
          label={viewText.unsort(list.name)}
          aria-pressed
          className="text-accent-ink"
          onClick={unsort}
        />
      )}
      <Menu
        label={text.label(list.name)}
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={text.label(list.name)}
            data-list-menu={id}
            autoFocus={keepsFocus}
          />
        }
        items={items}
      />
      {dialog}
    </>
  )
}
