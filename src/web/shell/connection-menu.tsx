import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'

import { keyNameOf } from '#web/connections/connection-label.tsx'
import { messages } from '#web/messages/en/app.ts'
import { nameOf } from '#web/session/connections.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useConnection } from '#web/session/use-connection.ts'
import { Icon, Logo } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { ConnectionMenuItems, ScopeMenuItems } from './connection-menu-items.tsx'

const text = messages.app.connections

/** The workspace and key switcher at the top of the sidebar. */
export function ConnectionMenu() {
  const connection = useConnection()
  return (
    <Menu
      label={text.label}
      className="w-72"
      trigger={
        <button
          type="button"
          aria-label={`${nameOf(connection)}, ${text.label}`}
          className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 text-start hover:bg-hover dark:hover:bg-surface rail:justify-center rail:px-0"
        >
          <Logo size={26} />
          <span className="min-w-0 flex-1 truncate text-body font-semibold rail:hidden">
            {nameOf(connection)}
          </span>
          <Icon of={ChevronsUpDown} className="text-ink-3 rail:hidden" />
        </button>
      }
    >
      <ConnectionMenuItems />
    </Menu>
  )
}

const badgeText = messages.app.badge

/** The key and its scope, at the bottom of the sidebar. */
export function ScopeMenu() {
  const connection = useConnection()
  const isReadOnly = !useCanWrite()
  const scope = isReadOnly ? messages.app.scope.read : messages.app.scope.write
  return (
    <Menu
      label={badgeText.label}
      side="top"
      className="w-64"
      trigger={
        <button
          type="button"
          data-surface
          className="flex w-full items-center gap-2.5 rounded-card border border-line bg-surface px-2.5 py-1.5 text-start hover:border-line-strong rail:justify-center rail:px-0 rail:py-2.5"
        >
          <Icon of={isReadOnly ? Lock : KeyRound} className="text-ink-3" />
          <span className="grid min-w-0 flex-1 rail:sr-only">
            <span className="truncate text-cell font-medium">{keyNameOf(connection)}</span>
            <span className="text-meta text-ink-3">{scope}</span>
          </span>
          {!isReadOnly && (
            <span aria-hidden className="size-1.5 rounded-full bg-ok-solid rail:hidden" />
          )}
        </button>
      }
    >
      <ScopeMenuItems />
    </Menu>
  )
}
