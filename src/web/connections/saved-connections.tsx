import ChevronRight from 'lucide-react/icons/chevron-right'
import LogOut from 'lucide-react/icons/log-out'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useState, useRef, type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useSearchParams } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { signInText as text } from '#web/messages/en/sign-in.ts'
import {
  activate,
  type Connection,
  forget,
  removeAllConnections,
  listConnections,
  updateConnection,
  nameOf,
} from '#web/session/connections.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TooltipHost } from '#web/ui/tooltip.tsx'
import { closeForgottenSession } from './active-session.ts'
import { keyNameOf, ScopePill } from './connection-label.tsx'
import { getSignInRedirect } from './sign-in-redirect.ts'

export function SavedConnections() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [saved, setSaved] = useState(listConnections)

  const connect = (connection: Connection) => {
    activate(connection.fingerprint)
    void navigate(getSignInRedirect(search.get('next'), connection), { replace: true })
  }
  const remove = (connection: Connection) => {
    forget(connection.fingerprint)
    refresh()
    announce(text.removed(nameOf(connection)))
  }
  /** The focused button is removed, so the focus moves to the heading. */
  const refresh = () => {
    closeForgottenSession()
    flushSync(() => setSaved(listConnections()))
    const heading = document.getElementById('saved') ?? document.querySelector('h1')
    heading?.focus()
  }

  if (saved.length === 0) return null
  return (
    <section
      aria-labelledby="saved"
      className="grid grid-cols-1 content-center justify-items-center border-line bg-canvas px-4 py-10 max-lg:border-t lg:border-s"
    >
      <div className="grid w-full max-w-[27rem] grid-cols-1 gap-2">
        <h2 id="saved" tabIndex={-1} className="mb-1 font-medium text-ink-3 outline-none">
          {text.saved}
        </h2>
        <ul className="grid grid-cols-1 gap-2">
          {saved.map((connection) => (
            <SavedConnection
              key={connection.fingerprint}
              connection={connection}
              onConnect={() => connect(connection)}
              onRemove={() => remove(connection)}
              onChange={() => setSaved(listConnections())}
            />
          ))}
        </ul>
        <Button
          variant="quiet"
          icon={LogOut}
          className="-ms-3 mt-2 justify-self-start"
          onClick={() => (removeAllConnections(), refresh())}
        >
          {text.signOutEverywhere}
        </Button>
      </div>
      <TooltipHost />
    </section>
  )
}

interface SavedConnectionProps {
  connection: Connection
  onConnect: () => void
  onRemove: () => void
  onChange: () => void
}

function SavedConnection(props: SavedConnectionProps) {
  const { connection, onConnect, onRemove, onChange } = props
  const [renaming, setRenaming] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const name = nameOf(connection)
  const rename = (called: string) => {
    updateConnection(connection.fingerprint, { called: called || undefined })
    onChange()
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
                  , {text.used} <RelativeTime at={connection.last_used_at} />
                </>
              )}
            </p>
          </div>
          <ScopePill connection={connection} />
          <span className="z-10 flex">
            <IconButton
              ref={pencil}
              icon={Pencil}
              label={text.rename(name)}
              onClick={() => setRenaming(true)}
            />
            <IconButton icon={X} label={text.remove(name)} onClick={onRemove} />
          </span>
          <Icon of={ChevronRight} className="text-ink-3 max-sm:hidden" />
        </>
      )}
    </li>
  )
}

interface RenameFormProps {
  name: string
  /** An empty name restores the name of the workspace. */
  onSave: (name: string) => void
  onCancel: () => void
}

function RenameForm({ name, onSave, onCancel }: RenameFormProps) {
  const [input, setInput] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(input.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 items-center gap-2">
      <input
        ref={field}
        aria-label={text.nameOf(name)}
        value={input}
        maxLength={255}
        onChange={(event) => setInput(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-control w-full min-w-0 rounded-control border border-control bg-surface px-2.5 text-cell"
      />
      <Button type="submit" size="small" variant="primary">
        {text.saveName}
      </Button>
      <Button size="small" onClick={onCancel}>
        {messages.app.cancel}
      </Button>
    </form>
  )
}
