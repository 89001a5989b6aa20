import Lines from 'lucide-react/icons/menu'
import { Link, NavLink, useLocation } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { navGroups } from './nav-items.ts'

const tab =
  'grid flex-1 place-items-center content-center gap-1 text-tag font-medium text-ink-2 aria-[current=page]:text-accent-ink'

/** The navigation on a phone: one tab of each group. The page More lists the other pages. */
export function BottomBar() {
  const { pathname } = useLocation()
  const isCurrent = (to: string) =>
    to === paths.overview() ? pathname === to : `${pathname}/`.startsWith(`${to}/`)
  return (
    <nav
      aria-label={messages.app.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-20 flex h-[var(--bottom-bar)] items-stretch border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {navGroups.map(({ label, items }) => {
        const main = items.find(({ isMain }) => isMain) ?? items[0]
        if (!main) return null
        return (
          <Link
            key={main.to}
            to={main.to}
            aria-current={items.some(({ to }) => isCurrent(to)) ? 'page' : undefined}
            className={tab}
          >
            <Icon of={main.icon} size={20} />
            {items.length > 1 ? label : main.label}
          </Link>
        )
      })}
      <NavLink to={paths.more()} className={tab}>
        <Icon of={Lines} size={20} />
        {messages.app.more}
      </NavLink>
    </nav>
  )
}
