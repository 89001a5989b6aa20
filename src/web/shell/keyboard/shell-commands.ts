import { shellText } from '#web/messages/en/shell.ts'
import type { KeySession } from '#web/session/session.ts'
import { overlay } from '#web/shell/overlays.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the shell's own actions work on. */
export type ShellTools = Pick<KeySession, 'queryClient' | 'undo' | 'capabilities'>

/** Asks again for all that the page shows. */
export async function refresh({ queryClient }: ShellTools) {
  announce(shellText.refreshing)
  await queryClient.refetchQueries({ type: 'active' })
  const failed = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  announce(failed.length > 0 ? shellText.notRefreshed : shellText.refreshed)
}

/** Something new on this page, where the key may make one. */
export function create({ capabilities }: ShellTools) {
  if (!pressCreate() && !capabilities.get().can_write)
    toast({ text: shellText.readOnly, tone: 'bad' })
}

export function undoLast({ undo }: ShellTools) {
  if (!undo.undoLast()) announce(shellText.nothingToUndo)
}

/** Goes to the page's own field, or to the palette where a page has none. */
export function find() {
  const field = document.querySelector<HTMLElement>('#content [role=search] input')
  if (field) field.focus()
  else overlay.set('palette')
}

/** Presses the page's own button for a new thing; answers whether there is one. */
export function pressCreate(): boolean {
  const button = document.querySelector<HTMLElement>('#content [data-create]')
  button?.click()
  return button !== null
}

/** The page on the screen, by the name its `main` carries. */
export const currentPage = (): string =>
  document.querySelector<HTMLElement>('#content')?.dataset['page'] ?? ''
