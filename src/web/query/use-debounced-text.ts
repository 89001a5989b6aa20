import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/** A text once nothing was typed for 250 ms; an empty one at once. */
export function useDebouncedText<Text extends string | undefined>(text: Text): Text {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return undefined
    const timer = setTimeout(() => setSettled(text), text ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [text, settled])
  return settled
}
