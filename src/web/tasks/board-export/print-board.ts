import type { Board } from '#client/resources.ts'
import { boardExportText as text } from '#web/messages/en/board-export.ts'
import { paths } from '#web/paths.ts'
import type { KeySession } from '#web/session/session.ts'
import { loadAllCards } from '#web/tasks/cards/load-board-cards.ts'
import { getLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { dismissToast, toast } from '#web/ui/toast.ts'

/** Prints the board with all its cards: those that are missing are loaded first. */
export async function printBoard(session: KeySession, board: Board): Promise<void> {
  const { signal, queryClient } = session
  const pathname = paths.board(board.id)
  if (!getLoadedCards(queryClient, board).isComplete) {
    const loading = toast({ key: 'print', text: text.loadingToPrint, duration: 600_000 })
    try {
      await loadAllCards(session, board, { signal })
    } catch {
      if (signal.aborted) return
      const action = { label: text.printLoaded, run: print }
      toast({ key: 'print', text: text.printFailed, tone: 'bad', action })
      return
    }
    dismissToast(loading)
    // Another page was opened meanwhile.
    if (!location.pathname.startsWith(pathname)) return
  }
  // The lists render the new cards, and the menu closes.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  print()
}
