import { useEffect } from 'react'

import { useSession } from '#web/session/session.ts'
import { hush } from '#web/ui/announce.tsx'
import { notSavedText } from '#web/ui/error-text.ts'
import { dismissToasts, toast } from '#web/ui/toast.ts'
import { words } from '#web/words/en.ts'

/** Says what the service refused, with a way to try again; what was told goes with the session. What was done is told by `undo-notices.tsx`. */
export function ChangeNotices() {
  const { run } = useSession()
  useEffect(() => {
    const stop = run.onReport(({ name, error, again }) =>
      toast({
        text: notSavedText(error, { mayDouble: run.mayDouble(name) }),
        tone: 'bad',
        action: { label: words.app.tryAgain, run: again },
      }),
    )
    return () => (stop(), dismissToasts(), hush())
  }, [run])
  return null
}
