import { useInfiniteQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'

import type { ApiKey } from '#client/resources.ts'
import { keysText as text } from '#web/messages/en/keys.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { CreateButton } from '#web/ui/button.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { AdminAccess, useCanManage } from './admin-access.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { buildColumns } from './key-columns.tsx'
import { KeyFacts } from './key-facts.tsx'
import { keysQuery } from './keys.data.ts'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

/** All API keys of the workspace, or what a key may know of itself. */
export function Component() {
  const canManage = useCanManage('keys.manage')
  const offlineProps = useOfflineProps()
  const [isCreating, setCreating] = useState(false)
  const close = () => setCreating(false)
  return (
    <>
      <PageHeader
        title={text.title}
        area={text.developers}
        actions={
          canManage && (
            <CreateButton {...offlineProps} onClick={() => !offlineProps && setCreating(true)}>
              {text.new}
            </CreateButton>
          )
        }
      />
      <AdminAccess
        capability="keys.manage"
        loading={text.loading}
        skeleton={<div className="mt-4 h-48 rounded-tray bg-sunken" />}
        denied={(denial) => <KeyFacts denial={denial} />}
      >
        <KeyTable />
      </AdminAccess>
      {/* Outside of the list: the value of a new key must stay whatever becomes of that. */}
      {isCreating && <CreateKeyDialog onClose={close} />}
    </>
  )
}

const rowId = ({ id }: ApiKey) => id
const rowName = ({ name }: ApiKey) => name

function KeyTable() {
  useDateSettings() // the cells show times
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const guard = createGuard(useDisabledReason())
  const currentId = useMe()?.key.id
  const options = keysQuery()
  const list = useAllItems(useInfiniteQuery(options), options.queryKey)
  const { query, items: keys, loading, retryRest } = list
  // No event tells of a use.
  useLiveQueries([options.queryKey], { hasEvents: false })
  const [dialog, openDialog] = useState<ReactNode>(null)
  const columns = useMemo(() => buildColumns(currentId), [currentId])
  const menu = useCallback(
    (apiKey: ApiKey, trigger: ReactElement<ComponentProps<'button'>>) => (
      <KeyMenu {...{ apiKey, trigger, openDialog }} />
    ),
    [],
  )
  const onEdit = (apiKey: ApiKey) =>
    guard(() => openDialog(<EditKeyDialog apiKey={apiKey} onClose={() => openDialog(null)} />))()
  const failure =
    query.error && !query.data
      ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
      : undefined
  const partial = retryRest && { text: text.failedRest, onRetry: retryRest, busy: query.isFetching }
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col">
      <DataTable
        caption={text.title}
        columns={columns}
        view=""
        {...{ rowId, rowName, menu, singleKeys, failure, partial }}
        rows={failure ? [] : loading.showSkeleton ? undefined : keys}
        loading={loading}
        onOpen={onEdit}
        onEdit={onEdit}
        // The key in use is always there.
        empty={null}
      />
      {dialog}
    </div>
  )
}

interface KeyMenuProps {
  apiKey: ApiKey
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the menu; null closes it. */
  openDialog: (dialog: ReactNode) => void
}

/** What can be done with a key. */
function KeyMenu({ trigger, ...props }: KeyMenuProps) {
  return (
    <Menu
      label={text.actions(props.apiKey.name)}
      trigger={trigger}

      align="end"
    >
      <KeyMenuItems {...props} />
    </Menu>
  )
}

function KeyMenuItems({ apiKey, openDialog }: Omit<KeyMenuProps, 'trigger'>) {
  const guard = createGuard(useDisabledReason())
  const close = () => openDialog(null)
  return (
    <>
      <MenuItem
        icon={Pencil}
        onSelect={guard(() => openDialog(<EditKeyDialog apiKey={apiKey} onClose={close} />))}
      >
        {text.edit}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash}
        tone="bad"
        onSelect={guard(() => openDialog(<RevokeKeyDialog apiKey={apiKey} onClose={close} />))}
      >
        {text.revoke}
      </MenuItem>
    </>
  )
}
