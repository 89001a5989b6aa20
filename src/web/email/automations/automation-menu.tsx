import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement } from 'react'

import type { Automation } from '#client/resources.ts'
import { automationText as text } from '#web/messages/en/automations.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import type { DialogOpener } from '#web/ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { AutomationDialog, DeleteAutomationDialog } from './automation-dialog.tsx'
import { canStart, setAutomationStatus } from './edit-automation.data.ts'

interface AutomationMenuProps {
  automation: Automation
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row. */
  openDialog: DialogOpener
  onDeleted?: () => void
}

/** What can be done with an automation. */
export function AutomationMenu({ trigger, ...props }: AutomationMenuProps) {
  return (
    <Menu
      label={text.actions(props.automation.name)}
      trigger={trigger}

      align="end"
    >
      <AutomationMenuItems {...props} />
    </Menu>
  )
}

function AutomationMenuItems(props: Omit<AutomationMenuProps, 'trigger'>) {
  const { automation, openDialog, onDeleted } = props
  const session = useSession()
  const isSupported = useCapability('automations.write')
  const canEdit = useCanWrite() && isSupported
  const guard = createGuard(useDisabledReason())
  const { id, status } = automation
  const set = (next: 'active' | 'paused' | 'archived') =>
    guard(() => setAutomationStatus(session, automation, next))
  const onEdit = guard(() =>
    openDialog((onClose) => <AutomationDialog automation={automation} onClose={onClose} />),
  )
  const onDelete = guard(() =>
    openDialog((onClose) => (
      <DeleteAutomationDialog
        automation={automation}
        onClose={onClose}
        {...(onDeleted && { onDeleted })}
      />
    )),
  )
  return (
    <>
      <MenuItem icon={Copy} onSelect={() => void copyToClipboard(id, text.copied(id))}>
        {text.copyId}
      </MenuItem>
      {canEdit && (
        <>
          {canStart(automation) && (
            <MenuItem icon={Play} onSelect={set('active')}>
              {text.start}
            </MenuItem>
          )}
          {status === 'active' && (
            <MenuItem icon={Pause} onSelect={set('paused')}>
              {text.pause}
            </MenuItem>
          )}
          <MenuItem icon={Pencil} onSelect={onEdit}>
            {text.editAction}
          </MenuItem>
          {status === 'archived' ? (
            <MenuItem icon={ArchiveRestore} onSelect={set('paused')}>
              {text.restore}
            </MenuItem>
          ) : (
            <MenuItem icon={Archive} onSelect={set('archived')}>
              {text.archive}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Trash} tone="bad" onSelect={onDelete}>
            {text.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}
