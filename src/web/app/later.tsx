import { type ComponentType, useEffect, useState } from 'react'

const AGAIN = 5000

/** A part that the first paint does without: fetched when the browser has nothing else to do, drawn once it is there. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  return function Later() {
    const [Part, setPart] = useState<ComponentType>()
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout>
      const fetch = () =>
        void load().then(
          (part) => setPart(() => part),
          () => (timer = setTimeout(fetch, AGAIN)),
        )
      // Safari has no idle callback.
      timer = setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(fetch))
      return () => clearTimeout(timer)
    }, [])
    return Part && <Part />
  }
}
