import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'

import { unsavedChangesText as text } from '#web/messages/en/unsaved-changes.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** For a dialog with text in it: `close` asks before what was written is thrown away, `question` is to be drawn inside. */
export function useUnsavedChanges(isDirty: () => boolean, onClose: () => void) {
  const [isConfirming, setAsking] = useState(false)
  const cancel = () => setAsking(false)
  // The question first, or it gives the focus back to a dialog that is gone.
  const discard = () => {
    flushSync(cancel)
    onClose()
  }
  const confirmation: ReactNode = isConfirming && (
    <ConfirmDialog
      title={text.title}
      secondary={{ label: text.discard, run: discard }}
      primary={{ label: text.keep, run: cancel }}
      onClose={cancel}
    />
  )
  return { close: () => (isDirty() ? setAsking(true) : onClose()), confirmation }
}
