import { useEffect } from 'react'

type Press = (event: KeyboardEvent) => void

const early: KeyboardEvent[] = []
// Until the code that knows the keys has come they wait in line.
let press: Press = (event) => void early.push(event)

/** Hears every key, on the window: what a page takes for itself is taken by then. */
export function useShellKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Must be said at once, or the browser goes to its own search.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')
        event.preventDefault()
      press(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** From now on keys go here, those that waited first. */
export function takeKeys(take: Press) {
  press = take
  early.splice(0).forEach(take)
}
