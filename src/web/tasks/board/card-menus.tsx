import type { Card } from '#contract/tasks/cards.ts'
import { CardMenu } from './card-menu.tsx'
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
