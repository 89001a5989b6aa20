import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import ListPlus from 'lucide-react/icons/list-plus'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'

import type { BoardList, Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { boardLazyText } from '#web/messages/en/board-lazy.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { useBoard, useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { getCachedPages } from '#web/tasks/cards/card-cache.ts'
import { flattenCards, activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { Button, KeyHint } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { normalizeText } from '#web/ui/normalize-text.ts'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'

const moveText = boardLazyText.move

/** `after` needs relative moves. */
type TargetPosition = 'top' | 'bottom' | 'after'

interface MoveCardDialogProps {
  card: Card
  onClose: () => void
}

/** Moves a card without dragging: the number or name of a list, Enter for its bottom, Shift Enter for its top. */
export function MoveCardDialog({ card, onClose }: MoveCardDialogProps) {
  const board = useBoard()
  const { queryClient } = useSession()
  const { move } = useBoardActions()
  const { layout, relative } = useBoardValues()
  const [text, setText] = useState('')
  const [listId, setListId] = useState(card.list_id)
  const [position, setPosition] = useState<TargetPosition>('bottom')
  const [afterId, setAfterId] = useState('')
  const listboxId = useId()

  const lists = activeLists(board)
  const matches = lists.filter((list, index) => matchesText(list, index, text))
  const selected = matches.find(({ id }) => id === listId) ?? matches[0]
  const pages = selected && getCachedPages(queryClient, board.id, selected.id)
  const positions = relative ? (['top', 'bottom', 'after'] as const) : (['top', 'bottom'] as const)
  const otherCards = flattenCards(pages).filter(({ id }) => id !== card.id)

  const submit = (target: TargetPosition) => {
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(position)
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
  useBufferedLine(setText, () => submit('bottom'))

  return (
    <Dialog title={moveText.title} onClose={onClose} className="md:w-96">
      <form onSubmit={onSubmit} className="grid gap-4">
        <p className="-mt-4 text-meta break-words text-ink-2">{card.name}</p>
        {!layout.isPhone && (
          <input
            data-autofocus
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={listboxId}
            aria-activedescendant={selected && `${listboxId}-${selected.id}`}
            aria-label={moveText.find}
            placeholder={moveText.find}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-control w-full rounded-control border border-control bg-surface px-3 text-cell focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus"
          />
        )}
        <div
          id={listboxId}
          role="listbox"
          aria-label={boardText.lists}
          // A phone has no text field here, so the listbox itself takes the keys.
          {...(layout.isPhone && {
            tabIndex: 0,
            'data-autofocus': true,
            'aria-activedescendant': selected && `${listboxId}-${selected.id}`,
            onKeyDown,
          })}
          className="grid rounded-chip"
        >
          {matches.map((list) => (
            <ListOption
              key={list.id}
              id={`${listboxId}-${list.id}`}
              list={list}
              number={lists.indexOf(list) + 1}
              isSelected={list.id === selected?.id}
              isCurrent={list.id === card.list_id}
              onSelect={() => setListId(list.id)}
            />
          ))}
          {matches.length === 0 && (
            <p id={`${listboxId}-none`} className="py-2 text-ink-3">
              {moveText.none(text)}
            </p>
          )}
        </div>
        <fieldset className="flex gap-2">
          {positions.map((value) => (
            <PositionRadio
              key={value}
              value={value}
              isSelected={value === position}
              onSelect={() => setPosition(value)}
            />
          ))}
        </fieldset>
        {position === 'after' &&
          (otherCards.length > 0 ? (
            <select
              aria-label={moveText.afterCard}
              value={afterId}
              onChange={(event) => setAfterId(event.target.value)}
              className="h-control w-full rounded-control border border-control bg-surface px-2 text-cell"
            >
              {otherCards.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          ) : (
            <p className="text-meta text-ink-3">{moveText.noCards}</p>
          ))}
        <Button
          type="submit"
          variant="primary"
          size="large"
          {...(!selected && { 'aria-disabled': true, 'aria-describedby': `${listboxId}-none` })}
          hint="↵"
        >
          {moveText.to(selected?.name ?? '')}
        </Button>
      </form>
    </Dialog>
  )
}

/** A digit alone is the number of a list; anything else is part of its name. */
const matchesText = (list: BoardList, index: number, text: string): boolean => {
  const query = normalizeText(text)
  return /^[1-9]$/.test(query)
    ? index + 1 === Number(query)
    : normalizeText(list.name).includes(query)
}

interface ListOptionProps {
  id: string
  list: BoardList
  number: number
  isSelected: boolean
  /** The card is in this list. */
  isCurrent: boolean
  onSelect: () => void
}

function ListOption({ id, list, number, isSelected, isCurrent, onSelect }: ListOptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={onSelect}
      className={`flex min-h-8 cursor-pointer items-center gap-3 rounded-chip px-2 text-cell max-md:min-h-13 max-md:rounded-none max-md:border-b max-md:border-line max-md:px-0 max-md:text-body ${isSelected ? 'bg-selected max-md:bg-transparent' : 'hover:bg-hover'}`}
    >
      <span
        aria-hidden
        className={`size-4.5 shrink-0 rounded-full border-[1.5px] md:hidden ${isSelected ? 'border-[5px] border-accent' : 'border-control'}`}
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

interface PositionRadioProps {
  value: TargetPosition
  isSelected: boolean
  onSelect: () => void
}

const positionIcons = { top: ArrowUpToLine, bottom: ArrowDownToLine, after: ListPlus }

const PositionRadio = ({ value, isSelected, onSelect }: PositionRadioProps) => (
  <label
    className={`flex h-control flex-auto items-center justify-center gap-2 rounded-control border px-2 text-cell font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-focus ${isSelected ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-strong bg-surface hover:bg-hover'}`}
  >
    <input type="radio" name="where" className="sr-only" checked={isSelected} onChange={onSelect} />
    <Icon of={positionIcons[value]} />
    {moveText[value]}
  </label>
)
