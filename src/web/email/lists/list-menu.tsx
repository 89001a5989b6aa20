import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement } from 'react'

import type { List } from '#client/resources.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import type { DialogOpener } from '#web/ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { DeleteListDialog } from './delete-list-dialog.tsx'
import { archiveList } from './edit-list.data.ts'
import { ListDialog } from './list-dialog.tsx'

interface ListMenuProps {
  list: List
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row. */
  openDialog: DialogOpener
}

/** What can be done with a list. */
export function ListMenu({ trigger, ...props }: ListMenuProps) {
  return (
    <Menu
      label={text.actions(props.list.name)}
      trigger={trigger}

      align="end"
    >
      <ListMenuItems {...props} />
    </Menu>
  )
}

function ListMenuItems({ list, openDialog }: Omit<ListMenuProps, 'trigger'>) {
  const session = useSession()
  const isSupported = useCapability('lists.write')
  const canEdit = useCanWrite() && isSupported
  const guard = createGuard(useDisabledReason())
  const archived = !(list.archived ?? false)
  return (
    <>
      <MenuItem icon={Copy} onSelect={() => void copyToClipboard(list.id, text.copied(list.id))}>
        {text.copyId}
      </MenuItem>
      {canEdit && (
        <>
          <MenuItem
            icon={Pencil}
            onSelect={guard(() =>
              openDialog((onClose) => <ListDialog list={list} onClose={onClose} />),
            )}
          >
            {text.edit}
          </MenuItem>
          <MenuItem
            icon={archived ? Archive : ArchiveRestore}
            onSelect={guard(() => archiveList(session, list, archived))}
          >
            {archived ? text.archive : text.restore}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={Trash}
            tone="bad"
            onSelect={guard(() =>
              openDialog((onClose) => <DeleteListDialog list={list} onClose={onClose} />),
            )}
          >
            {text.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}
