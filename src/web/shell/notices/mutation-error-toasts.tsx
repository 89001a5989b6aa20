import { useEffect } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { useSession } from '#web/session/session.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { clearAnnouncements } from '#web/ui/live-region.tsx'
import { dismissAllToasts, toast } from '#web/ui/toast.ts'

/** Shows rejected mutations with a retry; clears its toasts and announcements with the session. */
export function MutationErrorToasts() {
  const { mutate } = useSession()
  useEffect(() => {
    const stop = mutate.onError(({ name, error, retry }) =>
      toast({
        text: formatSaveError(error, {
          canDuplicate: name !== undefined && mutate.canDuplicate(name),
        }),
        tone: 'bad',
        action: { label: messages.app.tryAgain, run: retry },
      }),
    )
    return () => (stop(), dismissAllToasts(), clearAnnouncements())
  }, [mutate])
  return null
}
