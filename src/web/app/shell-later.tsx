import { useEffect, useState } from 'react'

import type * as Parts from './shell-parts.tsx'

const AGAIN = 5000

/** What the first paint does without: palette, help, recent changes, jobs. Fetched when the browser has nothing else to do. */
export function ShellLater() {
  const [parts, setParts] = useState<typeof Parts>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const load = () =>
      void import('./shell-parts.tsx').then(setParts, () => (timer = setTimeout(load, AGAIN)))
    // Safari has no idle callback.
    timer = setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(load))
    return () => clearTimeout(timer)
  }, [])
  return parts && <parts.ShellParts />
}
