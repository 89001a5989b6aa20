import { useEffect } from 'react'

import { useSession } from '#web/session/session.ts'
import { errorText } from '#web/ui/error-text.ts'
import { toast } from '#web/ui/toast.ts'
import { words } from '#web/words/en.ts'

/** Says what the service refused, with a way to try again. What was done is told by `undo-notices.tsx`. */
export function ChangeNotices() {
  const { run } = useSession()
  useEffect(
    () =>
      run.onReport(({ error, again }) =>
        toast({
          text: words.app.notSaved(errorText(error)),
          tone: 'bad',
          action: { label: words.app.tryAgain, run: again },
        }),
      ),
    [run],
  )
  return null
}
