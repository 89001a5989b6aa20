import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import MoveRight from 'lucide-react/icons/move-right'
import { useState } from 'react'

import type { Card } from '#contract/tasks/cards.ts'
import { boardLazyText } from '#web/messages/en/board-lazy.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useBoardContext } from '#web/tasks/board-state/board-context.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { MenuAt, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { MoveMenu } from './move-card-dialog.tsx'

export type OpenMenu = { what: 'menu' | 'move'; card: Card }

interface BoardMenusProps {
  open: OpenMenu
  onClose: (what: OpenMenu['what']) => void
}

/** What opens over the board. Code of its own: nobody opens a menu before the board is there. */
export const BoardMenus = ({ open, onClose }: BoardMenusProps) =>
  open.what === 'menu' ? (
    <CardMenu card={open.card} onClose={() => onClose('menu')} />
  ) : (
    <MoveMenu card={open.card} onClose={() => onClose('move')} />
  )

const menuText = boardLazyText.menu

interface CardMenuProps {
  card: Card
  onClose: () => void
}

/** The one menu of the board, over whichever card asked for it. */
export function CardMenu({ card, onClose }: CardMenuProps) {
  const { toggleCompleted: tick, move, openMove, focus } = useBoardContext()
  const [corner] = useState(() => cornerOf(card.id))
  const within = (position: 'top' | 'bottom') =>
    move(card, { list_id: card.list_id, position }, 'polite')

  return (
    <MenuAt
      at={corner}
      label={boardText.menuOf(card.name)}
      onClose={onClose}
      onFocusBack={() => document.querySelector('dialog[open]') || focus.want(card.id)}
    >
      <MenuItem icon={CircleCheckBig} onSelect={() => tick(card, !card.completed)}>
        <Line text={card.completed ? boardText.menu.reopen : boardText.menu.done} hint="E" />
      </MenuItem>
      <MenuItem icon={MoveRight} onSelect={() => openMove(card)}>
        <Line text={boardText.menu.move} hint="M" />
      </MenuItem>
      <MenuLine />
      <MenuItem icon={ArrowUpToLine} onSelect={() => within('top')}>
        {menuText.top}
      </MenuItem>
      <MenuItem icon={ArrowDownToLine} onSelect={() => within('bottom')}>
        {menuText.bottom}
      </MenuItem>
    </MenuAt>
  )
}

const Line = ({ text, hint }: { text: string; hint: string }) => (
  <>
    <span className="min-w-0 flex-1">{text}</span>
    <KeyHint>{hint}</KeyHint>
  </>
)

/** The end of the card's first line, where its menu button is. */
function cornerOf(card_id: string) {
  const card = document.querySelector(`[data-card-id="${CSS.escape(card_id)}"]`)
  const { top = 0, right = 0 } = card?.getBoundingClientRect() ?? {}
  return { top: top + 4, left: right - 28 }
}
