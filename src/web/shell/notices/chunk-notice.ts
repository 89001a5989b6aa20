import { messages } from '#web/messages/en/app.ts'
import { type ChunkFailure, WAIT_MS } from '#web/ui/lazy-chunk.tsx'
import { dismissToast, getToastState, isInToast, subscribeToToasts, toast } from '#web/ui/toast.ts'

const text = messages.app

/** Offers to try again, or to reload. The person stops waiting when they do anything else or the toast goes. */
export function showChunkNotice({ isServerUp, signal, onRetry, onCancel }: ChunkFailure) {
  let isRetried = false
  const retry = () => {
    isRetried = true
    onRetry()
  }
  const id = toast({
    text: isServerUp ? text.broken.chunkFailed : text.chunkFailed,
    tone: 'bad',
    duration: WAIT_MS,
    action: isServerUp
      ? { label: text.broken.reload, run: () => location.reload() }
      : { label: text.tryAgain, run: retry },
  })
  const cancelIfDismissed = () => {
    if (getToastState().toasts.some((one) => one.id === id)) return
    // The action of the toast runs right after its dismissal.
    queueMicrotask(() => isRetried || signal.aborted || onCancel())
  }
  const onInput = (event: Event) => {
    if (isOtherInput(event)) onCancel()
  }
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, onInput, { capture: true, signal })
  signal.addEventListener('abort', subscribeToToasts(cancelIfDismissed))
  signal.addEventListener('abort', () => dismissToast(id))
}

const isOtherInput = (event: Event) =>
  !isInToast(event.target) &&
  !(event instanceof KeyboardEvent && /^(Tab|Shift|Control|Alt|Meta)$/.test(event.key))
