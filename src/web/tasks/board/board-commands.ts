import Download from 'lucide-react/icons/download'
import { matchPath } from 'react-router-dom'

import type { Card } from '#client/resources.ts'
import { boardExportText } from '#web/messages/en/board-export.ts'
import { boardText } from '#web/messages/en/board.ts'
import type { KeySession } from '#web/session/session.ts'
import type { BoardActions, CardField } from '#web/tasks/board-state/board-context.ts'
import { cellAnchorOf, startingWith } from '#web/tasks/board-state/card-keys.ts'
import { createCardCommands } from '#web/tasks/card-dialog/card-commands.ts'
import { getLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { type BoardViewName, viewIcons, VIEWS } from '#web/tasks/toolbar/view-switch.tsx'
import type { PageCommand } from '#web/ui/popup/page-commands.ts'

interface BoardCommandsOptions {
  readonly session: KeySession
  readonly actions: BoardActions
  readonly canEdit: boolean
  readonly view: BoardViewName
  readonly switchView: (view: BoardViewName) => void
  readonly openExport: (selected: readonly Card[]) => void
  /** What had the focus before the palette. */
  readonly focused: Element | null
}

/** The commands of a board for the palette. While a card is open they are those of its dialog. */
export function createBoardCommands(options: BoardCommandsOptions): readonly PageCommand[] {
  const { session, actions, view, switchView, openExport, focused } = options
  const { board } = actions.registry.snapshot()
  if (matchPath('/boards/:board_id', location.pathname)?.params.board_id !== board.id) return []
  const { cards } = getLoadedCards(session.queryClient, board)
  const selected = cards.filter(({ id }) => actions.selection.has(id))
  // In the table only the cell of the title has the first.
  const data = focused?.closest<HTMLElement>('[data-card-id], [data-testid=row]')?.dataset
  const id = data?.['cardId'] ?? data?.['id']
  const card = cards.find((one) => one.id === id)
  return [
    ...subjectCommands(options, selected, card),
    ...VIEWS.filter((name) => name !== view).map((name) => ({
      label: boardText.switchTo[name],
      icon: viewIcons[name],
      perform: { act: () => switchView(name) },
    })),
    {
      label: boardExportText.title(board.name),
      icon: Download,
      perform: { act: () => openExport(selected) },
    },
  ]
}

/**
 * Of the selected cards, as in the bar of the selection, or else of the card that had the focus. A key acts on the card that has
 * the focus, so commands for a selection elsewhere have none.
 */
function subjectCommands(
  { session, actions, canEdit, view }: BoardCommandsOptions,
  selected: readonly Card[],
  focused: Card | undefined,
): readonly PageCommand[] {
  const [first] = selected
  const isOutside = first !== undefined && !(focused && selected.includes(focused))
  const card = isOutside ? first : focused
  if (!card) return []
  const selectionBar = () => document.querySelector('[data-selection-bar]')
  const anchor = isOutside ? selectionBar : undefined
  const anchorOf = (field: CardField) =>
    anchor ?? (view === 'table' ? cellAnchorOf(card)(field) : undefined)
  const cards = isOutside ? selected : startingWith(card, actions.cardsWith(card))
  return createCardCommands({
    session,
    cards,
    edits: canEdit
      ? {
          openEditor: (field) => actions.openEditor(field, cards, anchorOf(field)),
          openMove: () => actions.openMoveDialog(card, anchor),
        }
      : undefined,
    hasKeys: !isOutside,
  })
}
