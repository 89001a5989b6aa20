import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

import { WAIT_MS } from './lazy-chunk.tsx'
import { isInToast } from './toast.ts'

let buffer = ''
let listener: ((event: KeyboardEvent) => void) | undefined

/** A line end in pasted text, which is no Enter. */
export const PASTED_LINE_END = '\r'

/** What was typed or pasted before the field it is meant for was there, Enter as `\n`; the field takes it as it appears. */
export function consumeTypedText(): string {
  const text = buffer
  buffer = ''
  return text
}

/** The same for a field of one line; `onEnter` runs with it shown, where Enter was pressed after it. */
export function useBufferedLine(setText: (line: string) => void, onEnter: () => void) {
  const [isSubmitted, setEntered] = useState(false)
  const consume = useEffectEvent(() => {
    const [line = '', ...more] = consumeTypedText().replaceAll(PASTED_LINE_END, ' ').split('\n')
    setText(line)
    setEntered(line !== '' && more.length > 0)
  })
  const enter = useEffectEvent(onEnter)
  useLayoutEffect(() => consume(), [])
  useEffect(() => {
    if (isSubmitted) enter()
  }, [isSubmitted])
}

/** Keeps a key that was pressed earlier; returns whether anything waits for text. */
export function bufferTypedKey(event: KeyboardEvent): boolean {
  listener?.(event)
  return listener !== undefined
}

/** From now on what is typed is kept for a field whose code is still on its way, and means nothing else. Returns how to stop. */
export function startTypeAheadBuffer(onCancel: () => void, waitMs = WAIT_MS): () => void {
  buffer = ''
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl Enter sends a form as Enter does.
    const isChord =
      (event.ctrlKey || event.metaKey) &&
      event.key !== 'Enter' &&
      !event.getModifierState('AltGraph')
    if (isChord || event.isComposing || event.key === 'Tab' || isInToast(event.target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Backspace') buffer = [...buffer].slice(0, -1).join('')
    else if (event.key === 'Enter') buffer += '\n'
    else if ([...event.key].length === 1) buffer += event.key
  }
  const onPaste = (event: ClipboardEvent) => {
    if (isInToast(event.target)) return
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    buffer += text.replaceAll(/\r\n?|\n/g, PASTED_LINE_END)
  }
  listener = onKeyDown
  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  addEventListener('keydown', onKeyDown, options)
  addEventListener('paste', onPaste, options)
  const timer = setTimeout(onCancel, waitMs)
  return () => {
    clearTimeout(timer)
    if (listener === onKeyDown) listener = undefined
    listeners.abort()
    // The field appears in the same task or not at all, and another one must not find this.
    queueMicrotask(() => {
      if (!listener) buffer = ''
    })
  }
}

/** Stands in for a field while its code is fetched. */
export function TypeAheadBuffer({ onCancel }: { onCancel: () => void }) {
  const cancel = useEffectEvent(onCancel)
  useLayoutEffect(() => startTypeAheadBuffer(() => cancel()), [])
  return null
}
