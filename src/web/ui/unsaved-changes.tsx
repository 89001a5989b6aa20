import { type ReactNode, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const text = messages.app.unsaved

/** For a dialog with text in it: `close` asks before what was written is thrown away, `question` is to be drawn inside. */
export function useUnsavedChanges(isDirty: () => boolean, onClose: () => void) {
  const [isConfirming, setAsking] = useState(false)
  const cancel = () => setAsking(false)
  const confirmation: ReactNode = isConfirming && (
    <ConfirmDialog
      title={text.title}
      secondary={{ label: text.discard, run: onClose }}
      primary={{ label: text.keep, run: cancel }}
      onClose={cancel}
    />
  )
  return { close: () => (isDirty() ? setAsking(true) : onClose()), confirmation }
}
