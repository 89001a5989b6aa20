import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'

import type { Board } from '#client/resources.ts'
import { boardExportText as text } from '#web/messages/en/board-export.ts'
import { useSession } from '#web/session/session.ts'
import { MenuItem } from '#web/ui/popup/menu.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { printBoard } from './print-board.ts'

interface ExportMenuItemsProps {
  board: Board
  /** Shows a dialog; null closes it. */
  openDialog: (dialog: ReactNode) => void
}

/** Export and Print, for the menu of a board. */
export function ExportMenuItems({ board, openDialog }: ExportMenuItemsProps) {
  const session = useSession()
  const close = () => openDialog(null)
  return (
    <>
      <MenuItem
        icon={Download}
        onSelect={() => openDialog(<ExportDialog board={board} onClose={close} />)}
      >
        {text.menu}
      </MenuItem>
      <MenuItem icon={Printer} onSelect={() => void printBoard(session, board)}>
        {text.print}
      </MenuItem>
    </>
  )
}
