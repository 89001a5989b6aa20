import Lines from 'lucide-react/icons/menu'
import { NavLink } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { navGroups } from './nav-items.ts'

const tab =
  'grid flex-1 place-items-center content-center gap-1 text-tag font-medium text-ink-2 aria-[current=page]:text-accent-ink'

/** The navigation on a phone. */
export const BottomBar = () => (
  <nav
    aria-label={messages.app.mainNavigation}
    className="fixed inset-x-0 bottom-0 z-20 flex h-[var(--bottom-bar)] items-stretch border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
  >
    {navGroups
      .flatMap((group) => group.items)
      .map(({ to, label, icon }) => (
        <NavLink key={to} to={to} end={to === paths.overview()} className={tab}>
          <Icon of={icon} size={20} />
          {label}
        </NavLink>
      ))}
    <NavLink to={paths.more()} className={tab}>
      <Icon of={Lines} size={20} />
      {messages.app.more}
    </NavLink>
  </nav>
)
