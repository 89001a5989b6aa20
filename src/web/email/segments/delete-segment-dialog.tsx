import type { Segment } from '#client/resources.ts'
import { ConfirmSaveDialog } from '#web/email/lists/guarded-save.tsx'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { toast } from '#web/ui/toast.ts'

interface DeleteSegmentDialogProps {
  list_id: string
  segment: Segment
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a segment; its contacts stay. */
export const DeleteSegmentDialog = ({
  list_id,
  segment: { id, name, version },
  onClose,
  onDeleted,
}: DeleteSegmentDialogProps) => (
  <ConfirmSaveDialog
    title={text.deleteTitle(name)}
    effect={text.deleteEffect}
    action={text.deleteSegment}
    endpoint="DELETE /lists/:list_id/segments/:segment_id"
    input={{ list_id, segment_id: id }}
    version={version}
    onClose={onClose}
    onDone={() => {
      toast({ text: text.deleted(name) })
      onDeleted?.()
    }}
  />
)
