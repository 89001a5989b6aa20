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
import { leave } from '#web/shell/notices/leave-dialog.tsx'
import { MenuRadioGroup, MenuItem, MenuSeparator, MenuText } from '#web/ui/popup/menu.tsx'

const { badge, connections } = connectionMenuText

export function ConnectionMenuItems() {
  const session = useSession()
  const { connection } = session
  const navigate = useNavigate()

  const switchTo = (fingerprint: string) =>
    void leave(session, () => {
      activate(fingerprint)
      void navigate(paths.overview())
    })
  const signOut = (forgets: readonly string[], forgetConnections: () => void) =>
    void leave(
      session,
      () => {
        forgetConnections()
        closeSession()
        void navigate(paths.signIn())
      },
      forgets,
    )
  const signOutHere = () => {
    const { fingerprint } = session.connection
    signOut([fingerprint], () => forget(fingerprint))
  }
  const signOutEverywhere = () =>
    signOut(
      listConnections().map(({ fingerprint }) => fingerprint),
      removeAllConnections,
    )

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
      <MenuItem
        icon={Plus}
        onSelect={() => void leave(session, () => void navigate(paths.signIn()))}
      >
        {connections.add}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={signOutHere}>
        {connections.signOut}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={signOutEverywhere}>
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
    void leave(session, () => {
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
