import ChevronRight from 'lucide-react/icons/chevron-right'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { signIn as said } from '#web/messages/en/sign-in.ts'
import { type Connection, updateConnection } from '#web/session/connections.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Time } from '#web/ui/relative-time.tsx'
import { keyNameOf, nameOf, ScopePill } from './connection-label.tsx'
import { RenameForm } from './rename-form.tsx'

interface SavedConnectionProps {
  connection: Connection
  onConnect: () => void
  onRemove: () => void
  onChanged: () => void
}

/** One that is kept in this browser: a press connects; it can be renamed and removed. */
export function SavedConnection(props: SavedConnectionProps) {
  const { connection, onConnect, onRemove, onChanged } = props
  const [renaming, setRenaming] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const name = nameOf(connection)
  const rename = (called: string) => {
    updateConnection(connection.fingerprint, { called: called || undefined })
    onChanged()
    stopRenaming()
  }
  const stopRenaming = () => {
    flushSync(() => setRenaming(false))
    pencil.current?.focus()
  }

  return (
    <li
      data-testid="row"
      data-surface
      className="relative flex items-center gap-3 rounded-tray border border-line bg-surface p-3.5 shadow-rest transition-shadow duration-quick hover:shadow-lift"
    >
      <Avatar decorative square size={36} id={connection.fingerprint} name={name} />
      {renaming ? (
        <RenameForm name={name} onSave={rename} onCancel={stopRenaming} />
      ) : (
        <>
          <div className="min-w-0 flex-1">
            <button
              type="button"
              onClick={onConnect}
              className="max-w-full truncate rounded-chip text-start font-semibold after:absolute after:inset-0 after:rounded-tray"
            >
              {name}
            </button>
            <p className="truncate text-cell text-ink-3">
              {keyNameOf(connection)}
              {connection.last_used_at && (
                <>
                  , {said.used} <Time at={connection.last_used_at} />
                </>
              )}
            </p>
          </div>
          <ScopePill connection={connection} />
          <span className="z-10 flex">
            <IconButton
              ref={pencil}
              icon={Pencil}
              label={said.rename(name)}
              onClick={() => setRenaming(true)}
            />
            <IconButton icon={X} label={said.remove(name)} onClick={onRemove} />
          </span>
          <Icon of={ChevronRight} className="text-ink-3 max-sm:hidden" />
        </>
      )}
    </li>
  )
}
