import CalendarX2 from 'lucide-react/icons/calendar-x-2'
import Check from 'lucide-react/icons/check'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { Card } from '#client/resources.ts'
import { calendarText as text } from '#web/messages/en/calendar.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import {
  type BoardActions,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { letterAction } from '#web/tasks/board-state/card-keys.ts'
import { useIsSelected } from '#web/tasks/board-state/card-selection.ts'
import { dueOf } from '#web/tasks/cards/due.rules.ts'
import { formatMoment } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { keyLetter } from '#web/ui/keyboard.ts'
import { useCalendarDrag } from './calendar-dnd.tsx'
import { calendarCardClass, NewCalendarCard, useNewCard } from './new-cards.tsx'

interface CalendarCardProps {
  card: Card
  /** Of this element; a card may be in two weeks. */
  id: string
  /** Only cards of the active day are in the tab order. */
  tabIndex?: 0 | -1
  style?: CSSProperties
  className?: string
}

export function CalendarCard(props: CalendarCardProps) {
  const { card, style, className } = props
  const newCard = useNewCard(card.id)
  if (newCard) return <NewCalendarCard card={newCard} style={style} className={className} />
  return <SavedCard {...props} />
}

/** A card on a day: a link that opens it, that can be dragged, and that takes the keys of a card. */
function SavedCard({ card, id, tabIndex = 0, style, className = '' }: CalendarCardProps) {
  const actions = useBoardActions()
  const { minute, canEdit, disabledReason } = useBoardValues()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isSelected = useIsSelected(actions.selection, card.id)
  const { search } = useLocation()
  const isFixed = !canEdit || disabledReason !== undefined
  const { ref, listeners, isDragging } = useCalendarDrag(card, id, isFixed)
  const node = useRef<HTMLAnchorElement>(null)
  const { focus } = actions
  // A card that changed its day is a new element: the focus follows it.
  useSyncExternalStore(focus.subscribe, () => focus.stateOf(card.id) === 'requested')
  useLayoutEffect(() => {
    if (focus.consumeRequest(card.id)) node.current?.focus()
  })
  const due = dueOf(card, new Date(minute * 60_000))
  const isOverdue = due?.state === 'overdue'
  const facts = [
    isOverdue && text.overdue,
    card.completed && text.done,
    card.due_at && text.due(formatMoment(new Date(card.due_at))),
  ]
  return (
    <Link
      title={card.name}
      ref={(element) => {
        node.current = element
        ref(element)
      }}
      {...listeners}
      to={{ pathname: paths.card(actions.board_id, card.id), search }}
      // The browser would drag the address.
      draggable={false}
      tabIndex={tabIndex}
      aria-description={facts.filter(Boolean).join(' ')}
      data-testid="card"
      data-card-id={card.id}
      data-list-id={card.list_id}
      data-due={due?.state}
      data-selected={isSelected || undefined}
      style={style}
      className={`${calendarCardClass} ${lookOf(due?.state)} data-selected:outline-2 data-selected:outline-accent ${isDragging ? 'opacity-40' : ''} ${className}`}
      onKeyDown={(event) => onCardKey(event, card, actions, singleKeys)}
      onContextMenu={(event) => {
        event.preventDefault()
        actions.openMenu(card)
      }}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        actions.selection.toggle(card.id)
      }}
    >
      {isOverdue && <Icon of={CalendarX2} size={14} />}
      {card.completed && <Icon of={Check} size={14} />}
      <span dir="auto" className="calendar-title">
        {card.name}
      </span>
    </Link>
  )
}

function lookOf(state: string | undefined): string {
  if (state === 'overdue') return 'border-bad-solid bg-bad-soft text-bad-ink'
  return `border-line-strong bg-raised hover:border-control ${state === 'done' ? 'text-ink-3' : 'text-ink'}`
}

function onCardKey(event: KeyboardEvent, card: Card, actions: BoardActions, singleKeys: boolean) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const action = cardAction(event, card, actions, singleKeys)
  if (!action) return
  event.preventDefault()
  event.stopPropagation() // the keys of the day
  action()
}

function cardAction(event: KeyboardEvent, card: Card, actions: BoardActions, singleKeys: boolean) {
  const { key, shiftKey } = event
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return () => actions.openMenu(card)
  if (!singleKeys || shiftKey) return undefined
  return letterAction(keyLetter(event), card, actions)
}

/** A card that has the focus, and where it is. */
interface FocusedCard {
  readonly element: Element
  readonly card_id: string
  /** Undefined among the cards without a due date. */
  readonly day: string | undefined
}

/**
 * Keeps the focus in the calendar when the card that has it goes: on another day it is another element, and undo removes
 * a new one. The focus follows the card; without it, it goes to the day of the card or to the heading of the cards without
 * a due date. Returns what the element around the cards needs.
 */
export function useKeptFocus() {
  const calendar = useRef<HTMLDivElement>(null)
  const focused = useRef<FocusedCard>(undefined)

  // After the cards, one of which may take the focus itself.
  useLayoutEffect(() => {
    const previous = focused.current
    if (!previous || previous.element.isConnected) return
    focused.current = undefined
    if (document.activeElement !== document.body) return
    const target = calendar.current?.querySelector<HTMLElement>(cardSelector(previous.card_id))
    const fallback = () => calendar.current?.querySelector<HTMLElement>(daySelector(previous.day))
    const heading = () => document.getElementById('undated-cards')
    const next = target ?? fallback() ?? heading()
    next?.focus()
  })

  const onFocus = ({ target }: FocusEvent) => {
    const card = target.closest<HTMLElement>('[data-card-id]')
    const card_id = card?.dataset['cardId']
    const day = card?.closest<HTMLElement>('[data-day]')?.dataset['day']
    focused.current = card_id === undefined ? undefined : { element: target, card_id, day }
  }
  // React reports no blur of an element that it removes.
  const onBlur = () => {
    focused.current = undefined
  }
  return { ref: calendar, onFocus, onBlur }
}

const cardSelector = (card_id: string) => `[data-card-id="${CSS.escape(card_id)}"]`

/** The cell of a day; in the agenda, where a day takes no focus, its first control. */
function daySelector(day: string | undefined): string {
  const element = `[data-day="${CSS.escape(day ?? '')}"]`
  return `${element}[tabindex], ${element} :is(a, button)`
}
