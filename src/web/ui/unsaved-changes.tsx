import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useBlocker } from 'react-router-dom'

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

/** For a form of a page: asks before another page replaces it, or the tab is closed, while it holds unsaved text. */
export function useLeaveConfirmation(isDirty: boolean): ReactNode {
  const blocker = usePageBlocker(isDirty)
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={text.title}
      secondary={{ label: text.discard, run: () => blocker.proceed() }}
      primary={{ label: text.keep, run: () => blocker.reset() }}
      onClose={() => blocker.reset()}
    />
  )
}

/** For what is shown only once: no other page replaces it, and the browser asks before it closes the tab. */
export function useStayOnPage(isNeeded: boolean): void {
  const blocker = usePageBlocker(isNeeded)
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
}

/** The state of a navigation away from what was deleted, with text or not. */
export const LEAVE_DELETED = 'leave deleted'

function usePageBlocker(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isNeeded &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.state !== LEAVE_DELETED,
  )
}
