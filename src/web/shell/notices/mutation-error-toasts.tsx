import { useEffect } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { useSession } from '#web/session/session.ts'
import { notSavedText } from '#web/ui/error-message.ts'
import { clearAnnouncements } from '#web/ui/live-region.tsx'
import { dismissToasts, toast } from '#web/ui/toast.ts'

/** Says what the service refused, with a way to try again; what was told goes with the session. What was done is told by `undo-notices.tsx`. */
export function ChangeNotices() {
  const { mutate: run } = useSession()
  useEffect(() => {
    const stop = run.onError(({ name, error, retry: again }) =>
      toast({
        text: notSavedText(error, { mayDouble: run.canDuplicate(name) }),
        tone: 'bad',
        action: { label: messages.app.tryAgain, run: again },
      }),
    )
    return () => (stop(), dismissToasts(), clearAnnouncements())
  }, [run])
  return null
}
