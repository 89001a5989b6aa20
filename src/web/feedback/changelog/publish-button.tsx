import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { isChord } from '#web/ui/keyboard.ts'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { stateOf } from './entry.rules.ts'
import type { PublishPanelProps } from './publish-form.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { useIsPublishing } from './publish.data.ts'

interface PublishButtonProps extends Omit<PublishPanelProps, 'onClose' | 'anchor'> {
  /** Why it cannot be published at this moment. */
  reason?: string | undefined
}

/** Opens the panel that publishes, schedules or takes an entry back; so does Ctrl Enter anywhere on the page. */
export function PublishButton({ reason, ...panel }: PublishButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [search, setSearch] = useSearchState()
  const isInUrl = search.has('publish') // paths.publishEntry
  const [isPressed, setOpen] = useState(false)
  const isOpen = (isPressed || isInUrl) && reason === undefined
  const isPublishing = useIsPublishing(panel.entry?.id)
  const canWrite = useCanWrite()
  const state = panel.entry ? stateOf(panel.entry, now()) : 'draft'
  const close = () => {
    setOpen(false)
    if (!isInUrl) return
    setSearch((params) => (params.delete('publish'), params), { replace: true })
  }
  useEffect(() => {
    if (!isPublishing) return undefined
    // The toast with Undo is gone two frames later, and with it a focus in it.
    const restoreFocus = () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
    return () => void requestAnimationFrame(() => requestAnimationFrame(restoreFocus))
  }, [isPublishing])
  const offlineProps = useOfflineProps()
  const disabledProps =
    reason === undefined
      ? offlineProps
      : { 'aria-disabled': true, 'aria-description': reason, 'data-tip': reason }
  useCtrlEnter(() => {
    if (!canWrite || isPublishing) return
    if (disabledProps) toast({ text: disabledProps['data-tip'] })
    else setOpen(true)
  })

  if (!canWrite) return null
  return (
    <>
      <Button
        {...disabledProps}
        ref={button}
        variant={state === 'published' ? 'plain' : 'primary'}
        busy={isPublishing}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+Enter"
        onClick={() => reason === undefined && setOpen(true)}
      >
        {text.buttons[state]}
      </Button>
      {isOpen && <PublishPanel {...panel} anchor={() => button.current} onClose={close} />}
    </>
  )
}

/** Not inside a dialog, whose forms it sends. */
function useCtrlEnter(run: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isChord(event, 'enter') || document.querySelector('dialog[open]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
