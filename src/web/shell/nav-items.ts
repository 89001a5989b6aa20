import type { LucideIcon } from 'lucide-react'
import House from 'lucide-react/icons/house'
import SquareKanban from 'lucide-react/icons/square-kanban'

import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'

interface NavGroup {
  label?: string
  items: { to: string; label: string; icon: LucideIcon }[]
}

export const navGroups: NavGroup[] = [
  { items: [{ to: paths.overview(), label: messages.app.nav.overview, icon: House }] },
  {
    label: messages.app.nav.tasks,
    items: [{ to: paths.boards(), label: messages.app.nav.boards, icon: SquareKanban }],
  },
]

/** A row of the sidebar; the current page looks raised. */
export const navItem =
  'group relative flex min-h-[1.875rem] items-center gap-2.5 rounded-control border border-transparent px-2 text-cell text-ink-2 transition-colors duration-quick hover:bg-pressed hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-ink max-lg:min-h-9 max-lg:justify-center max-lg:px-0 pointer-coarse:min-h-11'

/** In the rail the label appears next to its icon on hover and focus. */
export const railLabel =
  'min-w-0 truncate max-lg:sr-only max-lg:group-hover:not-sr-only max-lg:group-focus-visible:not-sr-only max-lg:group-hover:absolute max-lg:group-focus-visible:absolute max-lg:start-full max-lg:group-hover:ms-2 max-lg:group-focus-visible:ms-2 max-lg:group-hover:rounded-chip max-lg:group-focus-visible:rounded-chip max-lg:group-hover:bg-inverse max-lg:group-focus-visible:bg-inverse max-lg:group-hover:px-2 max-lg:group-focus-visible:px-2 max-lg:group-hover:py-1 max-lg:group-focus-visible:py-1 max-lg:group-hover:text-ink-inverse max-lg:group-focus-visible:text-ink-inverse'
