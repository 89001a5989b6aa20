import { useEffect } from 'react'

import { curlOf } from '#client/curl.ts'
import { messages } from '#web/messages/en/app.ts'
import { useSession } from '#web/session/session.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { clearAnnouncements } from '#web/ui/live-region.tsx'
import { dismissAllToasts, toast } from '#web/ui/toast.ts'

/** Shows rejected mutations with a retry; clears its toasts and announcements with the session. */
export function MutationErrorToasts() {
  const { mutate, connection } = useSession()
  useEffect(() => {
    const stop = mutate.onError(({ name, request, error, retry }) =>
      toast({
        text: formatSaveError(error, {
          canDuplicate: name !== undefined && mutate.canDuplicate(name),
        }),
        tone: 'bad',
        action: { label: messages.app.tryAgain, run: retry },
        secondary: request && {
          label: messages.app.copyCurl,
          run: () =>
            void copyToClipboard(curlOf(connection.base_url, request), messages.app.curlCopied),
        },
      }),
    )
    return () => (stop(), dismissAllToasts(), clearAnnouncements())
  }, [mutate, connection])
  return null
}
