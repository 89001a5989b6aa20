import { useEffect } from 'react'

import { words } from '#web/messages/en/en.ts'
import { toast } from '#web/ui/toast.ts'

/** Makes the controls marked by `usePaused` do nothing, and holds the sentence that describes them. */
export function Paused() {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest(PAUSED) : null
      if (!control) return
      event.preventDefault()
      event.stopPropagation()
      toast({ text: words.app.whyNot.offline })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return (
    <p id="why-paused" hidden>
      {words.app.whyNot.offline}
    </p>
  )
}

const PAUSED = '[aria-describedby="why-paused"]'
