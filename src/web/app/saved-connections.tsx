import ChevronRight from 'lucide-react/icons/chevron-right'
import LogOut from 'lucide-react/icons/log-out'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { safeNext } from '#web/paths.ts'
import {
  activate,
  type Connection,
  forget,
  forgetAll,
  listConnections,
} from '#web/session/connections.ts'
import { announce } from '#web/ui/announce.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { signIn } from '#web/words/en-sign-in.ts'
import { keyNameOf, nameOf, ScopePill } from './connection-name.tsx'

const said = signIn

/** What this device keeps; one press connects. Not drawn when nothing is kept. */
export function SavedConnections() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [saved, setSaved] = useState(listConnections)

  const connect = (connection: Connection) => {
    activate(connection.fingerprint)
    void navigate(safeNext(search.get('next'), location.origin), { replace: true })
  }
  const remove = (connection: Connection) => {
    forget(connection.fingerprint)
    setSaved(listConnections())
    announce(said.removed(nameOf(connection)))
  }

  if (saved.length === 0) return null
  return (
    <section
      aria-labelledby="saved"
      className="grid content-center justify-items-center border-line bg-canvas px-4 py-10 max-lg:border-t lg:border-s"
    >
      <div className="grid w-full max-w-[27rem] gap-2">
        <h2 id="saved" className="mb-1 font-medium text-ink-3">
          {said.saved}
        </h2>
        <ul className="grid gap-2">
          {saved.map((connection) => (
            <li
              key={connection.fingerprint}
              data-testid="row"
              data-surface
              className="relative flex items-center gap-3 rounded-tray border border-line bg-surface p-3.5 shadow-rest transition-shadow duration-quick hover:shadow-lift"
            >
              <Avatar
                decorative
                square
                size={36}
                id={connection.fingerprint}
                name={nameOf(connection)}
              />
              <div className="min-w-0 flex-1">
                <button
                  type="button"
                  onClick={() => connect(connection)}
                  className="max-w-full truncate rounded-chip text-start font-semibold after:absolute after:inset-0 after:rounded-tray"
                >
                  {nameOf(connection)}
                </button>
                <p className="truncate text-cell text-ink-3">{keyNameOf(connection)}</p>
              </div>
              <ScopePill connection={connection} />
              <IconButton
                icon={X}
                label={said.remove(nameOf(connection))}
                className="z-10"
                onClick={() => remove(connection)}
              />
              <Icon of={ChevronRight} className="text-ink-3" />
            </li>
          ))}
        </ul>
        <Button
          look="quiet"
          icon={LogOut}
          className="mt-2 justify-self-start px-0"
          onClick={() => (forgetAll(), setSaved([]))}
        >
          {said.signOutEverywhere}
        </Button>
      </div>
    </section>
  )
}
