import { listViewText as text } from '#web/messages/en/list-view.ts'
import type { KeySession } from '#web/session/session.ts'
import type { BoardActions } from '#web/tasks/board-state/board-context.ts'
import { setListView } from '#web/tasks/board-state/list-views.ts'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { toast } from '#web/ui/toast.ts'

/** Scrolls to the list that a link names, opens it when it is collapsed, and focuses its first card. */
export function revealList({ connection }: KeySession, actions: BoardActions, list_id: string) {
  const { registry, focus } = actions
  const { board } = registry.snapshot()
  if (!activeLists(board).some(({ id }) => id === list_id)) return void toast({ text: text.gone })
  setListView(connection.fingerprint, list_id, { isCollapsed: false })
  requestAnimationFrame(() => {
    registry.revealList(list_id)
    // The scroll renders a list that was out of view.
    requestAnimationFrame(() => {
      const [first] = registry.columns.get(list_id)?.cards() ?? []
      if (first) focus.request(first.id)
    })
  })
}
