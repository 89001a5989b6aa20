import Download from 'lucide-react/icons/download'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router-dom'

import { peopleText as text } from '#web/messages/en/people.ts'
import { paths } from '#web/paths.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { PeopleTable } from './people-table.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { PersonDrawer } from './person-drawer.tsx'
import { exportUsers } from './user-changes.data.ts'

/** Portal users; the address may name one, who opens over them. */
export function Component() {
  const session = useSession()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const canSearch = useCapability('users.search')
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const [dialog, openDialog] = useState<ReactNode>(null)
  const { user_id, open, close } = useOpenPerson()
  const closeDialog = () => openDialog(null)
  const add = () =>
    openDialog(<PersonDialog user={undefined} onClose={closeDialog} onOpen={open} />)
  const onAdd = canWrite ? add : undefined
  const exportAll = () => exportUsers(session)
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <>
            <SearchField label={canSearch ? text.find : text.findExact} singleKeys={singleKeys} />
            <ViewMenu />
            <Button icon={Download} onClick={exportAll}>
              {text.export}
            </Button>
            {onAdd && (
              <CreateButton {...offlineProps} onClick={onAdd}>
                {text.add}
              </CreateButton>
            )}
          </>
        }
      />
      <ViewTabs className="mt-3" />
      <PeopleTable {...{ onAdd, openDialog, singleKeys, onOpen: open }} />
      {user_id !== undefined && (
        <PersonDrawer key={user_id} user_id={user_id} onClose={close} onOpen={open} />
      )}
      {dialog}
    </>
  )
}

/** The person in the address. Closing goes back to the table if it is the page before, else replaces the address. */
function useOpenPerson() {
  const user_id = useMatch('/feedback/users/:user_id')?.params.user_id
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isOverTable = useRef(false)
  useEffect(() => {
    if (user_id === undefined) isOverTable.current = true
  }, [user_id])
  return {
    user_id,
    open: (id: string) =>
      void navigate(
        { pathname: paths.person(id), search },
        { state, replace: user_id !== undefined, preventScrollReset: true },
      ),
    close: () => {
      if (isOverTable.current) return void navigate(-1)
      void navigate(
        { pathname: paths.people(), search },
        { replace: true, state, preventScrollReset: true },
      )
    },
  }
}
