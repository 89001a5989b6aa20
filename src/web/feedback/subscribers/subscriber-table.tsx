import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Trash from 'lucide-react/icons/trash-2'
import Users from 'lucide-react/icons/users'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useState,
} from 'react'

import type { Subscriber } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { subscribersText as text } from '#web/messages/en/subscribers.ts'
import { tableText } from '#web/messages/en/table.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { ConfirmRemovalDialog } from '#web/ui/form/dialog-form.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TablePager } from '#web/ui/table/table-pager.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { useCursorPages } from '#web/ui/table/use-cursor-pages.ts'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { subscriberPages, subscriberQuery, subscribersQuery } from './subscribers.data.ts'

const PAGE_SIZE = 100
const columns: readonly Column<Subscriber>[] = [
  { id: 'email', label: text.columns.email, cell: ({ email }) => <bdi>{email}</bdi> },
  {
    id: 'status',
    label: text.columns.status,
    onPhone: true,
    cell: ({ status }) =>
      status ? (
        <StatusPill kind="contact" value={status} />
      ) : (
        <span className="sr-only">{text.none}</span>
      ),
  },
  {
    id: 'created_at',
    label: text.columns.created_at,
    onPhone: true,
    cell: ({ created_at }) =>
      created_at ? (
        <RelativeTime at={created_at} tabIndex={-1} />
      ) : (
        <span className="sr-only">{text.none}</span>
      ),
  },
]
const rowId = ({ id }: Subscriber) => id
const rowName = ({ email }: Subscriber) => email

/** All subscribers, page by page, or the one that is searched. */
export function SubscriberTable({ onAdd }: { onAdd: (() => void) | undefined }) {
  const [search, setSearch] = useSearchState()
  const address = (search.get('q') ?? '').trim()
  const [dialog, openDialog] = useState<ReactNode>(null)
  const rowMenu = useCallback(
    (one: Subscriber, trigger: ReactElement<ComponentProps<'button'>>) => (
      <SubscriberMenu subscriber={one} trigger={trigger} openDialog={openDialog} />
    ),
    [],
  )
  const clear = () =>
    setSearch((params) => (params.delete('q'), params), { replace: true, preventScrollReset: true })
  const common = { columns, rowId, rowName, menu: rowMenu }
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col gap-2">
      {address === '' ? (
        <AllSubscribers common={common} onAdd={onAdd} />
      ) : (
        <FoundSubscriber common={common} address={address} onClear={clear} />
      )}
      {dialog}
    </div>
  )
}

type Common = Pick<
  ComponentProps<typeof DataTable<Subscriber>>,
  'columns' | 'rowId' | 'rowName' | 'menu'
>

function AllSubscribers({ common, onAdd }: { common: Common; onAdd: (() => void) | undefined }) {
  const pages = useCursorPages()
  const hasTotals = useCapability('totals')
  const options = subscribersQuery(pages.cursor, hasTotals)
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const loading = useLoadingState([query], [options.queryKey])
  const offlineProps = useOfflineProps()
  const { data, error, isPlaceholderData } = query
  const total = data?.paging.total
  return (
    <>
      <DataTable
        {...common}
        caption={text.caption}
        rows={error && !data ? [] : loading.showSkeleton ? undefined : data?.data}
        view={pages.cursor ?? ''}
        isLoadingPage={isPlaceholderData}
        loading={loading}
        count={{ total, offset: (pages.page - 1) * PAGE_SIZE }}
        failure={
          error && !data
            ? { title: text.failed, error, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={
          <EmptyState
            icon={Users}
            title={text.empty}
            action={
              onAdd && (
                <Button {...offlineProps} variant="primary" data-create onClick={onAdd}>
                  {text.add}
                </Button>
              )
            }
          >
            {text.emptyDescription}
          </EmptyState>
        }
      />
      {data && (
        <TablePager
          pages={pages}
          next={data.paging.next}
          rowCount={data.data.length}
          pageSize={PAGE_SIZE}
          total={total === undefined ? undefined : { count: total }}
          isLoading={isPlaceholderData}
        />
      )}
    </>
  )
}

interface FoundSubscriberProps {
  common: Common
  address: string
  onClear: () => void
}

/** Found by the server, or in all pages where it cannot. */
function FoundSubscriber({ common, address, onClear }: FoundSubscriberProps) {
  const canFind = useCapability('filters')
  const isWhole = isEmailAddress(address)
  const one = useQuery({ ...subscriberQuery(address), enabled: canFind && isWhole })
  const all = useInfiniteQuery({ ...subscriberPages(), enabled: !canFind && isWhole })
  const loaded = all.data?.pages.flatMap(({ data }) => data)
  const matches = canFind
    ? one.data?.data
    : loaded?.filter(({ email }) => email.toLowerCase() === address.toLowerCase())
  const isSearching = !canFind && matches?.length === 0 && all.hasNextPage
  useAllPages(all, isSearching)
  const query = canFind ? one : all
  const clearButton = <Button onClick={onClear}>{tableText.clearSearch}</Button>
  if (!isWhole)
    return (
      <EmptyState filtered title={text.searchWhole} action={clearButton}>
        {text.searchWholeHint}
      </EmptyState>
    )
  return (
    <>
      <DataTable
        {...common}
        caption={text.captionFor(address)}
        rows={query.error ? [] : isSearching ? undefined : matches}
        view={address}
        failure={
          query.error
            ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={<EmptyState filtered title={text.noMatch(address)} action={clearButton} />}
      />
      {isSearching && <p role="status">{text.searching(loaded?.length ?? 0)}</p>}
    </>
  )
}

interface SubscriberMenuProps {
  subscriber: Subscriber
  trigger: ReactElement<ComponentProps<'button'>>
  openDialog: (dialog: ReactNode) => void
}

/** What can be done with one subscriber. */
function SubscriberMenu({ subscriber, trigger, openDialog }: SubscriberMenuProps) {
  const canEdit = useCapability('changelog.edit')
  const canRemove = useCanWrite() && canEdit
  const { email } = subscriber
  return (
    <Menu label={email} align="end" trigger={trigger}>
      <MenuItem icon={Copy} onSelect={() => void copyToClipboard(email, text.copied(email))}>
        {text.copyAddress}
      </MenuItem>
      {canRemove && (
        <MenuItem
          icon={Trash}
          tone="bad"
          onSelect={() =>
            openDialog(<RemoveDialog subscriber={subscriber} onClose={() => openDialog(null)} />)
          }
        >
          {text.remove}
        </MenuItem>
      )}
    </Menu>
  )
}

function RemoveDialog({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { id, email } = subscriber
  const { send } = useEndpointMutation('DELETE /feedback/changelog/subscribers/:subscriber_id')
  return (
    <ConfirmRemovalDialog
      title={text.removeTitle(email)}
      effect={text.removeEffect}
      action={text.remove}
      remove={() => send({ subscriber_id: id })}
      onClose={onClose}
      onRemoved={() => toast({ text: text.removed(email) })}
    />
  )
}
