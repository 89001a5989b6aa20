import { useEffect } from 'react'

import type { ShownRequest } from '#client/shown-request.ts'
import { messages } from '#web/messages/en/app.ts'
import { useSession } from '#web/session/session.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { clearAnnouncements } from '#web/ui/live-region.tsx'
import { dismissAllToasts, toast } from '#web/ui/toast.ts'

/** Shows rejected mutations with a retry; clears its toasts and announcements with the session. */
export function MutationErrorToasts() {
  const session = useSession()
  const { mutate } = session
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
          run: () => void copyCurl(session.connection.base_url, request),
        },
      }),
    )
    return () => (stop(), dismissAllToasts(), clearAnnouncements())
  }, [mutate, session])
  return null
}

/** Few copy, so its code is loaded then. */
async function copyCurl(base_url: string, request: ShownRequest): Promise<void> {
  const { curlOf } = await import('#client/curl.ts')
  await copyToClipboard(curlOf(base_url, request), messages.app.curlCopied)
}
