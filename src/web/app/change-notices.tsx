import { useEffect } from 'react'

import { useSession } from '#web/session/session.ts'
import { errorText } from '#web/ui/states.tsx'
import { dismissToast, toast } from '#web/ui/toast.ts'
import { words } from '#web/words/en.ts'

/** Says what was changed, with its Undo, and what the service refused, with a way to try again. */
export function ChangeNotices() {
  const { undo, run } = useSession()

  useEffect(() => {
    const shown = new Map<number, number>()
    let newest = undo.list()[0]?.id ?? 0
    return undo.subscribe(() => {
      const changes = undo.list()
      // A change that is gone was taken back or refused: its Undo would do nothing.
      for (const [id, toastId] of shown) {
        if (changes.some((change) => change.id === id)) continue
        dismissToast(toastId)
        shown.delete(id)
      }
      const change = changes[0]
      if (!change || change.id <= newest) return
      newest = change.id
      const action = { label: words.app.undo, run: () => undo.undo(change.id) }
      shown.set(change.id, toast({ text: change.words, action }))
    })
  }, [undo])

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
