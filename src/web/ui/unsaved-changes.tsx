import { type ReactNode, useState } from 'react'

import { words } from '#web/messages/en/app.ts'
import { Question } from './confirm-dialog.tsx'

const said = words.app.unsaved

/** For a dialog with text in it: `close` asks before what was written is thrown away, `question` is to be drawn inside. */
export function useUnsaved(isWritten: () => boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const keep = () => setAsking(false)
  const question: ReactNode = asking && (
    <Question
      title={said.title}
      other={{ label: said.discard, run: onClose }}
      usual={{ label: said.keep, run: keep }}
      onClose={keep}
    />
  )
  return { close: () => (isWritten() ? setAsking(true) : onClose()), question }
}
