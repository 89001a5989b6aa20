import type { Segment } from '#client/resources.ts'
import { ConfirmRemoveDialog } from '#web/email/lists/save-notices.tsx'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { removeResource } from '#web/session/resources/remove-resource.ts'
import { useSession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import { segmentResource, sendSegmentDeletion } from './edit-segment.data.ts'

interface DeleteSegmentDialogProps {
  segment: Segment
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a segment; its contacts stay. */
export function DeleteSegmentDialog({ segment, onClose, onDeleted }: DeleteSegmentDialogProps) {
  const session = useSession()
  const { name } = segment
  return (
    <ConfirmRemoveDialog
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
