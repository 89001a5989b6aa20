import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

import type { Board } from '#client/resources.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { getLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyChunk, requestChunk } from '#web/ui/lazy-chunk.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { EditName } from './name-field.tsx'

const menuItems = lazyChunk(() => import('./board-menu-items.tsx'))
const printing = lazyChunk(() => import('#web/tasks/board-export/print-board.ts'))

/** The menu in the header of a board. The name is edited in its place. */
export function BoardMenu({ board }: { board: Board }) {
  const { isPhone } = useBoardLayout()
  const [dialog, openDialog] = useState<ReactNode>(null)
  const { field, hasFocus, editName } = useNameField()
  const { id } = board
  usePrintKey(board)
  const items = useCallback(async () => {
    const { BoardMenuItems } = await menuItems.load()
    return () => <BoardMenuItems board_id={id} openDialog={openDialog} editName={editName} />
  }, [id, editName])

  // Without its button the closing menu has nothing to give the focus to, and it stays in the field.
  if (field) return field
  return (
    <>
      <Menu
        label={text.boardMenu}
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={text.boardMenu}
            autoFocus={hasFocus}
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

/** A name field in place of a menu, and whether the menu after it has the focus. */
export function useNameField() {
  const [field, setField] = useState<ReactNode>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const editName = useCallback<EditName>((renderField) => {
    const close = (hasFocus: boolean) => {
      setHasFocus(hasFocus)
      setField(null)
    }
    setField(renderField(close))
  }, [])
  return { field, hasFocus, editName }
}

/** Ctrl P loads what is missing before the browser prints. */
function usePrintKey(board: Board) {
  const session = useSession()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p'
      if (!isPrint || event.shiftKey || event.altKey || event.defaultPrevented) return
      if (getLoadedCards(session.queryClient, board).isComplete) return
      event.preventDefault()
      requestChunk(printing.load, {
        onLoad: ({ printBoard }) => void printBoard(session, board),
        onCancel: () => {},
      })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [session, board])
}
