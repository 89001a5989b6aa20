import { useEffect, useLayoutEffect, useRef } from 'react'

let typed = ''
// Longer than this nobody waits for what they opened.
const PATIENCE = 15_000

/** What was typed before the field it is meant for was there, Enter as a line end; the field takes it as it appears. */
export function takeTyped(): string {
  const text = typed
  typed = ''
  return text
}

/** The same for a field of one line, and whether Enter was pressed after it. */
export function takeTypedLine(): readonly [text: string, entered: boolean] {
  const [line = '', ...more] = takeTyped().split('\n')
  return [line, line !== '' && more.length > 0]
}

/** From now on what is typed is kept for a field whose code is still on its way, and means nothing else. Returns how to stop. */
export function keepTyping(onCancel: () => void): () => void {
  typed = ''
  const keep = (event: KeyboardEvent) => {
    const isChord = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
    if (isChord || event.isComposing || event.key === 'Tab') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('')
    else if (event.key === 'Enter') typed += '\n'
    else if ([...event.key].length === 1) typed += event.key
  }
  addEventListener('keydown', keep, true)
  const timer = setTimeout(onCancel, PATIENCE)
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', keep, true)
    // The field appears in the same task or not at all, and another one must not find this.
    queueMicrotask(() => (typed = ''))
  }
}

/** Stands in for a field while its code is fetched. */
export function TypingKept({ onCancel }: { onCancel: () => void }) {
  const latest = useRef(onCancel)
  useEffect(() => void (latest.current = onCancel))
  useLayoutEffect(() => keepTyping(() => latest.current()), [])
  return null
}
