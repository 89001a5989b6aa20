import { useState } from 'react'

import { listsText as text } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Lazy, lazyChunk, preloadOn } from '#web/ui/lazy-chunk.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
import { TableSpace } from './named-pages.tsx'
import { useLists } from './use-lists.ts'

const listDialog = lazyChunk(() => import('./list-dialog.tsx'))
const listTable = lazyChunk(() => import('./list-table.tsx'))
// Together with the requests of the page, before it renders.
listTable.load().catch(() => undefined) // rendering tries again

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
            {onCreate && lists.loaded?.length !== 0 && (
              <CreateButton {...offlineProps} {...preloadOn(listDialog.load)} onClick={onCreate}>
                {text.new}
              </CreateButton>
            )}
          </>
        }
      />
      <Lazy chunk={listTable} fallback={<TableSpace label={text.loading} />}>
        {({ ListTable }) => <ListTable lists={lists} singleKeys={singleKeys} onCreate={onCreate} />}
      </Lazy>
      {isCreating && (
        <Lazy chunk={listDialog} fallback={<TypeAheadBuffer onCancel={close} />} onCancel={close}>
          {({ ListDialog }) => <ListDialog onClose={close} />}
        </Lazy>
      )}
    </>
  )
}
