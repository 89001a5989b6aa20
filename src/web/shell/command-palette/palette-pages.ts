import Archive from 'lucide-react/icons/archive'

import { shell } from '#web/messages/en/shell.ts'
import { paths } from '#web/paths.ts'
import { navGroups } from '#web/shell/nav-items.ts'
import type { Choice } from './palette-choice.ts'

/** The keys after G, as `keyboard.ts` takes them. */
const keys: Partial<Record<string, string>> = { [paths.overview()]: 'G O', [paths.boards()]: 'G B' }

/** The rooms of the sidebar, and views of them that have an address. */
export const pageChoices = (): Choice[] => [
  ...navGroups
    .flatMap(({ items }) => items)
    .map(({ to, label, icon }) => {
      const shown = keys[to]
      return page(label, to, icon, shown)
    }),
  page(shell.actions.archivedBoards, paths.boards('archived'), Archive),
]

const page = (label: string, to: string, icon: Choice['icon'], shown?: string): Choice => ({
  id: `page:${to}`,
  label,
  icon,
  detail: shell.palette.page,
  does: { to },
  ...(shown && { keys: shown }),
})
