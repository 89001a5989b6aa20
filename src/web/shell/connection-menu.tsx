import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'

import { nameOf } from '#web/connections/connection-label.tsx'
import { words } from '#web/messages/en/en.ts'
import { useConnection } from '#web/session/use-connection.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Menu } from '#web/ui/menu.tsx'

const said = words.app.connections

/** The workspace and key switcher at the top of the sidebar. */
export function ConnectionsMenu() {
  const connection = useConnection()
  return (
    <Menu
      label={said.label}
      className="w-72"
      items={async () => (await import('./connection-menu-items.tsx')).ConnectionItems}
      trigger={
        <button
          type="button"
          aria-label={`${nameOf(connection)}, ${said.label}`}
          className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 text-start hover:bg-hover max-lg:justify-center max-lg:px-0 dark:hover:bg-surface"
        >
          <Mark size={26} />
          <span className="min-w-0 flex-1 truncate text-body font-semibold max-lg:hidden">
            {nameOf(connection)}
          </span>
          <Icon of={ChevronsUpDown} className="text-ink-3 max-lg:hidden" />
        </button>
      }
    />
  )
}
