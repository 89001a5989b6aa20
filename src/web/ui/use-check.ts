import { useEffect, useRef, useState } from 'react'

/**
 * When a field says what is wrong with it: when it is left after a change, or when the form is sent; from the first time
 * on also while typing. `check` answers undefined for what is right.
 */
export function useCheck(value: string, check: (value: string) => string | undefined) {
  const [first] = useState(value)
  const [isTelling, setTelling] = useState(false)
  const changed = useRef(false)
  useEffect(() => {
    if (value !== first) changed.current = true
  }, [value, first])

  const tell = () => setTelling((before) => before || check(value) !== undefined)
  return {
    issue: isTelling ? check(value) : undefined,
    onBlur: () => {
      if (changed.current) afterPress(tell)
    },
    /** Asked before sending; what is wrong is told from then on. */
    isRight: () => {
      tell()
      return check(value) === undefined
    },
  }
}

/** What a press on the way out would miss if the page moved under it waits until the press is over. */
function afterPress(act: () => void) {
  if (!document.documentElement.matches(':active')) return act()
  addEventListener('mouseup', () => setTimeout(act), { once: true })
}
