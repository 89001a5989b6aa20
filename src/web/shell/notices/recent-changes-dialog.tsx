import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useLayoutEffect, useRef } from 'react'

import { curlOf } from '#client/curl.ts'
import { messages } from '#web/messages/en/app.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { shellText } from '#web/messages/en/shell.ts'
import type { UndoableChange } from '#web/session/mutations/undo-history.ts'
import { useSession } from '#web/session/session.ts'
import { useRecentChanges } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The undo history of this tab, newest first, so that a toast is never the only place for Undo. */
export function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const changes = useRecentChanges()
  const { undo } = useSession()
  const list = useRef<HTMLUListElement>(null)
  const undoing = useRef<{ id: number; next: number | undefined }>(null)
  const onUndo = (index: number) => {
    const [entry, next] = [changes[index], changes[index + 1] ?? changes[index - 1]]
    if (!entry) return
    undoing.current = { id: entry.id, next: next?.id }
    undo.undo(entry.id)
  }
  // The button with the focus goes with its entry; an undo may wait for a check or a confirmation.
  useLayoutEffect(() => {
    const { id, next } = undoing.current ?? {}
    if (id === undefined || changes.some((change) => change.id === id)) return
    undoing.current = null
    const dialog = list.current?.closest('dialog')
    const button = dialog?.querySelector<HTMLElement>(`[data-id="${next}"] button`)
    ;(button ?? dialog?.querySelector<HTMLElement>('header button'))?.focus()
  }, [changes])
  return (
    <Dialog title={messages.app.recentChanges} onClose={onClose} className="md:w-[26rem]">
      {changes.length === 0 && (
        <EmptyState title={shellDialogText.noChanges}>
          {shellDialogText.noChangesDescription}
        </EmptyState>
      )}
      <ul ref={list} className="grid gap-1 empty:hidden">
        {changes.map((change, index) => (
          <ChangeRow key={change.id} change={change} onUndo={() => onUndo(index)} />
        ))}
      </ul>
    </Dialog>
  )
}

function ChangeRow({ change, onUndo }: { change: UndoableChange; onUndo: () => void }) {
  const { label, undoes, requests = [] } = change
  const { connection } = useSession()
  const isUndone = undoes !== undefined
  return (
    <li
      data-testid="row"
      data-id={change.id}
      className="grid min-h-row grid-cols-[1fr_auto] items-center gap-x-3 border-b border-line py-1.5 last:border-0"
    >
      <span className="min-w-0 break-words">{shellText.change(change)}</span>
      <Button
        size="small"
        icon={isUndone ? Redo2 : Undo2}
        className="row-span-2"
        aria-label={isUndone ? shellDialogText.redoOf(undoes) : shellDialogText.undoOf(label)}
        onClick={onUndo}
      >
        {isUndone ? shellText.redo : messages.app.undo}
      </Button>
      <span className="flex flex-wrap items-center gap-x-2 text-meta text-ink-3">
        {change.state === 'done' ? (
          <RelativeTime at={change.at.toISOString()} />
        ) : (
          shellDialogText[change.state]
        )}
        {change.delay && (
          <Button size="small" variant="quiet" onClick={change.delay.sendNow}>
            {shellDialogText.sendNow}
          </Button>
        )}
        {requests.length > 0 && (
          <Button
            size="small"
            variant="quiet"
            aria-label={shellDialogText.copyCurlOf(shellText.change(change))}
            onClick={() => {
              const lines = requests.map((request) => curlOf(connection.base_url, request))
              void copyToClipboard(lines.join('\n'), messages.app.curlCopied)
            }}
          >
            {messages.app.copyCurl}
          </Button>
        )}
      </span>
    </li>
  )
}
