import { useEffect, useSyncExternalStore } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { shellText } from '#web/messages/en/shell.ts'
import type { UndoableChange, UndoHistory } from '#web/session/mutations/undo-history.ts'
import { preference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { dismissToast, toast, updateToast } from '#web/ui/toast.ts'

const LATE_TOAST_MS = 10_000
const SAVING_AFTER_MS = 1000

/** Shows each change with its Undo, and asks before undoing what has changed since. */
export function UndoToasts() {
  const { undo } = useSession()
  const confirmation = useSyncExternalStore(undo.confirmation.subscribe, undo.confirmation.get)
  useEffect(() => showUndoToasts(undo), [undo])
  useEffect(() => undo.onUndo((change) => announce(formatUndo(change))), [undo])

  if (!confirmation) return null
  const dismiss = () => undo.confirmation.set(null)
  return (
    <ConfirmDialog
      title={shellText.undoAnyway}
      secondary={{
        label: isUndone(confirmation.change) ? shellText.redoAnyway : shellText.restore,
        run: () => void undo.undo(confirmation.change.id, true),
      }}
      // Enter replaces nothing that someone else has set.
      primary={{ label: shellText.keepChange, run: dismiss }}
      onClose={dismiss}
    >
      <p>{confirmation.question}</p>
    </ConfirmDialog>
  )
}

/** The changes of one toast, newest first. */
interface ChangeToast {
  readonly id: number
  readonly changeIds: readonly number[]
}

function showUndoToasts(undo: UndoHistory) {
  let toasts: readonly ChangeToast[] = []
  // Changes made just before this code was loaded get a toast too.
  const isOld = ({ at }: { at: Date }) => Date.now() - at.getTime() > LATE_TOAST_MS
  /** The seconds left change in the text, which is not read out again. */
  let countdown: ReturnType<typeof setInterval> | undefined
  let newestId = undo.list().find(isOld)?.id ?? 0
  /** Z undoes the newest change, and no other of the toast. */
  const shortcutOf = (changes: readonly UndoableChange[]) => {
    const newest = undo.list().find((one) => !isUndone(one))
    const isOn = preference('single_key_shortcuts') === 'on'
    return isOn && changes.length === 1 && changes[0]?.id === newest?.id ? 'Z' : undefined
  }

  const show = (
    changes: readonly UndoableChange[],
    options: { key: string; duration?: number },
  ) => {
    const changeIds = changes.map(({ id }) => id)
    const [one, all] = changes.some(isUndone)
      ? [shellText.redo, shellText.redoAll]
      : [changes[0]?.undoLabel ?? messages.app.undo, shellText.undoAll]
    const action = {
      label: changes.length > 1 ? all : one,
      run: () => changeIds.forEach((id) => undo.undo(id)),
    }
    const silent = changes.every(({ isAnnounced }) => isAnnounced)
    const shortcut = shortcutOf(changes)
    const text = formatChanges(changes)
    const secondary = openerOf(changes)
    const id = toast({ text, action, secondary, shortcut, silent, ...options })
    toasts = [...toasts, { id, changeIds }]
    // The text says so when the changes are still being saved by then.
    setTimeout(update, SAVING_AFTER_MS)
  }

  /** A removed change was undone or rejected: its Undo would do nothing. */
  const refresh = ({ id, changeIds }: ChangeToast) => {
    const changes = undo.list().filter((change) => changeIds.includes(change.id))
    if (changes.length > 0)
      updateToast(id, {
        text: formatChanges(changes),
        shortcut: shortcutOf(changes),
        secondary: openerOf(changes),
      })
    else dismissToast(id)
    return changes.length > 0
  }

  function update() {
    toasts = toasts.filter(refresh)
    const changes = undo.list().filter(({ id }) => id > newestId)
    newestId = changes[0]?.id ?? newestId
    for (const change of changes.toReversed())
      if (change.delay) {
        show([change], { key: `delayed:${change.id}`, duration: millisecondsLeft(change.delay) })
        clearInterval(countdown)
        countdown = setInterval(update, 1000)
      }
    if (!undo.list().some(({ delay }) => delay)) clearInterval(countdown)
    const immediate = changes.filter(({ delay }) => !delay)
    // The last shown replaces the other: what can be undone is more important.
    for (const group of [immediate.filter(isUndone), immediate.filter((one) => !isUndone(one))])
      if (group.length > 0) show(group, { key: 'change' })
  }
  update()
  const stop = undo.subscribe(update)
  return () => (stop(), clearInterval(countdown))
}

/** A delayed mutation can be undone until it is sent. */
const millisecondsLeft = ({ ends_at }: { ends_at: number }) => Math.max(0, ends_at - Date.now())

/** Several in one toast are not one thing to open. */
const openerOf = (changes: readonly UndoableChange[]) =>
  changes.length === 1 ? changes[0]?.open : undefined

const isUndone = ({ undoes }: UndoableChange) => undoes !== undefined

const formatUndo = ({ label, undoes }: UndoableChange) =>
  undoes === undefined ? shellText.undone(label) : shellText.redone(undoes)

/** A delayed change may count down. */
const formatChange = (change: UndoableChange) =>
  (change.delay && change.delay.countdown?.(Math.round(millisecondsLeft(change.delay) / 1000))) ??
  shellText.change(change)

/** Changes that arrive together share a toast. */
function formatChanges(changes: readonly UndoableChange[]): string {
  const isSaving = changes.some(
    ({ state, at, savingLabel }) =>
      !savingLabel && state === 'sending' && Date.now() - at.getTime() >= SAVING_AFTER_MS,
  )
  const newest = changes[0] ? formatChange(changes[0]) : ''
  const text = shellText.changes(newest, changes.length - 1)
  return isSaving ? shellText.savingChange(text) : text
}
