import type { LucideIcon } from 'lucide-react'
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
import { useTypedLine } from '#web/ui/type-ahead-buffer.tsx'

const moveText = boardLazyText.move

type Where = 'top' | 'bottom' | 'after'

interface MoveCardDialogProps {
  card: Card
  onClose: () => void
}

/** The way to move a card without dragging: a number or a name, Enter for the bottom, Shift Enter for the top. */
export function MoveCardDialog({ card, onClose }: MoveCardDialogProps) {
  const board = useBoard()
  const session = useSession()
  const { move } = useBoardActions()
  const { layout, relative } = useBoardValues()
  const lists = activeLists(board)
  const [text, setText] = useState('')
  const [list_id, setList] = useState(card.list_id)
  const [where, setWhere] = useState<Where>('bottom')
  const [after, setAfter] = useState('')
  const field = useId()

  const found = lists.filter((list, index) => matches(list, index, text))
  const chosen = found.find(({ id }) => id === list_id) ?? found[0]
  const others = flattenCards(
    chosen && getCachedPages(session.queryClient, board.id, chosen.id),
  ).filter(({ id }) => id !== card.id)

  const send = (place: Where) => {
    if (!chosen) return
    onClose()
    const beside = others.find(({ id }) => id === after) ?? others[0]
    const asked: CardMove =
      place === 'after' && beside
        ? { list_id: chosen.id, after_card_id: beside.id }
        : { list_id: chosen.id, position: place === 'top' ? 'top' : 'bottom' }
    move(card, asked, 'polite')
  }
  useTypedLine(setText, () => send('bottom'))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send(where)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) {
      event.preventDefault()
      const index = found.findIndex(({ id }) => id === chosen?.id)
      setList(found[(index + by + found.length) % found.length]?.id ?? list_id)
    } else if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault()
      send('top')
    }
  }

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
            aria-controls={field}
            aria-activedescendant={chosen && `${field}-${chosen.id}`}
            aria-label={moveText.find}
            placeholder={moveText.find}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-control w-full rounded-control border border-control bg-surface px-3 text-cell focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus"
          />
        )}
        <div
          id={field}
          role="listbox"
          aria-label={boardText.lists}
          // On a phone there is no box to type in, so the list itself takes the keys.
          {...(layout.isPhone && {
            tabIndex: 0,
            'data-autofocus': true,
            'aria-activedescendant': chosen && `${field}-${chosen.id}`,
            onKeyDown,
          })}
          className="grid rounded-chip"
        >
          {found.map((list) => (
            <Option
              key={list.id}
              id={`${field}-${list.id}`}
              list={list}
              number={lists.indexOf(list) + 1}
              chosen={list.id === chosen?.id}
              here={list.id === card.list_id}
              onChoose={() => setList(list.id)}
            />
          ))}
          {found.length === 0 && (
            <p id={`${field}-none`} className="py-2 text-ink-3">
              {moveText.none(text)}
            </p>
          )}
        </div>
        <fieldset className="flex gap-2">
          <Place icon={ArrowUpToLine} value="top" now={where} onChoose={setWhere} />
          <Place icon={ArrowDownToLine} value="bottom" now={where} onChoose={setWhere} />
          {relative && <Place icon={ListPlus} value="after" now={where} onChoose={setWhere} />}
        </fieldset>
        {where === 'after' &&
          (others.length > 0 ? (
            <select
              aria-label={moveText.afterWhich}
              value={after}
              onChange={(event) => setAfter(event.target.value)}
              className="h-control w-full rounded-control border border-control bg-surface px-2 text-cell"
            >
              {others.map(({ id, name }) => (
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
          look="primary"
          size="large"
          {...(!chosen && { 'aria-disabled': true, 'aria-describedby': `${field}-none` })}
          hint="↵"
        >
          {moveText.to(chosen?.name ?? '')}
        </Button>
      </form>
    </Dialog>
  )
}

/** A digit alone is the number of a list; anything else is part of its name. */
const matches = (list: BoardList, index: number, text: string): boolean => {
  const wanted = normalizeText(text)
  return /^[1-9]$/.test(wanted)
    ? index + 1 === Number(wanted)
    : normalizeText(list.name).includes(wanted)
}

interface OptionProps {
  id: string
  list: BoardList
  number: number
  chosen: boolean
  here: boolean
  onChoose: () => void
}

function Option({ id, list, number, chosen, here, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onClick={onChoose}
      className={`flex min-h-8 cursor-pointer items-center gap-3 rounded-chip px-2 text-cell max-md:min-h-13 max-md:rounded-none max-md:border-b max-md:border-line max-md:px-0 max-md:text-body ${chosen ? 'bg-selected max-md:bg-transparent' : 'hover:bg-hover'}`}
    >
      <span
        aria-hidden
        className={`size-4.5 shrink-0 rounded-full border-[1.5px] md:hidden ${chosen ? 'border-[5px] border-accent' : 'border-control'}`}
      />
      <span className="min-w-0 flex-1 truncate font-medium">{list.name}</span>
      <span className="flex items-center gap-1.5 text-meta text-ink-3">
        {here ? (
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

interface PlaceProps {
  icon: LucideIcon
  value: Where
  now: Where
  onChoose: (where: Where) => void
}

const Place = ({ icon, value, now, onChoose }: PlaceProps) => (
  <label
    className={`flex h-control flex-auto items-center justify-center gap-2 rounded-control border px-2 text-cell font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-focus ${value === now ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-strong bg-surface hover:bg-hover'}`}
  >
    <input
      type="radio"
      name="where"
      className="sr-only"
      checked={value === now}
      onChange={() => onChoose(value)}
    />
    <Icon of={icon} />
    {moveText[value]}
  </label>
)
