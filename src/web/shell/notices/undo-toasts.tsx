import { useEffect, useSyncExternalStore } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { shellText } from '#web/messages/en/shell.ts'
import type { UndoableChange, UndoHistory } from '#web/session/mutations/undo-history.ts'
import { useSession } from '#web/session/session.ts'
import { Question } from '#web/ui/confirm-dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { dismissToast, toast } from '#web/ui/toast.ts'

const TOLD_LATE = 10_000

/** Says what was changed, with its Undo, and asks before it takes back what was changed again since. */
export function UndoNotices() {
  const { undo } = useSession()
  const doubt = useSyncExternalStore(undo.confirmation.subscribe, undo.confirmation.get)
  useEffect(() => tellChanges(undo), [undo])
  useEffect(() => undo.onUndo(({ label: words }) => announce(shellText.undone(words))), [undo])

  if (!doubt) return null
  const leave = () => undo.confirmation.set(null)
  return (
    <Question
      title={shellText.undoAnyway}
      other={{ label: shellText.leaveIt, run: leave }}
      usual={{ label: shellText.putBack, run: () => void undo.undo(doubt.change.id, true) }}
      onClose={leave}
    >
      <p>{doubt.question}</p>
    </Question>
  )
}

/** What waits to be sent can be taken back until it is. */
const lastsAs = ({ delay: wait }: UndoableChange) =>
  wait && { duration: Math.max(0, wait.ends_at - Date.now()) }

function tellChanges(undo: UndoHistory) {
  const shown = new Map<number, number>()
  // What was done just before this code came is told too.
  const isOld = ({ at }: { at: Date }) => Date.now() - at.getTime() > TOLD_LATE
  let newest = undo.list().find(isOld)?.id ?? 0
  const tell = () => {
    const changes = undo.list()
    // A change that is gone was taken back or refused: its Undo would do nothing.
    for (const [id, toastId] of shown) {
      if (changes.some((change) => change.id === id)) continue
      dismissToast(toastId)
      shown.delete(id)
    }
    const change = changes[0]
    if (!change || change.id <= newest) return
    newest = change.id
    const action = { label: messages.app.undo, run: () => undo.undo(change.id) }
    shown.set(change.id, toast({ text: change.label, action, ...lastsAs(change) }))
  }
  tell()
  return undo.subscribe(tell)
}
