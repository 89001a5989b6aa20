import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

import type { Board } from '#client/resources.ts'
import { boardMenuText as text } from '#web/messages/en/board-edit.ts'
import { useSession } from '#web/session/session.ts'
import { watchPrintKey } from '#web/tasks/board-export/print-board.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { editBoard } from '#web/tasks/boards/edit-board.data.ts'
import { useBoardEdit } from '#web/tasks/boards/use-board-edit.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { NameField, useRename } from './name-field.tsx'

const menuItems = lazyChunk(() => import('./board-menu-items.tsx'))

/** The menu in the header of a board. The name is edited in its place. */
export function BoardMenu({ board }: { board: Board }) {
  const { isPhone } = useBoardLayout()
  const context = useBoardEdit(board.id)
  const [dialog, openDialog] = useState<ReactNode>(null)
  const { isRenaming, keepsFocus, rename, close } = useRename()
  const { id } = board
  const session = useSession()
  useEffect(() => watchPrintKey(session, board), [session, board])
  const items = useCallback(async () => {
    const { BoardMenuItems } = await menuItems.load()
    return () => <BoardMenuItems board_id={id} openDialog={openDialog} rename={rename} />
  }, [id, rename])

  if (isRenaming)
    return (
      <NameField
        label={text.name}
        name={board.name}
        onSave={(name) => editBoard(context, board, { name })}
        onClose={close}
        className="inset-x-0 top-0 z-10 font-display text-title"
      />
    )
  return (
    <>
      <Menu
        label={text.label}
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={text.label}
            autoFocus={keepsFocus}
            // On a phone before the search and the filters, as board-header.tsx leaves room for.
            style={isPhone ? { insetInlineEnd: '5.5rem' } : undefined}
            className={isPhone ? 'absolute top-0' : ''}
          />
        }
        items={items}
      />
      {dialog}
    </>
  )
}
