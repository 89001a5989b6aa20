import { useEffect, useSyncExternalStore } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { shellText } from '#web/messages/en/shell.ts'
import type { UndoableChange, UndoHistory } from '#web/session/mutations/undo-history.ts'
import { useSession } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { dismissToast, toast } from '#web/ui/toast.ts'

const LATE_TOAST_MS = 10_000

/** Shows each change with its Undo, and asks before undoing what has changed since. */
export function UndoToasts() {
  const { undo } = useSession()
  const confirmation = useSyncExternalStore(undo.confirmation.subscribe, undo.confirmation.get)
  useEffect(() => showUndoToasts(undo), [undo])
  useEffect(() => undo.onUndo(({ label }) => announce(shellText.undone(label))), [undo])

  if (!confirmation) return null
  const dismiss = () => undo.confirmation.set(null)
  return (
    <ConfirmDialog
      title={shellText.undoAnyway}
      secondary={{ label: shellText.keepChange, run: dismiss }}
      primary={{
        label: shellText.restore,
        run: () => void undo.undo(confirmation.change.id, true),
      }}
      onClose={dismiss}
    >
      <p>{confirmation.question}</p>
    </ConfirmDialog>
  )
}

/** A delayed mutation can be undone until it is sent. */
const toastDuration = ({ delay }: UndoableChange) =>
  delay && { duration: Math.max(0, delay.ends_at - Date.now()) }

function showUndoToasts(undo: UndoHistory) {
  const toastIds = new Map<number, number>()
  // Changes made just before this code was loaded get a toast too.
  const isOld = ({ at }: { at: Date }) => Date.now() - at.getTime() > LATE_TOAST_MS
  let newestId = undo.list().find(isOld)?.id ?? 0
  const update = () => {
    const changes = undo.list()
    // A removed change was undone or rejected: its Undo would do nothing.
    for (const [id, toastId] of toastIds) {
      if (changes.some((change) => change.id === id)) continue
      dismissToast(toastId)
      toastIds.delete(id)
    }
    const change = changes[0]
    if (!change || change.id <= newestId) return
    newestId = change.id
    const action = { label: messages.app.undo, run: () => undo.undo(change.id) }
    toastIds.set(change.id, toast({ text: change.label, action, ...toastDuration(change) }))
  }
  update()
  return undo.subscribe(update)
}
