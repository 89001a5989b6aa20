import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250
const MAX_SEARCH = 200

/** As much of a text as servers search, in whole characters and one line; undefined for none. */
export const toSearch = (text: string | null | undefined): string | undefined =>
  [...(text ?? '').trim().replaceAll(/\s+/g, ' ')].slice(0, MAX_SEARCH).join('') || undefined

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
