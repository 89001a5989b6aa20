import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import { useNavigate, useRevalidator } from 'react-router-dom'

import { closeSession } from '#web/connections/active-session.ts'
import { hostOf, keyNameOf, nameOf, ScopePill } from '#web/connections/connection-label.tsx'
import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import {
  activate,
  type Connection,
  forget,
  forgetAll,
  listConnections,
  updateConnection,
} from '#web/session/connections.ts'
import { useSession } from '#web/session/session.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { MenuChoice, MenuItem, MenuLine, MenuNote } from '#web/ui/menu.tsx'
import { leave } from './leave-guard.tsx'

const { badge, connections } = messages.app

/** Saved connections to switch to, a new one, and the ways out. */
export function ConnectionItems() {
  const session = useSession()
  const { connection } = session
  const navigate = useNavigate()

  const switchTo = (fingerprint: string) =>
    leave(session, () => {
      activate(fingerprint)
      void navigate(paths.overview())
    })
  const signOut = (forgetWhat: () => void) =>
    leave(session, () => {
      forgetWhat()
      closeSession()
      void navigate(paths.signIn())
    })

  return (
    <>
      <MenuChoice
        label={connections.switchTo}
        value={connection.fingerprint}
        onChoose={switchTo}
        options={listConnections().map((one) => ({
          value: one.fingerprint,
          label: <ConnectionRow connection={one} />,
        }))}
      />
      <MenuLine />
      <MenuItem icon={Plus} onSelect={() => leave(session, () => void navigate(paths.signIn()))}>
        {connections.add}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => signOut(() => forget(connection.fingerprint))}>
        {connections.signOut}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => signOut(forgetAll)}>
        {connections.signOutEverywhere}
      </MenuItem>
    </>
  )
}

const ConnectionRow = ({ connection }: { connection: Connection }) => (
  <span className="grid min-w-0 gap-1 py-0.5">
    <span className="truncate font-medium">{nameOf(connection)}</span>
    <span className="truncate text-meta text-ink-3">
      {keyNameOf(connection)}, {hostOf(connection)}
    </span>
    <span>
      <ScopePill connection={connection} />
    </span>
  </span>
)

/** Why the key may or may not change things, and the switch where there is a choice. */
export function ScopeItems() {
  const session = useSession()
  const { connection } = session
  const { revalidate } = useRevalidator()
  const me = useMe()
  const readByKey = (me?.key.scope ?? connection.scope) === 'read'

  const setReadOnly = (read_only: boolean) =>
    leave(session, () => {
      updateConnection(connection.fingerprint, { read_only })
      void revalidate() // opens the session anew
    })

  if (readByKey) return <MenuNote>{badge.readByKey}</MenuNote>
  return connection.read_only ? (
    <>
      <MenuNote>{badge.readByChoice}</MenuNote>
      <MenuItem icon={LockOpen} onSelect={() => setReadOnly(false)}>
        {badge.allowWriting}
      </MenuItem>
    </>
  ) : (
    <>
      <MenuNote>{badge.write}</MenuNote>
      <MenuItem icon={Lock} onSelect={() => setReadOnly(true)}>
        {badge.forbidWriting}
      </MenuItem>
    </>
  )
}
