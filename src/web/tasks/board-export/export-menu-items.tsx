import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'

import type { Board } from '#client/resources.ts'
import { boardExportText as text } from '#web/messages/en/board-export.ts'
import { useSession } from '#web/session/session.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { printBoard } from './print-board.ts'

const exportDialog = lazyChunk(() => import('./export-dialog.tsx'))

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
        onSelect={() =>
          openDialog(
            <Lazy chunk={exportDialog} onCancel={close}>
              {({ ExportDialog }) => <ExportDialog board={board} onClose={close} />}
            </Lazy>,
          )
        }
      >
        {text.menu}
      </MenuItem>
      <MenuItem icon={Printer} onSelect={() => void printBoard(session, board)}>
        {text.print}
      </MenuItem>
    </>
  )
}
