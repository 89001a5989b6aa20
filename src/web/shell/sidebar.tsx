import { NavLink } from 'react-router-dom'

import { words } from '#web/messages/en/en.ts'
import { Icon } from '#web/ui/icon.tsx'
import { AppearanceMenu } from './appearance-menu.tsx'
import { ConnectionsMenu } from './connection-menu.tsx'
import { FooterTools } from './footer-tools.tsx'
import { navGroups, navItem, railLabel } from './nav-items.ts'
import { ScopeMenu } from './scope-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { StarredBoards } from './starred-boards.tsx'

/** The navigation: a column from 1024 px, a rail of icons from 768, absent on a phone. */
export const Sidebar = () => (
  <div
    data-no-print
    className="sticky top-0 z-10 hidden h-dvh w-rail flex-col gap-4 border-e border-line bg-sunken px-2 py-2.5 md:flex lg:w-sidebar lg:px-2.5"
  >
    <ConnectionsMenu />
    <SearchBox />
    <nav aria-label={words.app.mainNavigation} className="grid gap-4 lg:overflow-y-auto">
      {navGroups.map((group) => (
        <div key={group.label ?? ''} className="grid gap-0.5">
          {group.label && (
            <p className="px-2 pb-1 text-meta text-ink-3 max-lg:sr-only">{group.label}</p>
          )}
          {group.items.map(({ to, label, icon }) => (
            <NavLink key={to} to={to} end className={navItem}>
              <Icon of={icon} className="text-ink-3 group-aria-[current=page]:text-accent-ink" />
              <span className={railLabel}>{label}</span>
            </NavLink>
          ))}
          {group.label === words.app.nav.tasks && <StarredBoards />}
        </div>
      ))}
    </nav>
    <div className="mt-auto grid gap-2">
      <FooterTools />
      <AppearanceMenu />
      <ScopeMenu />
    </div>
  </div>
)
