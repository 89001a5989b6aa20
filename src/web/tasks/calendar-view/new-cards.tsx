import { type ComponentProps, createContext, use, useMemo, useSyncExternalStore } from 'react'

import type { Board, Card } from '#client/resources.ts'
import { calendarText as text } from '#web/messages/en/calendar.ts'
import { useSession } from '#web/session/session.ts'
import { getCardSaveState, type NewCard } from '#web/tasks/card-changes/card-save-state.ts'
import { newCardsOf } from './calendar.rules.ts'

interface NewCards {
  readonly byKey: ReadonlyMap<string, NewCard>
  /** Opens a rejected card again, to change or discard it. */
  readonly reopen: (card: NewCard) => void
}

/** Cards that are being saved, and rejected ones. In the calendar their id is their key. */
export const NewCardsContext = createContext<NewCards>({ byKey: new Map(), reopen: () => {} })

export function useNewCards(board: Board) {
  const { newCards } = getCardSaveState(useSession())
  const all = useSyncExternalStore(newCards.subscribe, newCards.get)
  return useMemo(() => {
    const ofBoard = newCardsOf(board, all)
    return {
      byKey: new Map(ofBoard.map((card) => [card.key, card])),
      cards: ofBoard.map((card) => toCard(board.id, card)),
    }
  }, [all, board])
}

const toCard = (board_id: string, { key, list_id, name, due_at }: NewCard): Card => ({
  id: key,
  board_id,
  list_id,
  name,
  due_at: due_at ?? null,
  label_ids: [],
  members: [],
  completed: false,
  status: 'open',
})

export const useNewCard = (id: string): NewCard | undefined => use(NewCardsContext).byKey.get(id)

/** The shape of a card on a day; its state has the colors. */
export const calendarCardClass =
  'flex min-h-6 touch-manipulation items-center gap-1 rounded-md border px-1.5 text-meta leading-5 select-none focus-visible:z-3 max-md:min-h-11 max-md:text-body'

/** On its day like any card, but it cannot be opened or dragged. */
export function NewCalendarCard(props: { card: NewCard } & ComponentProps<'span'>) {
  const { card, className = '', ...rest } = props
  const { reopen } = use(NewCardsContext)
  const title = (
    <span dir="auto" className="calendar-title">
      {card.name}
    </span>
  )
  if (!card.error)
    return (
      <span
        {...rest}
        aria-busy="true"
        className={`${calendarCardClass} border-line-strong bg-raised text-start text-ink-3 hover:border-control ${className}`}
        title={text.saving}
      >
        {title}
      </span>
    )
  return (
    <button
      type="button"
      style={rest.style}
      aria-label={text.notSaved(card.name)}
      className={`${calendarCardClass} border-bad-solid bg-raised text-start text-bad-ink ${className}`}
      onClick={() => reopen(card)}
    >
      {title}
    </button>
  )
}
