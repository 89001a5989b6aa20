import { shellText } from '#web/messages/en/shell.ts'
import type { KeySession } from '#web/session/session.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'
import { clickCreateButton } from './page-controls.ts'

export type CommandSession = Pick<KeySession, 'queryClient' | 'undo' | 'capabilities'>

/** Refetches the active queries and announces the result. */
export async function refresh({ queryClient }: CommandSession) {
  announce(shellText.refreshing)
  await queryClient.refetchQueries({ type: 'active' })
  const failed = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  announce(failed.length > 0 ? shellText.refreshFailed : shellText.refreshed)
}

/** Starts creating an item on this page, or explains that the key is read-only. */
export function startCreate({ capabilities }: CommandSession) {
  if (!clickCreateButton() && !capabilities.get().can_write)
    toast({ text: shellText.readOnly, tone: 'bad' })
}

export function undoLast({ undo }: CommandSession) {
  if (!undo.undoLast()) announce(shellText.nothingToUndo)
}
