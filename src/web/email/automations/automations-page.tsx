import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router-dom'

import { automationsText as text } from '#web/messages/en/automations.ts'
import { paths } from '#web/paths.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useNamedPages } from '#web/ui/table/named-pages.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { AutomationDialog } from './automation-dialog.tsx'
import { AutomationDrawer } from './automation-drawer.tsx'
import { AutomationTable } from './automation-table.tsx'
import { automationPages } from './automations.data.ts'

/** All automations; the address may name one, which opens over them. */
export function Component() {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const isSupported = useCapability('automations.write')
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const [isCreating, setCreating] = useState(false)
  const close = () => setCreating(false)
  const onCreate = canWrite && isSupported ? () => setCreating(true) : undefined
  const options = automationPages()
  const pages = useNamedPages(useAllItems(useInfiniteQuery(options), options.queryKey))
  const automation_id = useMatch('/email/automations/:automation_id')?.params.automation_id
  const closeDrawer = useCloseDrawer(automation_id)
  const automation = pages.items?.find(({ id }) => id === automation_id)
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <>
            <SearchField label={text.find} singleKeys={singleKeys} />
            {/* The empty state itself offers to create the first automation. */}
            {onCreate && pages.items?.length !== 0 && (
              <CreateButton {...offlineProps} onClick={onCreate}>
                {text.new}
              </CreateButton>
            )}
          </>
        }
      />
      <AutomationTable {...{ pages, singleKeys, onCreate }} />
      {isCreating && <AutomationDialog onClose={close} />}
      {automation_id !== undefined && (automation || pages.isComplete) && (
        <AutomationDrawer
          key={automation_id}
          automation_id={automation_id}
          automation={automation}
          onClose={closeDrawer}
        />
      )}
    </>
  )
}

/** Goes back to the table if it is the page before this one, else replaces the address. */
function useCloseDrawer(automation_id: string | undefined) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isOverTable = useRef(false)
  useEffect(() => {
    if (automation_id === undefined) isOverTable.current = true
  }, [automation_id])
  return () => {
    if (isOverTable.current) return void navigate(-1)
    void navigate({ pathname: paths.automations(), search }, { replace: true })
  }
}
