import Download from 'lucide-react/icons/download'
import { useState } from 'react'

import { subscribersText as text } from '#web/messages/en/subscribers.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button, CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Lazy, lazyChunk, preloadOn, requestChunk } from '#web/ui/lazy-chunk.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'

const table = lazyChunk(() => import('./subscriber-table.tsx'))
table.load().catch(() => undefined) // rendering tries again
const addDialog = lazyChunk(() => import('./add-subscribers-dialog.tsx'))
const data = lazyChunk(() => import('./subscribers.data.ts'))

/** Those who get an email when an entry is published. */
export function Component() {
  const session = useSession()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const offlineProps = useOfflineProps()
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  const onAdd = useCanWrite() ? () => setAdding(true) : undefined
  const exportAll = () =>
    requestChunk(data.load, {
      onLoad: ({ exportSubscribers }) => exportSubscribers(session),
      onCancel: () => undefined,
    })
  return (
    <>
      <PageHeader
        title={text.title}
        parent={{ label: text.changelog, to: paths.changelog() }}
        actions={
          <>
            <SearchField label={text.find} singleKeys={singleKeys} />
            <Button icon={Download} {...preloadOn(data.load)} onClick={exportAll}>
              {text.export}
            </Button>
            {onAdd && (
              <CreateButton {...offlineProps} {...preloadOn(addDialog.load)} onClick={onAdd}>
                {text.add}
              </CreateButton>
            )}
          </>
        }
      />
      <Lazy chunk={table} fallback={<div data-state="loading" aria-busy className="flex-1" />}>
        {({ SubscriberTable }) => <SubscriberTable onAdd={onAdd} />}
      </Lazy>
      {isAdding && (
        <Lazy chunk={addDialog} fallback={<TypeAheadBuffer onCancel={close} />} onCancel={close}>
          {({ AddSubscribersDialog }) => <AddSubscribersDialog onClose={close} />}
        </Lazy>
      )}
    </>
  )
}
