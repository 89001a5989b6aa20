import { useCallback, useMemo, useState } from 'react'

import { useSession } from '#web/session/session.ts'
import { createDrafts } from './drafts.ts'

/** A text field whose content survives a closed tab: `[text, write, sent]`. `sent` empties it for good. */
export function useDraft(what: string, first = '') {
  const session = useSession()
  const drafts = useMemo(() => createDrafts(() => session.connection.fingerprint), [session])
  const [text, setText] = useState(() => drafts.read(what)?.text ?? first)
  const write = useCallback(
    (typed: string) => {
      setText(typed)
      drafts.keep(what, typed)
    },
    [drafts, what],
  )
  const sent = useCallback(() => {
    setText('')
    drafts.drop(what)
  }, [drafts, what])
  return [text, write, sent] as const
}
