import { type ReactNode, useState } from 'react'

import { words } from '#web/words/en.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

const said = words.app.unsaved

/** For a dialog with text in it: `close` asks before what was written is thrown away, `question` is to be drawn inside. */
export function useUnsaved(isWritten: () => boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const keep = () => setAsking(false)
  const question: ReactNode = asking && (
    <Dialog title={said.title} onClose={keep}>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{said.discard}</Button>
        <Button look="primary" data-autofocus onClick={keep}>
          {said.keep}
        </Button>
      </div>
    </Dialog>
  )
  return { close: () => (isWritten() ? setAsking(true) : onClose()), question }
}
