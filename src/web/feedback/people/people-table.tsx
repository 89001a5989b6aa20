import Users from 'lucide-react/icons/users'
import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useMemo } from 'react'
import { useLocation } from 'react-router-dom'

import type { PortalUser } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { peopleText as text } from '#web/messages/en/people.ts'
import { tableText } from '#web/messages/en/table.ts'
import { paths } from '#web/paths.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useTablePage } from '#web/query/use-table-page.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { formatNumber } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TablePager } from '#web/ui/table/table-pager.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { useCursorPages } from '#web/ui/table/use-cursor-pages.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { PersonMenuItems } from './person-menu-items.tsx'
import type { KnownCounter } from './user-form.rules.ts'
import { formatUserName, isUserId } from './user-name.rules.ts'
import { useExactUser, usersQuery } from './users.data.ts'

const PAGE_SIZE = 100
const none = <span className="sr-only">{text.none}</span>

const counterColumn = (id: KnownCounter): Column<PortalUser> => ({
  id,
  label: text.columns[id],
  align: 'end',
  cell: ({ counters }) => (counters ? formatNumber(counters[id]) : none),
})

const columns: readonly Column<PortalUser>[] = [
  {
    id: 'name',
    label: text.columns.name,
    minWidth: 12,
    cell: (user) => (
      <span className="inline-flex min-w-0 items-center gap-2">
        <Avatar id={user.id} name={formatUserName(user)} decorative />
        <bdi>{formatUserName(user)}</bdi>
      </span>
    ),
  },
  {
    id: 'email',
    label: text.columns.email,
    onPhone: true,
    cell: ({ email }) => (email ? <bdi>{email}</bdi> : none),
  },
  {
    id: 'external_id',
    label: text.columns.external_id,
    cell: ({ external_id }) => (external_id ? <bdi>{external_id}</bdi> : none),
  },
  counterColumn('posts'),
  counterColumn('votes'),
  counterColumn('comments'),
  {
    id: 'last_seen_at',
    label: text.columns.last_seen_at,
    onPhone: true,
    cell: ({ last_seen_at }) =>
      last_seen_at ? <RelativeTime at={last_seen_at} tabIndex={-1} /> : none,
  },
]
const rowId = ({ id }: PortalUser) => id

interface PeopleTableProps {
  onAdd: (() => void) | undefined
  onOpen: (user_id: string) => void
  openDialog: (dialog: ReactNode) => void
  singleKeys: boolean
}

/** All people, page by page, or those who match the search. */
export function PeopleTable({ onAdd, onOpen, openDialog, singleKeys }: PeopleTableProps) {
  const [params, setParams] = useSearchState()
  const { search } = useLocation()
  const query = useDebouncedText((params.get('q') ?? '').trim())
  const me = useSettledCapabilities()
  const { isSettled, can } = me
  const canSearch = can('users.search')
  const itemProps = useMemo(() => ({ openDialog, onOpen }), [openDialog, onOpen])
  const menu = useCallback(
    (user: PortalUser, trigger: ReactElement<ComponentProps<'button'>>) => (
      <Menu
        label={text.actions(formatUserName(user))}
        trigger={trigger}

        align="end"
      >
        <PersonMenuItems {...{ ...itemProps, user }} />
      </Menu>
    ),
    [itemProps],
  )
  const link = useCallback(
    ({ id }: PortalUser) => ({ pathname: paths.person(id), search }),
    [search],
  )
  const clear = () =>
    setParams((next) => (next.delete('q'), next), { replace: true, preventScrollReset: true })
  const common = { columns, rowId, rowName: formatUserName, menu, link, singleKeys }
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col gap-2">
      {query !== '' && isSettled && !canSearch ? (
        <ExactPerson common={common} query={query} onClear={clear} />
      ) : (
        <PeoplePage common={common} onAdd={onAdd} onClear={clear} {...{ query, me }} />
      )}
    </div>
  )
}

type Common = Pick<
  ComponentProps<typeof DataTable<PortalUser>>,
  'columns' | 'rowId' | 'rowName' | 'menu' | 'link' | 'singleKeys'
>

interface PeoplePageProps {
  common: Common
  query: string
  me: ReturnType<typeof useSettledCapabilities>
  onAdd: (() => void) | undefined
  onClear: () => void
}

function PeoplePage({ common, query, me, onAdd, onClear }: PeoplePageProps) {
  const pages = useCursorPages()
  const include_total = useCapability('totals')
  const offlineProps = useOfflineProps()
  const table = useTablePage<PortalUser>({
    pages,
    queryOf: (starting_after) => usersQuery({ search: query, starting_after, include_total }),
    enabled: me.isSettled,
    onRefusedCursor: () => undefined, // another search begins with its first page
  })
  const { data, error } = table
  const loadingState = useLoadingState([me.query, table.query], [me.queryKey, table.queryKey])
  const total = data?.paging.total
  const empty =
    query === '' ? (
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
    ) : (
      <EmptyState filtered title={text.noMatch(query)} action={<ClearButton onClear={onClear} />} />
    )
  return (
    <>
      <DataTable
        {...common}
        caption={query === '' ? text.caption : text.captionFor(query)}
        rows={error && !data ? [] : loadingState.showSkeleton ? undefined : data?.data}
        view={`${query} ${pages.cursor ?? ''}`}
        isLoadingPage={table.isLoadingPage}
        loading={loadingState}
        count={{ total, offset: (pages.page - 1) * PAGE_SIZE }}
        failure={
          error && !data
            ? { title: text.failed, error, onRetry: () => void table.query.refetch() }
            : undefined
        }
        empty={empty}
      />
      {data && (
        <TablePager
          pages={pages}
          next={data.paging.next}
          rowCount={data.data.length}
          pageSize={PAGE_SIZE}
          total={total === undefined ? undefined : { count: total }}
          isLoading={table.isLoadingPage}
          onPrefetch={table.prefetch}
          singleKeys={common.singleKeys ?? false}
        />
      )}
    </>
  )
}

interface ExactPersonProps {
  common: Common
  query: string
  onClear: () => void
}

/** Where the server cannot search: the person with this address or id. */
function ExactPerson({ common, query, onClear }: ExactPersonProps) {
  const isWhole = isEmailAddress(query) || isUserId(query)
  const { match, isPending, loadedCount, error, retry } = useExactUser(query, isWhole)
  const clearButton = <ClearButton onClear={onClear} />
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
        caption={text.captionFor(query)}
        rows={match ? [match] : isPending && !error ? undefined : []}
        view={query}
        failure={error ? { title: text.failed, error, onRetry: retry } : undefined}
        empty={<EmptyState filtered title={text.noMatch(query)} action={clearButton} />}
      />
      {isPending && !error && loadedCount > 0 && <p role="status">{text.searching(loadedCount)}</p>}
    </>
  )
}

const ClearButton = ({ onClear }: { onClear: () => void }) => (
  <Button onClick={onClear}>{tableText.clearSearch}</Button>
)
