import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'

import type { BoardList, Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { boardPartsText } from '#web/messages/en/board-parts.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import {
  type OverlayAnchor,
  useBoard,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { getCachedPages } from '#web/tasks/cards/card-cache.ts'
import { flattenCards, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { Button, KeyHint } from '#web/ui/button.tsx'
import { ListboxSearch } from '#web/ui/form/listbox-search.tsx'
import { VirtualListbox, type VirtualRowProps } from '#web/ui/form/virtual-listbox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { normalizeText } from '#web/ui/normalize-text.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import { MoveActions, MoveForm, type TargetPosition } from './move-card-positions.tsx'
import { MoveToBoard } from './move-to-board.tsx'

const moveText = boardPartsText.move

interface MoveCardDialogProps {
  /** If it is selected, all selected cards move. */
  card: Card
  /** By default the card. */
  anchor?: OverlayAnchor
  onClose: () => void
}

/**
 * Moves a card without dragging: the number or name of a list, Enter for its bottom, Shift Enter for its top. At the card;
 * on a phone a sheet. The next list is selected.
 */
export function MoveCardDialog({ card, anchor, onClose }: MoveCardDialogProps) {
  const board = useBoard()
  const { queryClient } = useSession()
  const { move, focus, cardsWith } = useBoardActions()
  const [cards] = useState(() => cardsWith(card))
  const { layout, relative } = useBoardValues()
  const lists = activeLists(board)
  const [text, setText] = useState('')
  const [listId, setListId] = useState(() => likelyTarget(lists, card)?.id)
  const listboxId = useId()
  const [isToBoard, setToBoard] = useState(false)

  const matches = lists.filter((list, index) => matchesText(list, index, text))
  const selected = matches.find(({ id }) => id === listId) ?? matches[0]
  const pages = selected && getCachedPages(queryClient, board.id, selected.id)
  const otherCards = flattenCards(pages).filter((one) => cards.every(({ id }) => id !== one.id))

  const submit = (target: TargetPosition, afterId = '') => {
    if (!selected) return
    onClose()
    const list_id = selected.id
    const above = otherCards.find(({ id }) => id === afterId) ?? otherCards[0]
    const cardMove: CardMove =
      target === 'after' && above
        ? { list_id, after_card_id: above.id }
        : { list_id, position: target === 'top' ? 'top' : 'bottom' }
    move(card, cardMove, 'polite')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const index = matches.findIndex(({ id }) => id === selected?.id)
      setListId(matches[(index + step + matches.length) % matches.length]?.id ?? listId)
    } else if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault()
      submit('top')
    }
  }
  // Once the dialog is closed: what is outside a modal dialog cannot take the focus.
  useEffect(
    () => () => {
      if (!anchor) focus.request(card.id)
    },
    [focus, card.id, anchor],
  )

  const optionId = selected && `${listboxId}-${selected.id}`
  const noneId = `${listboxId}-none`
  const positions = { list: selected, otherCards, relative, submit, noneId }
  const listbox = (
    <VirtualListbox
      id={listboxId}
      aria-label={boardText.lists}
      // A phone has no text field here, so the listbox itself takes the keys.
      {...(layout.isPhone && {
        tabIndex: 0,
        'data-autofocus': true,
        'aria-activedescendant': optionId,
        onKeyDown,
      })}
      className="max-h-[45dvh] overflow-y-auto overscroll-contain rounded-chip md:max-h-80"
      count={matches.length}
      rowHeight={(layout.isPhone ? 3.25 : 2) * layout.rem}
      activeIndex={matches.findIndex(({ id }) => id === selected?.id)}
    >
      {(index, row) => {
        const list = matches[index]
        return (
          list && (
            <ListOption
              key={list.id}
              row={row}
              id={`${listboxId}-${list.id}`}
              list={list}
              number={lists.indexOf(list) + 1}
              isSelected={list.id === selected?.id}
              isCurrent={list.id === card.list_id}
              onSelect={() => setListId(list.id)}
              onConfirm={() => submit('bottom')}
            />
          )
        )
      }}
    </VirtualListbox>
  )
  const none = matches.length === 0 && (
    <p id={noneId} className="px-2 py-2 text-cell break-words text-ink-3">
      {moveText.none(text)}
    </p>
  )

  return (
    <Popover
      title={cards.length > 1 ? moveText.titleMany : moveText.title}
      subtitle={cards.length > 1 ? boardText.cards(cards.length) : card.name}
      anchor={anchor ?? (() => document.querySelector(`[data-card-id="${CSS.escape(card.id)}"]`))}
      side={anchor ? 'below' : 'beside'}
      onClose={onClose}
      className="md:w-75"
    >
      {isToBoard ? (
        <MoveToBoard card={card} onClose={onClose} />
      ) : layout.isPhone ? (
        <MoveForm {...positions}>
          {listbox}
          {none}
        </MoveForm>
      ) : (
        <form
          onSubmit={(event: FormEvent) => (event.preventDefault(), submit('bottom'))}
          className="grid gap-1 p-1.5"
        >
          <ListboxSearch
            label={moveText.find}
            listboxId={listboxId}
            activeId={optionId}
            value={text}
            onChange={setText}
            onKeyDown={onKeyDown}
          />
          {listbox}
          {none}
          <MoveActions key={selected?.id} {...positions} />
        </form>
      )}
      {relative && cards.length === 1 && !isToBoard && (
        <Button
          variant="quiet"
          onClick={() => setToBoard(true)}
          className="m-1.5 max-md:mx-5 max-md:mb-5"
        >
          {moveText.otherBoard}
        </Button>
      )}
    </Popover>
  )
}

/** Cards mostly go on to the next list; from the last one they go back. */
function likelyTarget(lists: readonly BoardList[], card: Card): BoardList | undefined {
  const index = lists.findIndex(({ id }) => id === card.list_id)
  return lists[index + 1] ?? lists[index - 1] ?? lists[index]
}

/** A digit alone is the number of a list; anything else is part of its name. */
const matchesText = (list: BoardList, index: number, text: string): boolean => {
  const query = normalizeText(text)
  return /^[1-9]$/.test(query)
    ? index + 1 === Number(query)
    : normalizeText(list.name).includes(query)
}

interface ListOptionProps {
  row: VirtualRowProps
  id: string
  list: BoardList
  number: number
  isSelected: boolean
  /** The card is in this list. */
  isCurrent: boolean
  onSelect: () => void
  onConfirm: () => void
}

function ListOption(props: ListOptionProps) {
  const { row, id, list, number, isSelected, isCurrent, onSelect, onConfirm } = props
  return (
    <div
      {...row}
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={onSelect}
      onDoubleClick={onConfirm}
      className="flex cursor-pointer items-center gap-3 rounded-chip px-2 text-cell hover:bg-hover aria-selected:bg-selected max-md:rounded-none max-md:border-b max-md:border-line max-md:px-0 max-md:text-body max-md:aria-selected:bg-transparent"
    >
      <span
        aria-hidden
        className={`size-4.5 shrink-0 rounded-full md:hidden ${isSelected ? 'border-[5px] border-accent' : 'border-[1.5px] border-control'}`}
      />
      <span className="min-w-0 flex-1 truncate font-medium">{list.name}</span>
      <span className="flex items-center gap-1.5 text-meta text-ink-3">
        {isCurrent ? (
          moveText.here
        ) : list.completes_cards ? (
          <>
            <Icon of={CircleCheckBig} size={14} />
            {moveText.completes}
          </>
        ) : (
          list.card_count !== undefined && boardText.cards(list.card_count)
        )}
        {number <= 9 && <KeyHint>{number}</KeyHint>}
      </span>
    </div>
  )
}
