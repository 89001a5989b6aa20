import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'

import type { FeedbackBoard, PostStatus } from '#client/resources.ts'
import { feedbackSetupText } from '#web/messages/en/feedback-setup.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { DeleteSetupDialog } from './delete-setup-dialog.tsx'
import type { Changes, Items, Kind } from './setup-resources.ts'
import { editItem, setDefault } from './setup.data.ts'

const { menu: text, changes: changeText } = feedbackSetupText

export interface RowMenuProps<K extends Kind> {
  kind: K
  item: Items[K]
  openDialog: (dialog: ReactNode) => void
  onEdit: () => void
  /** One row up or down, where there is one. */
  onMove?: { up: (() => void) | undefined; down: (() => void) | undefined }
}

/** What can be done with one board, status or tag. */
export function SetupMenuItems<K extends Kind>(props: RowMenuProps<K>) {
  const { kind, item, openDialog, onEdit, onMove } = props
  const guard = createGuard(useDisabledReason())
  const close = () => openDialog(null)
  const remove = guard(() =>
    openDialog(<DeleteSetupDialog kind={kind} item={item} onClose={close} />),
  )
  const isDefault = 'is_default' in item && item.is_default === true
  return (
    <>
      <MenuItem icon={Pencil} onSelect={onEdit}>
        {text.edit}
      </MenuItem>
      {kind === 'boards' && <BoardItems board={item} />}
      {kind === 'statuses' && !isDefault && <DefaultItem status={item} />}
      {onMove?.up && (
        <MenuItem icon={ArrowUp} onSelect={onMove.up}>
          {text.up}
        </MenuItem>
      )}
      {onMove?.down && (
        <MenuItem icon={ArrowDown} onSelect={onMove.down}>
          {text.down}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={Trash}
        tone="bad"
        disabledReason={isDefault ? text.deleteDefault : undefined}
        onSelect={remove}
      >
        {text.delete}
      </MenuItem>
    </>
  )
}

function BoardItems({ board }: { board: FeedbackBoard }) {
  const session = useSession()
  const guard = createGuard(useDisabledReason())
  const { name } = board
  const save = (changes: Changes<'boards'>, label: string) =>
    guard(() => {
      void editItem(session, 'boards', board, changes, { label })
      // An archived board is in another list, so its button is a new one.
      requestAnimationFrame(() => focusMenuOf(board.id))
    })
  return (
    <>
      <MenuItem
        icon={board.private ? Eye : Lock}
        onSelect={
          board.private
            ? save({ private: false }, changeText.public(name))
            : save({ private: true }, changeText.private(name))
        }
      >
        {board.private ? text.publish : text.hide}
      </MenuItem>
      <MenuItem
        icon={board.archived ? ArchiveRestore : Archive}
        onSelect={
          board.archived
            ? save({ archived: false }, changeText.restored(name))
            : save({ archived: true }, changeText.archived(name))
        }
      >
        {board.archived ? text.restore : text.archive}
      </MenuItem>
    </>
  )
}

const focusMenuOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] [aria-haspopup=menu]`)?.focus()

function DefaultItem({ status }: { status: PostStatus }) {
  const session = useSession()
  const guard = createGuard(useDisabledReason())
  return (
    <MenuItem icon={CircleCheckBig} onSelect={guard(() => void setDefault(session, status))}>
      {text.default}
    </MenuItem>
  )
}
