import { shellText } from '#web/messages/en/shell.ts'
import type { KeySession } from '#web/session/session.ts'
import { overlay } from '#web/shell/overlays.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'

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

/** Focuses the search field of the page, or opens the palette. */
export function focusSearch() {
  const field = document.querySelector<HTMLElement>('#content [role=search] input')
  if (field) field.focus()
  else overlay.set('palette')
}

/** Clicks the create button of the page; returns whether there is one. */
export function clickCreateButton(): boolean {
  const button = document.querySelector<HTMLElement>('#content [data-create]')
  button?.click()
  return button !== null
}

/** `data-page` of the current page. */
export const currentPageName = (): string =>
  document.querySelector<HTMLElement>('#content')?.dataset['page'] ?? ''
