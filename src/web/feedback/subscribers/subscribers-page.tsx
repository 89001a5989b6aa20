import Download from 'lucide-react/icons/download'
import { useState } from 'react'

import { subscribersText as text } from '#web/messages/en/subscribers.ts'
import { paths } from '#web/paths.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button, CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { AddSubscribersDialog } from './add-subscribers-dialog.tsx'
import { SubscriberTable } from './subscriber-table.tsx'
import { exportSubscribers } from './subscribers.data.ts'

/** Those who get an email when an entry is published. */
export function Component() {
  const session = useSession()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const offlineProps = useOfflineProps()
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  const onAdd = useCanWrite() ? () => setAdding(true) : undefined
  const exportAll = () => exportSubscribers(session)
  return (
    <>
      <PageHeader
        title={text.title}
        parent={{ label: text.changelog, to: paths.changelog() }}
        actions={
          <>
            <SearchField label={text.find} singleKeys={singleKeys} />
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
      <SubscriberTable onAdd={onAdd} />
      {isAdding && <AddSubscribersDialog onClose={close} />}
    </>
  )
}
