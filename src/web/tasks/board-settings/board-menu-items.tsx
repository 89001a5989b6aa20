import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Info from 'lucide-react/icons/info'
import Package from 'lucide-react/icons/package'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import Tag from 'lucide-react/icons/tag'
import TextAlignStart from 'lucide-react/icons/text-align-start'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { boardMenuText as text } from '#web/messages/en/board-edit.ts'
import { paths } from '#web/paths.ts'
import { toggleStar, useStarredBoards } from '#web/session/preferences.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { ExportMenuItems } from '#web/tasks/board-export/export-menu-items.tsx'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { boardResource } from '#web/tasks/boards/board-resources.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { DeleteBoardDialog, EditBoardDialog } from '#web/tasks/boards/edit-board-dialogs.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { ArchivedDrawer } from './archived-drawer.tsx'
import { LabelsDrawer } from './labels-drawer.tsx'
import { BoardNameField, type EditName } from './name-field.tsx'

interface BoardMenuItemsProps {
  board_id: string
  /** Shows a dialog; null closes it. */
  openDialog: (dialog: ReactNode) => void
  editName: EditName
}

/** The items read the board as it is now: the menu may stay open while it changes. */
export function BoardMenuItems({ board_id, openDialog, editName }: BoardMenuItemsProps) {
  const { data: board } = useQuery({ ...boardQuery(board_id), enabled: false })
  const isSupported = useCapability('boards.write')
  const canEdit = useCanWrite() && isSupported
  const hasArchivedCards = useCapability('filters')
  const { isPhone } = useBoardLayout()
  const { fingerprint } = useSession().connection
  const isStarred = useStarredBoards(fingerprint).includes(board_id)
  if (!board) return null
  const close = () => openDialog(null)
  return (
    <>
      {isPhone && (
        <MenuItem icon={Star} onSelect={() => toggleStar(fingerprint, board_id)}>
          {isStarred ? text.unstar : text.star}
        </MenuItem>
      )}
      {canEdit ? (
        <EditItems board={board} openDialog={openDialog} editName={editName} />
      ) : (
        board.description && (
          <MenuItem
            icon={Info}
            onSelect={() => openDialog(<AboutDialog board={board} onClose={close} />)}
          >
            {text.about}
          </MenuItem>
        )
      )}
      {(isSupported || hasArchivedCards) && (
        <MenuItem
          icon={Package}
          onSelect={() => openDialog(<ArchivedDrawer board_id={board_id} onClose={close} />)}
        >
          {text.archivedItems}
        </MenuItem>
      )}
      <ExportMenuItems board={board} openDialog={openDialog} />
      {canEdit && <ArchiveItems board={board} openDialog={openDialog} />}
    </>
  )
}

type ItemsProps = Omit<BoardMenuItemsProps, 'board_id'> & { board: Board }

function EditItems({ board, openDialog, editName }: ItemsProps) {
  const guard = createGuard(useDisabledReason())
  if (board.archived) return null
  const close = () => openDialog(null)
  const rename = () =>
    editName((onClose) => <BoardNameField board_id={board.id} onClose={onClose} />)
  return (
    <>
      <MenuItem icon={Pencil} onSelect={guard(rename)}>
        {text.rename}
      </MenuItem>
      <MenuItem
        icon={TextAlignStart}
        onSelect={guard(() =>
          openDialog(<EditBoardDialog board={board} startsIn="description" onClose={close} />),
        )}
      >
        {text.describe}
      </MenuItem>
      <MenuItem
        icon={Tag}
        onSelect={() => openDialog(<LabelsDrawer board_id={board.id} onClose={close} />)}
      >
        {text.labels}
      </MenuItem>
    </>
  )
}

function ArchiveItems({ board, openDialog }: Omit<ItemsProps, 'editName'>) {
  const guard = createGuard(useDisabledReason())
  const session = useSession()
  const navigate = useNavigate()
  const { archived = false } = board
  const onDeleted = () => void navigate(paths.boards('archived'))
  return (
    <>
      <MenuSeparator />
      <MenuItem
        icon={archived ? ArchiveRestore : Archive}
        onSelect={guard(
          () => void editResource(session, boardResource, board, { archived: !archived }),
        )}
      >
        {archived ? text.unarchive : text.archive}
      </MenuItem>
      {archived && (
        <MenuItem
          icon={Trash}
          tone="bad"
          onSelect={guard(() =>
            openDialog(
              <DeleteBoardDialog
                board={board}
                onDeleted={onDeleted}
                onClose={() => openDialog(null)}
              />,
            ),
          )}
        >
          {text.delete}
        </MenuItem>
      )}
    </>
  )
}

const AboutDialog = ({ board, onClose }: { board: Board; onClose: () => void }) => (
  <Dialog title={board.name} onClose={onClose}>
    <Markdown source={board.description ?? ''} headingLevel={3} />
  </Dialog>
)
