import type { Segment } from '#client/resources.ts'
import { SaveNotices, useGuardedSave } from '#web/email/lists/guarded-save.tsx'
import { messages } from '#web/messages/en/app.ts'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

interface DeleteSegmentDialogProps {
  list_id: string
  segment: Segment
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a segment; its contacts stay. */
export function DeleteSegmentDialog(props: DeleteSegmentDialogProps) {
  const { list_id, segment, onClose, onDeleted } = props
  const offlineProps = useOfflineProps()
  const remove = useGuardedSave('DELETE /lists/:list_id/segments/:segment_id', {
    version: segment.version,
    loadVersion: async () => undefined,
  })
  const confirm = async () => {
    if (offlineProps) return
    const input = { list_id, segment_id: segment.id }
    const result = await remove.save(input, { invalidates: ['GET /lists/:list_id/segments'] })
    const isGone = result.state === 'error' && result.error.code === 'not_found'
    if (result.state !== 'success' && !isGone) return
    onClose()
    toast({ text: text.deleted(segment.name) })
    onDeleted?.()
  }
  return (
    <Dialog title={text.deleteTitle(segment.name)} onClose={onClose}>
      <p>{text.deleteEffect}</p>
      <SaveNotices save={remove} conflict={text.changedByOther} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button
          {...offlineProps}
          variant="danger"
          data-autofocus
          busy={remove.isPending}
          onClick={() => void confirm()}
        >
          {text.deleteSegment}
        </Button>
      </div>
    </Dialog>
  )
}
