import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Kanban from 'lucide-react/icons/square-kanban'
import Table2 from 'lucide-react/icons/table-2'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import { boardText as text } from '#web/messages/en/board.ts'
import type { BoardActions } from '#web/tasks/board-state/board-context.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { useLatestSearch, useSearchState } from '#web/ui/form/use-search-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import { segment, selected, tray } from '#web/ui/segmented-control.tsx'

export const VIEWS = ['board', 'table', 'calendar'] as const
export type BoardViewName = (typeof VIEWS)[number]
export const viewIcons: Readonly<Record<BoardViewName, LucideIcon>> = {
  board: Kanban,
  table: Table2,
  calendar: CalendarDays,
}

/** The view that the URL names. */
export const parseView = (search: URLSearchParams): BoardViewName =>
  VIEWS.find((view) => view === search.get('view')) ?? 'board'

/** The same search with another view; the filters stay. */
export function withView(search: URLSearchParams, view: BoardViewName): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view === 'board') next.delete('view')
  else next.set('view', view)
  return next
}

const nextView = (search: URLSearchParams): URLSearchParams =>
  withView(search, VIEWS[(VIEWS.indexOf(parseView(search)) + 1) % VIEWS.length] ?? 'board')

/** Shows a view, by default the next one. The focus goes to the same card there, or to the heading where that view does not show it. */
export function useSwitchView({ focus }: BoardActions): (view?: BoardViewName) => void {
  const [search, setSearch] = useSearchState()
  const view = parseView(search)
  const previousCard = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (document.activeElement === document.body && previousCard.current !== undefined)
      document.querySelector('h1')?.focus({ preventScroll: true })
    if (previousCard.current) focus.request(previousCard.current)
    previousCard.current = undefined
  }, [view, focus])
  return (next) => {
    const { activeElement } = document
    if (activeElement !== document.body) previousCard.current = cardOf(activeElement) ?? ''
    setSearch((current) => (next ? withView(current, next) : nextView(current)))
  }
}

const cardOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-testid=row]')?.dataset['id'] ??
  element?.closest<HTMLElement>('[data-card-id]')?.dataset['cardId']

/** The views of a board as links, so that each opens in a new tab as well. */
export function ViewSwitch({ isNarrow }: { isNarrow: boolean }) {
  // A view that is opened while a filter is on its way has it too.
  const search = useLatestSearch()
  const current = parseView(search)
  const { isPhone } = useBoardLayout()
  return (
    <nav
      aria-label={text.view}
      className={`${tray} shrink-0`}
      // Each as wide as its word; on a phone they share the row.
      style={isPhone ? undefined : { gridAutoColumns: 'max-content' }}
    >
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={{ search: withView(search, view).toString() }}
          aria-current={view === current ? 'page' : undefined}
          className={`${segment} ${view === current ? selected : ''}`}
        >
          {(!isNarrow || isPhone) && <Icon of={viewIcons[view]} />}
          {text.views[view]}
        </Link>
      ))}
    </nav>
  )
}
