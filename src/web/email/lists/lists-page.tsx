import { useState } from 'react'

import { listsText as text } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { ListDialog } from './list-dialog.tsx'
import { ListTable } from './list-table.tsx'
import { useLists } from './use-lists.ts'

/** All lists with their sizes. */
export function Component() {
  const lists = useLists()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const canChoose = useCapability('filters')
  const isSupported = useCapability('lists.write')
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const [isCreating, setCreating] = useState(false)
  const close = () => setCreating(false)
  const onCreate =
    canWrite && isSupported && !lists.isArchived ? () => setCreating(true) : undefined
  const tab = (label: string, archived: boolean) => ({
    to: paths.lists(archived ? 'archived' : 'open'),
    label,
    current: lists.isArchived === archived,
  })
  return (
    <>
      <PageHeader
        title={text.title}
        adornment={
          canChoose && (
            <Tabs label={text.which} tabs={[tab(text.open, false), tab(text.archived, true)]} />
          )
        }
        actions={
          <>
            <SearchField label={text.find} singleKeys={singleKeys} />
            {/* The empty state itself offers to create the first list. */}
            {onCreate && lists.items?.length !== 0 && (
              <CreateButton {...offlineProps} onClick={onCreate}>
                {text.new}
              </CreateButton>
            )}
          </>
        }
      />
      <ListTable lists={lists} singleKeys={singleKeys} onCreate={onCreate} />
      {isCreating && <ListDialog onClose={close} />}
    </>
  )
}
