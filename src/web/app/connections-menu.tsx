import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import { useNavigate } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import {
  activate,
  type Connection,
  forget,
  forgetAll,
  listConnections,
} from '#web/session/connections.ts'
import { useSession } from '#web/session/session.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { words } from '#web/words/en.ts'
import { hostOf, keyNameOf, nameOf, ScopePill } from './connection-name.tsx'
import { closeSession } from './open-session.ts'

const said = words.app.connections

/** The workspace and key switcher at the top of the sidebar. */
export function ConnectionsMenu() {
  const { connection } = useSession()
  return (
    <Menu
      label={said.label}
      className="w-72"
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
    >
      <ConnectionItems />
    </Menu>
  )
}

/** Saved connections to switch to, a new one, and the ways out. */
export function ConnectionItems() {
  const { connection } = useSession()
  const navigate = useNavigate()

  const switchTo = (fingerprint: string) => {
    activate(fingerprint)
    void navigate(paths.overview())
  }
  const leave = (forgetWhat: () => void) => {
    forgetWhat()
    closeSession()
    void navigate(paths.signIn())
  }

  return (
    <>
      <MenuChoice
        label={said.switchTo}
        value={connection.fingerprint}
        onChoose={switchTo}
        options={listConnections().map((one) => ({
          value: one.fingerprint,
          label: <ConnectionRow connection={one} />,
        }))}
      />
      <MenuLine />
      <MenuItem icon={Plus} onSelect={() => void navigate(paths.signIn())}>
        {said.add}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => leave(() => forget(connection.fingerprint))}>
        {said.signOut}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => leave(forgetAll)}>
        {said.signOutEverywhere}
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
