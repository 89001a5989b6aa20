import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'

import type { ApiKey } from '#client/resources.ts'
import { keysText as text } from '#web/messages/en/keys.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { useDisabledReason, useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { CreateButton } from '#web/ui/button.tsx'
import { useLostFocus } from '#web/ui/focus-return.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { Lazy, lazyChunk, prefetchLater } from '#web/ui/lazy-chunk.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
import { AdminAccess, useCanManage } from './admin-access.tsx'
import { buildColumns } from './key-columns.tsx'
import { KeyFacts } from './key-facts.tsx'
import { editDialog, KeyMenu, LazyEditDialog, revokeDialog } from './key-menu.tsx'
import { keysQuery } from './keys.data.ts'

const createDialog = lazyChunk(() => import('./create-key-dialog.tsx'))

/** All API keys of the workspace, or what a key may know of itself. */
export function KeysView() {
  // Its code came after the page before was gone.
  useLostFocus()
  const canManage = useCanManage('keys.manage')
  const offlineProps = useOfflineProps()
  const [isCreating, setCreating] = useState(false)
  const close = () => setCreating(false)
  useEffect(() => {
    if (!canManage) return
    const chunks = [createDialog, editDialog, revokeDialog]
    const stops = chunks.map(({ load }) => prefetchLater(load))
    return () => stops.forEach((stop) => stop())
  }, [canManage])
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
      {isCreating && (
        <Lazy chunk={createDialog} fallback={<TypeAheadBuffer onCancel={close} />} onCancel={close}>
          {({ CreateKeyDialog }) => <CreateKeyDialog onClose={close} />}
        </Lazy>
      )}
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
  const query = useInfiniteQuery(options)
  useAllPages(query, true)
  const loadingState = useLoadingState([query], [options.queryKey])
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
    guard(() => openDialog(<LazyEditDialog apiKey={apiKey} onClose={() => openDialog(null)} />))()
  const failure =
    query.error && !query.data
      ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
      : undefined
  const keys = query.data?.pages.flatMap(({ data }) => data)
  const partial =
    query.isFetchNextPageError && keys
      ? {
          text: text.failedRest,
          onRetry: () => void query.fetchNextPage(),
          busy: query.isFetchingNextPage,
        }
      : undefined
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col">
      <DataTable
        caption={text.title}
        columns={columns}
        view=""
        {...{ rowId, rowName, menu, singleKeys, failure, partial }}
        rows={failure ? [] : loadingState.showSkeleton ? undefined : keys}
        loading={loadingState}
        onOpen={onEdit}
        onEdit={onEdit}
        // The key in use is always there.
        empty={null}
      />
      {dialog}
    </div>
  )
}
