import { type ReactNode, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const text = messages.app.unsaved

/** For a dialog with text in it: `close` asks before what was written is thrown away, `question` is to be drawn inside. */
export function useUnsavedChanges(isWritten: () => boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const keep = () => setAsking(false)
  const question: ReactNode = asking && (
    <ConfirmDialog
      title={text.title}
      other={{ label: text.discard, run: onClose }}
      usual={{ label: text.keep, run: keep }}
      onClose={keep}
    />
  )
  return { close: () => (isWritten() ? setAsking(true) : onClose()), question }
}
