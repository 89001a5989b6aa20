import { shellText } from '#web/messages/en/shell.ts'
import type { KeySession } from '#web/session/session.ts'
import { HIDDEN_WAIT_MS } from '#web/ui/lazy-chunk.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'
import { startTypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
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
  if (clickCreateButton()) return
  const { can_write, me, public_api_only } = capabilities.get()
  if (!can_write) toast({ text: shellText.readOnly, tone: 'bad' })
  else if (!me && !public_api_only) void createOnceSettled(capabilities)
}

/**
 * Until the server has said what can be created, the page has no button. What is typed meanwhile is not for shortcuts,
 * unless the person does something else first.
 */
async function createOnceSettled({ settled }: CommandSession['capabilities']) {
  const { pathname } = location
  const stops = new AbortController()
  const { signal } = stops
  const stop = () => stops.abort()
  signal.addEventListener('abort', startTypeAheadBuffer(stop, HIDDEN_WAIT_MS))
  for (const type of ['pointerdown', 'popstate'])
    addEventListener(type, stop, { capture: true, signal })
  addEventListener('focusin', (event) => isInTextField(event) && stop(), { signal })
  await settled
  // The button is rendered now.
  requestAnimationFrame(() => {
    const isWanted = !signal.aborted && location.pathname === pathname
    stop()
    if (isWanted) clickCreateButton()
  })
}

export function undoLast({ undo }: CommandSession) {
  if (!undo.undoLast()) announce(shellText.nothingToUndo)
}

export const isInTextField = ({ target }: Event) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'))
