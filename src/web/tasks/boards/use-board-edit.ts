import { useMemo } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { boardEditText as text } from '#web/messages/en/board-edit.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { toast } from '#web/ui/toast.ts'
import type { BoardEditContext, BoardEditOutcome } from './board-cache.ts'

/** For changes of a board, its lists and labels by a component; shows their outcomes as toasts. */
export function useBoardEdit(board_id: string): BoardEditContext {
  const session = useSession()
  return useMemo(() => createBoardEdit(session, board_id), [session, board_id])
}

const createBoardEdit = (session: KeySession, board_id: string): BoardEditContext => ({
  session,
  board_id,
  onOutcome: reportBoardEdit,
})

function reportBoardEdit(outcome: BoardEditOutcome) {
  const { type, retry } = outcome
  if (type === 'changed_by_other') {
    toast({
      text: text.changedBySomeoneElse(outcome.name),
      tone: 'bad',
      action: { label: text.saveAnyway, run: retry },
    })
    return
  }
  const { error } = outcome
  if (error.details.some(({ code }) => code === 'list_not_empty'))
    return void toast({ text: text.listNotEmpty, tone: 'bad' })
  toast({
    text: formatSaveError(error),
    tone: 'bad',
    action: { label: messages.app.tryAgain, run: retry },
  })
}
