import { type ComponentType, useEffect, useState } from 'react'

const AGAIN = 5000

// Safari has no idle callback; on a busy machine none would come for long.
const soon = (work: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout: 1000 })
    : setTimeout(work)

/** A part that the first paint does without: fetched when the browser has nothing else to do, drawn once it is there. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  return function Later() {
    const [Part, setPart] = useState<ComponentType>()
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout>
      let gone = false
      const fetch = () =>
        void load().then(
          (part) => setPart(() => part),
          () => {
            if (!gone) timer = setTimeout(fetch, AGAIN)
          },
        )
      timer = setTimeout(() => soon(fetch))
      return () => {
        gone = true
        clearTimeout(timer)
      }
    }, [])
    return Part && <Part />
  }
}
