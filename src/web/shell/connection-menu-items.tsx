import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import { useNavigate, useRevalidator } from 'react-router-dom'

import { closeSession } from '#web/connections/active-session.ts'
import { keyNameOf, ScopePill } from '#web/connections/connection-label.tsx'
import { connectionMenuText } from '#web/messages/en/connection-menu.ts'
import { paths } from '#web/paths.ts'
import {
  activate,
  type Connection,
  forget,
  removeAllConnections,
  listConnections,
  updateConnection,
  hostOf,
  nameOf,
} from '#web/session/connections.ts'
import { useSession } from '#web/session/session.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { MenuRadioGroup, MenuItem, MenuSeparator, MenuText } from '#web/ui/menu.tsx'
import { leave } from './leave-guard.tsx'

const { badge, connections } = connectionMenuText

export function ConnectionMenuItems() {
  const session = useSession()
  const { connection } = session
  const navigate = useNavigate()

  const switchTo = (fingerprint: string) =>
    leave(session, () => {
      activate(fingerprint)
      void navigate(paths.overview())
    })
  const signOut = (forgetConnections: () => void) =>
    leave(session, () => {
      forgetConnections()
      closeSession()
      void navigate(paths.signIn())
    })

  return (
    <>
      <MenuRadioGroup
        label={connections.switchTo}
        value={connection.fingerprint}
        onChoose={switchTo}
        options={listConnections().map((saved) => ({
          value: saved.fingerprint,
          label: <ConnectionRow connection={saved} />,
        }))}
      />
      <MenuSeparator />
      <MenuItem icon={Plus} onSelect={() => leave(session, () => void navigate(paths.signIn()))}>
        {connections.add}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => signOut(() => forget(connection.fingerprint))}>
        {connections.signOut}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => signOut(removeAllConnections)}>
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

/** Whether the key can write, and the read-only switch of a key that can. */
export function ScopeMenuItems() {
  const session = useSession()
  const { connection } = session
  const { revalidate } = useRevalidator()
  const me = useMe()
  const isReadOnlyKey = (me?.key.scope ?? connection.scope) === 'read'

  const setReadOnly = (read_only: boolean) =>
    leave(session, () => {
      updateConnection(connection.fingerprint, { read_only })
      void revalidate() // opens a new session
    })

  if (isReadOnlyKey) return <MenuText>{badge.readByKey}</MenuText>
  const readOnly = connection.read_only === true
  return (
    <>
      <MenuText>{readOnly ? badge.readByChoice : badge.write}</MenuText>
      <MenuItem icon={readOnly ? LockOpen : Lock} onSelect={() => setReadOnly(!readOnly)}>
        {readOnly ? badge.allowWriting : badge.forbidWriting}
      </MenuItem>
    </>
  )
}
