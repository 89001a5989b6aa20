import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'

import { keyNameOf } from '#web/connections/connection-label.tsx'
import { words } from '#web/messages/en/en.ts'
import { useMayWrite } from '#web/session/use-capabilities.ts'
import { useConnection } from '#web/session/use-connection.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'

const said = words.app.badge

/** Which key this is and whether it may change things, at the foot of the sidebar. */
export function ScopeMenu() {
  const connection = useConnection()
  const read = !useMayWrite()
  const scope = read ? words.app.scope.read : words.app.scope.write
  return (
    <Menu
      label={said.label}
      side="top"
      className="w-64"
      items={async () => (await import('./connection-menu-items.tsx')).ScopeItems}
      trigger={
        <button
          type="button"
          data-surface
          className="flex w-full items-center gap-2.5 rounded-card border border-line bg-surface px-2.5 py-1.5 text-start hover:border-line-strong max-lg:justify-center max-lg:px-0 max-lg:py-2.5"
        >
          <Icon of={read ? Lock : KeyRound} className="text-ink-3" />
          <span className="grid min-w-0 flex-1 max-lg:sr-only">
            <span className="truncate text-cell font-medium">{keyNameOf(connection)}</span>
            <span className="text-meta text-ink-3">{scope}</span>
          </span>
          {!read && (
            <span aria-hidden className="size-1.5 rounded-full bg-ok-solid max-lg:hidden" />
          )}
        </button>
      }
    />
  )
}
