import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

let typed = ''
// Longer than this nobody waits for what they opened.
const PATIENCE = 15_000

/** What was typed before the field it is meant for was there, Enter as a line end; the field takes it as it appears. */
export function consumeTypedText(): string {
  const text = typed
  typed = ''
  return text
}

/** The same for a field of one line; `onEnter` runs with it shown, where Enter was pressed after it. */
export function useBufferedLine(setText: (line: string) => void, onEnter: () => void) {
  const [entered, setEntered] = useState(false)
  const take = useEffectEvent(() => {
    const [line = '', ...more] = consumeTypedText().split('\n')
    setText(line)
    setEntered(line !== '' && more.length > 0)
  })
  const enter = useEffectEvent(onEnter)
  useLayoutEffect(() => take(), [])
  useEffect(() => {
    if (entered) enter()
  }, [entered])
}

/** From now on what is typed is kept for a field whose code is still on its way, and means nothing else. Returns how to stop. */
export function startTypeAheadBuffer(onCancel: () => void): () => void {
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
export function TypeAheadBuffer({ onCancel }: { onCancel: () => void }) {
  const cancel = useEffectEvent(onCancel)
  useLayoutEffect(() => startTypeAheadBuffer(() => cancel()), [])
  return null
}
