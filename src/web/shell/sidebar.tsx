import CircleHelp from 'lucide-react/icons/circle-help'
import CodeXml from 'lucide-react/icons/code-xml'
import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import { Fragment, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'

import { NavCount } from '#web/feedback/changelog/nav-counts.tsx'
import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import { useSessionCapabilities } from '#web/session/use-capabilities.ts'
import { IconButton, KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isApple } from '#web/ui/keyboard.ts'
import { lazyChunk, PREFETCH_DELAY_MS } from '#web/ui/lazy-chunk.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { AppearanceMenu } from './appearance-menu.tsx'
import { ConnectionMenu, ScopeMenu } from './connection-menu.tsx'
import { HelpMenuItems } from './help-menu-items.tsx'
import { developerItems, navGroups, navItem, railLabel } from './nav-items.ts'
import { overlay } from './overlays.ts'
import { SidebarBoards, useHasOpenBoardLink } from './sidebar-boards.tsx'

/** A column in windows of 64 rem, in narrower ones a rail of icons, hidden on a phone. */
export function Sidebar() {
  const showsCounts = useIsInUse()
  const hasOpenBoard = useHasOpenBoardLink()
  return (
    <div
      data-no-print
      className="@container/sidebar sticky top-0 z-10 hidden h-dvh w-sidebar border-e border-line bg-sunken md:block"
    >
      <div className="flex h-full flex-col gap-4 px-2.5 py-2.5 rail:px-2">
        <ConnectionMenu />
        <SearchButton />
        <nav
          aria-label={messages.app.mainNavigation}
          className="flex flex-col gap-4 overflow-y-auto rail:overflow-visible"
        >
          {navGroups.map((group) => (
            <div key={group.label ?? ''} className="flex flex-col gap-0.5">
              {group.label && (
                <p className="px-2 pb-1 text-meta text-ink-3 rail:sr-only">{group.label}</p>
              )}
              {group.items.map(({ to, label, icon }) => (
                <Fragment key={to}>
                  <NavLink
                    to={to}
                    end={to === paths.overview()}
                    // The current page is the board below it.
                    {...(to === paths.boards() && hasOpenBoard && { 'aria-current': 'true' })}
                    className={navItem}
                  >
                    <Icon
                      of={icon}
                      className="text-ink-3 group-aria-[current=page]:text-accent-ink rail:group-aria-[current=true]:text-accent-ink"
                    />
                    <span className={railLabel}>{label}</span>
                    {showsCounts && <NavCount to={to} />}
                  </NavLink>
                  {to === paths.boards() && <SidebarBoards />}
                </Fragment>
              ))}
            </div>
          ))}
        </nav>
        <div className="mt-auto grid gap-2">
          <DevelopersLink />
          <FooterTools />
          <AppearanceMenu />
          <ScopeMenu />
        </div>
      </div>
    </div>
  )
}

/** Every page of developers has it as the current one; there the other pages are below it. */
function DevelopersLink() {
  const { capabilities } = useSessionCapabilities()
  const { pathname } = useLocation()
  const items = developerItems((capability) => capabilities.has(capability))
  const [first] = items
  if (!first) return null
  const isOpen = pathname.startsWith(`${paths.developers()}/`)
  return (
    <nav aria-label={messages.app.nav.developers}>
      <Link to={first.to} aria-current={isOpen ? 'page' : undefined} className={navItem}>
        <Icon of={CodeXml} className="text-ink-3 group-aria-[current=page]:text-accent-ink" />
        <span className={railLabel}>{messages.app.nav.developers}</span>
      </Link>
      {isOpen && items.length > 1 && (
        <ul className="flex flex-col gap-0.5 pt-0.5 rail:hidden">
          {items.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={`${navItem} ps-8.5`}>
                <span className="min-w-0 truncate">{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** The numbers beside the names of pages are requested once the page is in use. */
function useIsInUse() {
  const [isInUse, setInUse] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setInUse(true), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isInUse
}

export const overlayDialogs = lazyChunk(
  async () => (await import('./overlay-dialogs.tsx')).shellDialogs,
)
const preloadOverlays = () => void overlayDialogs.load().catch(() => undefined) // opening tries again

const FooterTools = () => (
  <div className="flex items-center gap-1 rail:flex-col">
    <IconButton
      icon={History}
      label={messages.app.recentChanges}
      aria-haspopup="dialog"
      onPointerEnter={preloadOverlays}
      onFocus={preloadOverlays}
      onClick={() => overlay.set('changes')}
    />
    <Menu
      label={messages.app.help}
      side="top"
      trigger={<IconButton icon={CircleHelp} label={messages.app.help} />}
    >
      <HelpMenuItems />
    </Menu>
  </div>
)

const text = messages.app.search

const SearchButton = () => (
  <button
    type="button"
    aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
    aria-haspopup="dialog"
    onPointerEnter={preloadOverlays}
    onFocus={preloadOverlays}
    onClick={() => overlay.set('palette')}
    className="flex min-h-control items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-cell text-ink-3 hover:border-line-strong hover:text-ink rail:justify-center rail:px-0"
  >
    <Icon of={Search} />
    <span className="min-w-0 flex-1 truncate text-start rail:sr-only">{text.label}</span>
    <span className="rail:hidden">
      <KeyHint>{isApple() ? text.shortcutOnApple : text.key}</KeyHint>
    </span>
  </button>
)
