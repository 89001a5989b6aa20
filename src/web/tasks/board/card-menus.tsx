import Archive from 'lucide-react/icons/archive'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import Calendar from 'lucide-react/icons/calendar'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Link2 from 'lucide-react/icons/link'
import Maximize2 from 'lucide-react/icons/maximize-2'
import MoveRight from 'lucide-react/icons/move-right'
import PencilLine from 'lucide-react/icons/pencil-line'
import SquareCheck from 'lucide-react/icons/square-check'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect, useRef, useState } from 'react'

import type { Card } from '#client/resources.ts'
import { boardPartsText } from '#web/messages/en/board-parts.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import {
  type BoardActions,
  type CardField,
  type OverlayAnchor,
  useBoard,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { startingWith } from '#web/tasks/board-state/card-keys.ts'
import { useIsSelected } from '#web/tasks/board-state/card-selection.ts'
import type { CardEdit } from '#web/tasks/card-changes/card-edit.rules.ts'
import { applyCardEdit } from '#web/tasks/card-changes/edit-card.data.ts'
import { setCardStatus } from '#web/tasks/card-changes/edit-cards.data.ts'
import { copyCardLink } from '#web/tasks/card-dialog/card-commands.ts'
import { MoveCardDialog } from '#web/tasks/card-dialog/move-card-dialog.tsx'
import { CardFieldPopover } from '#web/tasks/card-fields/card-field-popover.tsx'
import { KeyHint } from '#web/ui/button.tsx'
import { ContextMenu, MenuItem, MenuSeparator, MenuText } from '#web/ui/popup/menu.tsx'

export type OpenOverlay =
  | { kind: 'menu'; card: Card }
  | { kind: 'move'; card: Card; anchor?: OverlayAnchor }
  | { kind: CardField; cards: readonly Card[]; anchor?: OverlayAnchor }

interface BoardOverlaysProps {
  open: OpenOverlay
  onClose: (kind: OpenOverlay['kind']) => void
}

/** The menu, dialog and editors of the board. */
export function BoardOverlays({ open, onClose }: BoardOverlaysProps) {
  const close = () => onClose(open.kind)
  if ('cards' in open)
    return <CardEditor field={open.kind} cards={open.cards} anchor={open.anchor} onClose={close} />
  if (open.kind === 'menu') return <CardMenu card={open.card} onClose={close} />
  return <MoveCardDialog card={open.card} anchor={open.anchor} onClose={close} />
}

interface CardEditorProps {
  field: CardField
  cards: readonly Card[]
  anchor: OverlayAnchor
  onClose: () => void
}

function CardEditor({ field, cards, anchor, onClose }: CardEditorProps) {
  const board = useBoard()
  const { context, ifEditable, editCards, focus } = useBoardActions()
  const [first] = cards
  // Once the popover is closed: what is outside a modal dialog cannot take the focus.
  useEffect(
    () => () => {
      if (first && !anchor) focus.request(first.id)
    },
    [focus, first, anchor],
  )
  const onChange = (edit: CardEdit) => {
    if (cards.length > 1 || !first) editCards(cards, edit)
    else ifEditable(() => applyCardEdit(context(), first, edit))
  }
  return (
    <CardFieldPopover
      field={field}
      cards={cards}
      board={board}
      anchor={anchor}
      onChange={onChange}
      onClose={onClose}
    />
  )
}

const menuText = boardPartsText.menu
const manyText = boardPartsText.menuMany

interface CardMenuProps {
  card: Card
  onClose: () => void
}

/**
 * One menu for the whole board, placed over the card that opened it. On a selected card it is about all selected cards. A
 * reader can open the card and copy its link.
 */
function CardMenu({ card, onClose }: CardMenuProps) {
  const actions = useBoardActions()
  const { toggleCompleted, move, openCard, openEditor, focus, selection } = actions
  const session = useSession()
  const { canEdit, disabledReason } = useBoardValues()
  const canDelete = useCapability('cards.delete')
  const isSelected = useIsSelected(selection, card.id)
  const [cards] = useState(() => actions.cardsWith(card))
  const isEditable = disabledReason === undefined
  const isMany = isEditable && cards.length > 1
  const labelOf = (name: keyof typeof manyText, single: string) =>
    isMany ? manyText[name](cards.length) : single
  const [corner] = useState(() => menuPosition(card.id))
  const focusedId = useRef(card.id)
  const moveWithinList = (position: 'top' | 'bottom') =>
    move(card, { list_id: card.list_id, position }, 'polite')
  const edit = (field: CardField) => openEditor(field, startingWith(card, cards))
  const remove = (type: 'archive' | 'delete') =>
    actions.ifEditable(() => {
      focusedId.current = neighborOf(actions, card, cards)
      if (isMany) actions.removeCards(cards, type)
      else setCardStatus(actions.context(), card, type)
    })
  const complete = () =>
    isMany
      ? actions.editCards(cards, { completed: !card.completed })
      : toggleCompleted(card, !card.completed)

  const label = labelOf('name', boardText.cardMenu(card.name))
  const restoreFocus = () => focus.request(focusedId.current)
  const copyLink = (
    <MenuItem icon={Link2} onSelect={() => copyCardLink(session, card)}>
      {menuText.copyLink}
    </MenuItem>
  )
  return (
    <ContextMenu at={corner} label={label} onClose={onClose} restoreFocus={restoreFocus}>
      <MenuItem icon={Maximize2} onSelect={() => openCard(card)}>
        <MenuItemLabel text={menuText.open} hint="↵" />
      </MenuItem>
      {!isEditable && copyLink}
      {!isEditable && canEdit && <MenuText>{disabledReason}</MenuText>}
      {isEditable && (
        <>
          <MenuItem icon={PencilLine} onSelect={() => openCard(card, 'title')}>
            {menuText.rename}
          </MenuItem>
          <MenuItem icon={Tag} onSelect={() => edit('labels')}>
            <MenuItemLabel text={labelOf('labels', menuText.labels)} hint="L" />
          </MenuItem>
          <MenuItem icon={Calendar} onSelect={() => edit('due')}>
            <MenuItemLabel text={labelOf('due', menuText.due)} hint="D" />
          </MenuItem>
          <MenuItem icon={UserPlus} onSelect={() => edit('members')}>
            <MenuItemLabel text={labelOf('members', menuText.members)} hint="A" />
          </MenuItem>
          <MenuItem icon={MoveRight} onSelect={() => actions.openMoveDialog(card)}>
            <MenuItemLabel text={labelOf('move', boardText.menu.move)} hint="M" />
          </MenuItem>
          {copyLink}
          <MenuItem icon={CircleCheckBig} onSelect={complete}>
            <MenuItemLabel
              text={
                card.completed
                  ? labelOf('reopen', boardText.menu.reopen)
                  : labelOf('done', boardText.menu.done)
              }
              hint="E"
            />
          </MenuItem>
          <MenuItem icon={SquareCheck} onSelect={() => selection.toggle(card.id)}>
            <MenuItemLabel text={isSelected ? menuText.deselect : menuText.select} hint="X" />
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={ArrowUpToLine} onSelect={() => moveWithinList('top')}>
            {labelOf('top', menuText.top)}
          </MenuItem>
          <MenuItem icon={ArrowDownToLine} onSelect={() => moveWithinList('bottom')}>
            {labelOf('bottom', menuText.bottom)}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Archive} onSelect={() => remove('archive')}>
            {labelOf('archive', menuText.archive)}
          </MenuItem>
          {canDelete && (
            <MenuItem icon={Trash2} tone="bad" onSelect={() => remove('delete')}>
              {labelOf('delete', menuText.delete)}
            </MenuItem>
          )}
        </>
      )}
    </ContextMenu>
  )
}

/** Has the focus once the cards have left their lists: the next card of the list that stays, or the one before. */
function neighborOf({ registry }: BoardActions, card: Card, removed: readonly Card[]): string {
  const cards = registry.columns.get(card.list_id)?.cards() ?? []
  const index = cards.findIndex(({ id }) => id === card.id)
  const stays = ({ id }: Card) => removed.every((one) => one.id !== id)
  return (cards.slice(index).find(stays) ?? cards.slice(0, index).findLast(stays) ?? card).id
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
