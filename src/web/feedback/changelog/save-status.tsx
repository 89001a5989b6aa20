import Check from 'lucide-react/icons/check'
import HardDrive from 'lucide-react/icons/hard-drive'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'

import { entryText as text } from '#web/messages/en/changelog-entry.ts'
import { useOnline } from '#web/session/use-connection.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import type { EntryWriting } from './use-entry-text.ts'

/** Where the text is: saved, on its way, or only on this device. Not read out with every save. */
export function SaveStatus({ writing }: { writing: EntryWriting }) {
  const { save, isUnsent, isReachable, base, isRestored } = writing
  const isOnline = useOnline()
  if (save.state === 'saving' && isReachable && isOnline)
    return (
      <span className="entry-status">
        <Spinner /> <span>{text.saving}</span>
      </span>
    )
  if (isUnsent && !writing.isKept) return <NotKeptStatus />
  if (isUnsent && isRestored && !base) return <RestoredStatus writing={writing} />
  if (isUnsent)
    return (
      <span className="entry-status">
        <Icon of={HardDrive} /> <span>{text.kept}</span>
      </span>
    )
  if (!base) return <span className="entry-status" />
  return (
    <span className="entry-status">
      <Icon of={Check} /> <span>{text.saved}</span>
    </span>
  )
}

/** The text is in this page alone: the browser asks before it closes or reloads it. */
function NotKeptStatus() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return (
    <span className="entry-status">
      <Icon of={TriangleAlert} /> <span>{text.notKept}</span>
    </span>
  )
}

/** A new text of an earlier visit, which may no longer be wanted. */
function RestoredStatus({ writing }: { writing: EntryWriting }) {
  const [isConfirming, setConfirming] = useState(false)
  const cancel = () => setConfirming(false)
  const discard = () => {
    cancel()
    writing.discard()
    // Before the dialog looks for a place: the button that opened it is gone.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.editor-title')?.focus())
  }
  useEffect(() => announce(text.restored), [])
  return (
    <span className="entry-status">
      <Icon of={HardDrive} /> <span>{text.restored}</span>
      <Button size="small" variant="quiet" onClick={() => setConfirming(true)}>
        {text.discard}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={text.discardMine}
          secondary={{ label: text.discard, run: discard }}
          primary={{ label: text.keepWriting, run: cancel }}
          onClose={cancel}
        />
      )}
    </span>
  )
}

/** What keeps the text from being saved, and what can be done. */
export function SaveNotice({ writing }: { writing: EntryWriting }) {
  const { save } = writing
  if (save.state === 'conflict')
    return (
      <div role="alert" className="entry-notice">
        <p>{text.conflict}</p>
        <Button size="small" onClick={() => void writing.chooseVersion()}>
          {text.compare}
        </Button>
      </div>
    )
  if (save.state === 'missing')
    return (
      <div role="alert" className="entry-notice">
        <p>{text.missing}</p>
        <Button size="small" onClick={writing.createAgain}>
          {text.createAgain}
        </Button>
      </div>
    )
  if (save.state !== 'failed') return null
  return (
    <div role="alert" className="entry-notice">
      <p>{formatSaveError(save.error, { textKept: true, canDuplicate: !writing.base })}</p>
      <Button size="small" onClick={() => void writing.saveNow()}>
        {text.tryAgain}
      </Button>
    </div>
  )
}
