import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useCallback, useEffect, useState } from 'react'

import type { Board } from '#client/resources.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { printBoard } from '#web/tasks/board-export/print-board.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { getLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { BoardMenuItems } from './board-menu-items.tsx'
import type { EditName } from './name-field.tsx'

/** The menu in the header of a board. The name is edited in its place. */
export function BoardMenu({ board }: { board: Board }) {
  const { isPhone } = useBoardLayout()
  const [dialog, openDialog] = useState<ReactNode>(null)
  const { field, hasFocus, editName } = useNameField()
  usePrintKey(board)

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
      >
        <BoardMenuItems board_id={board.id} openDialog={openDialog} editName={editName} />
      </Menu>
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
      void printBoard(session, board)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [session, board])
}
