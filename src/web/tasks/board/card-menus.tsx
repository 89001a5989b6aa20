import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import MoveRight from 'lucide-react/icons/move-right'
import { useState } from 'react'

import type { Card } from '#client/resources.ts'
import { boardLazyText } from '#web/messages/en/board-lazy.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useBoardActions } from '#web/tasks/board-state/board-context.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { ContextMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { MoveCardDialog } from './move-card-dialog.tsx'

export type OpenOverlay = { kind: 'menu' | 'move'; card: Card }

interface BoardOverlaysProps {
  open: OpenOverlay
  onClose: (kind: OpenOverlay['kind']) => void
}

/** The menu and dialog of the board, in a lazy chunk. */
export const BoardOverlays = ({ open, onClose }: BoardOverlaysProps) =>
  open.kind === 'menu' ? (
    <CardMenu card={open.card} onClose={() => onClose('menu')} />
  ) : (
    <MoveCardDialog card={open.card} onClose={() => onClose('move')} />
  )

const menuText = boardLazyText.menu

interface CardMenuProps {
  card: Card
  onClose: () => void
}

/** One menu for the whole board, placed over the card that opened it. */
function CardMenu({ card, onClose }: CardMenuProps) {
  const { toggleCompleted, move, openMoveDialog, focus } = useBoardActions()
  const [corner] = useState(() => menuPosition(card.id))
  const moveWithinList = (position: 'top' | 'bottom') =>
    move(card, { list_id: card.list_id, position }, 'polite')

  return (
    <ContextMenu
      at={corner}
      label={boardText.cardMenu(card.name)}
      onClose={onClose}
      restoreFocus={() => focus.request(card.id)}
    >
      <MenuItem icon={CircleCheckBig} onSelect={() => toggleCompleted(card, !card.completed)}>
        <MenuItemLabel
          text={card.completed ? boardText.menu.reopen : boardText.menu.done}
          hint="E"
        />
      </MenuItem>
      <MenuItem icon={MoveRight} onSelect={() => openMoveDialog(card)}>
        <MenuItemLabel text={boardText.menu.move} hint="M" />
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ArrowUpToLine} onSelect={() => moveWithinList('top')}>
        {menuText.top}
      </MenuItem>
      <MenuItem icon={ArrowDownToLine} onSelect={() => moveWithinList('bottom')}>
        {menuText.bottom}
      </MenuItem>
    </ContextMenu>
  )
}

const MenuItemLabel = ({ text, hint }: { text: string; hint: string }) => (
  <>
    <span className="min-w-0 flex-1">{text}</span>
    <KeyHint>{hint}</KeyHint>
  </>
)

/** The end of the first line of the card, where its menu button is. */
function menuPosition(card_id: string) {
  const card = document.querySelector(`[data-card-id="${CSS.escape(card_id)}"]`)
  const { top = 0, right = 0 } = card?.getBoundingClientRect() ?? {}
  return { top: top + 4, left: right - 28 }
}
