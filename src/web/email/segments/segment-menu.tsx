import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

import type { Segment } from '#client/resources.ts'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { ResourceMenu } from '#web/ui/table/resource-menu.tsx'
import { createGuard } from '#web/ui/toast.ts'

const segmentDialog = lazyChunk(() => import('./segment-dialog.tsx'))
const deleteDialog = lazyChunk(() => import('./delete-segment-dialog.tsx'))

interface SegmentMenuProps {
  list_id: string
  segment: Segment
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row; null closes it. */
  openDialog: (dialog: ReactNode) => void
  /** The page of the segment leaves when it is deleted. */
  onDeleted?: () => void
}

/** What can be done with a segment. */
export function SegmentMenu({ trigger, ...props }: SegmentMenuProps) {
  return (
    <ResourceMenu
      label={text.actions(props.segment.name)}
      trigger={trigger}
      loadItems={async () => SegmentMenuItems}
      itemProps={props}
    />
  )
}

function SegmentMenuItems(props: Omit<SegmentMenuProps, 'trigger'>) {
  const { list_id, segment, openDialog, onDeleted } = props
  const isSupported = useCapability('segments.write')
  const canEdit = useCanWrite() && isSupported
  const guard = createGuard(useDisabledReason())
  const { id } = segment
  const close = () => openDialog(null)
  const onEdit = guard(() =>
    openDialog(
      <Lazy chunk={segmentDialog} onCancel={close}>
        {({ SegmentDialog }) => <SegmentDialog {...{ list_id, segment }} onClose={close} />}
      </Lazy>,
    ),
  )
  const onDelete = guard(() =>
    openDialog(
      <Lazy chunk={deleteDialog} onCancel={close}>
        {({ DeleteSegmentDialog }) => (
          <DeleteSegmentDialog {...{ segment }} onClose={close} {...(onDeleted && { onDeleted })} />
        )}
      </Lazy>,
    ),
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
