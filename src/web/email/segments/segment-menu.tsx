import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement } from 'react'

import type { Segment } from '#client/resources.ts'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { removeResource } from '#web/session/resources/remove-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import type { DialogOpener } from '#web/ui/dialog.tsx'
import { ConfirmRemovalDialog } from '#web/ui/form/dialog-form.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard, toast } from '#web/ui/toast.ts'
import { segmentResource, sendSegmentDeletion } from './edit-segment.data.ts'
import { SegmentDialog } from './segment-dialog.tsx'

interface SegmentMenuProps {
  list_id: string
  segment: Segment
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row. */
  openDialog: DialogOpener
  /** The page of the segment leaves when it is deleted. */
  onDeleted?: () => void
}

/** What can be done with a segment. */
export function SegmentMenu({ trigger, ...props }: SegmentMenuProps) {
  return (
    <Menu
      label={text.actions(props.segment.name)}
      trigger={trigger}

      align="end"
    >
      <SegmentMenuItems {...props} />
    </Menu>
  )
}

function SegmentMenuItems(props: Omit<SegmentMenuProps, 'trigger'>) {
  const { list_id, segment, openDialog, onDeleted } = props
  const isSupported = useCapability('segments.write')
  const canEdit = useCanWrite() && isSupported
  const guard = createGuard(useDisabledReason())
  const { id } = segment
  const onEdit = guard(() =>
    openDialog((onClose) => <SegmentDialog {...{ list_id, segment }} onClose={onClose} />),
  )
  const onDelete = guard(() =>
    openDialog((onClose) => (
      <DeleteSegmentDialog {...{ segment }} onClose={onClose} {...(onDeleted && { onDeleted })} />
    )),
  )
  return (
    <>
      <MenuItem icon={Copy} onSelect={() => void copyToClipboard(id, text.copied(id))}>
        {text.copyId}
      </MenuItem>
      {canEdit && (
        <>
          <MenuItem icon={Pencil} onSelect={onEdit}>
            {text.editAction}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash} tone="bad" onSelect={onDelete}>
            {text.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}

interface DeleteSegmentDialogProps {
  segment: Segment
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a segment; its contacts stay. */
function DeleteSegmentDialog({ segment, onClose, onDeleted }: DeleteSegmentDialogProps) {
  const session = useSession()
  const { name } = segment
  return (
    <ConfirmRemovalDialog
      title={text.deleteTitle(name)}
      effect={text.deleteEffect}
      action={text.deleteSegment}
      remove={() =>
        removeResource(
          session,
          segmentResource,
          segment,
          (options) => sendSegmentDeletion(session, segment, options),
          { silent: true },
        )
      }
      onClose={onClose}
      onRemoved={() => {
        toast({ text: text.deleted(name) })
        onDeleted?.()
      }}
    />
  )
}
