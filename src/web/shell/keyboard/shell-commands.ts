import { shell } from '#web/messages/en/shell.ts'
import type { KeySession } from '#web/session/session.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'
import { pressCreate } from './page-controls.ts'

/** What the shell's own actions work on. */
export type ShellTools = Pick<KeySession, 'cache' | 'undo' | 'abilities'>

/** Asks again for all that the page shows. */
export async function refresh({ cache }: ShellTools) {
  announce(shell.refreshing)
  await cache.refetchQueries({ type: 'active' })
  const failed = cache
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  announce(failed.length > 0 ? shell.notRefreshed : shell.refreshed)
}

/** Something new on this page, where the key may make one. */
export function create({ abilities }: ShellTools) {
  if (!pressCreate() && !abilities.get().may_write) toast({ text: shell.readOnly, tone: 'bad' })
}

export function undoLast({ undo }: ShellTools) {
  if (!undo.undoLast()) announce(shell.nothingToUndo)
}
