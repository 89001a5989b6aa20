import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link'
import SquareCheck from 'lucide-react/icons/square-check'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Link } from 'react-router-dom'

import type { PlacedCard } from '#contract/tasks/cards.ts'
import { allCardsText as text } from '#web/messages/en/all-cards.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useTablePage } from '#web/query/use-table-page.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { formatSharedLink } from '#web/session/workspace-ref.ts'
import type { CardLocationState } from '#web/tasks/board-state/column-registry.ts'
import {
  dueRefetchMs,
  dueSummaryQuery,
  type DueState,
  workspaceCardsQuery,
} from '#web/tasks/boards/boards.data.ts'
import { DueBadge } from '#web/tasks/cards/due-badge.tsx'
import { dueOf } from '#web/tasks/cards/due.rules.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, PageState } from '#web/ui/page-states.tsx'
import { usePageCommands } from '#web/ui/popup/page-commands.ts'
import { useCurrentTime } from '#web/ui/server-time.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TablePager } from '#web/ui/table/table-pager.tsx'
import { type Column, None } from '#web/ui/table/table-row.tsx'
import { useCursorPages } from '#web/ui/table/use-cursor-pages.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'

const PAGE_SIZE = 100
const refetchInterval = dueRefetchMs
const dueStates: readonly DueState[] = ['overdue', 'today', 'tomorrow']

/** The cards of all boards that are not done, or those of them that are due as the address says. */
export function Component() {
  const due = useDueFilter()
  const me = useSettledCapabilities()
  const isSupported = me.can('cards.list')
  const { error } = me.query
  const isUnknown = error !== null && error.code !== 'not_found'
  return (
    <>
      <PageHeader
        title={text.title}
        {...(due && { section: text.tabs[due] })}
        // Beside the title, because it is the only one: on a phone actions have a row of their own.
        adornment={isSupported && <ViewMenu isIcon />}
      />
      {isUnknown && !isSupported ? (
        <ErrorState title={text.failed} error={error} onRetry={() => void me.query.refetch()} />
      ) : me.isSettled && !isSupported ? (
        <PageState
          state="missing"
          title={text.unavailable}
          action={
            <Link to={paths.boards()} className={buttonClass('primary')}>
              {text.toBoards}
            </Link>
          }
        >
          {text.unavailableDescription}
        </PageState>
      ) : (
        <>
          <div className="mt-3">
            <DueTabs current={due} isSupported={isSupported} />
          </div>
          <ViewTabs className="mt-3" />
          <CardsTable key={due} due={due} me={me} />
        </>
      )}
    </>
  )
}

/** Of the address; what it names otherwise is removed, and the page says so. */
function useDueFilter(): DueState | undefined {
  const [search, setSearch] = useSearchState()
  const value = search.get('due')
  const due = dueStates.find((state) => state === value)
  useEffect(() => {
    if (value === null || due) return
    toast({ text: text.unknownDue })
    setSearch((params) => (params.delete('due'), params), { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address
  }, [value, due])
  return due
}

function DueTabs({
  current,
  isSupported,
}: {
  current: DueState | undefined
  isSupported: boolean
}) {
  const { data } = useQuery({ ...dueSummaryQuery(), enabled: isSupported, refetchInterval })
  const counts = data && {
    overdue: data.overdue,
    today: data.due_today,
    tomorrow: data.due_tomorrow,
  }
  const tab = (due: DueState | undefined) => ({
    to: paths.cards(due),
    label: text.tabs[due ?? 'all'],
    current: due === current,
    count: due && counts?.[due],
  })
  return <Tabs label={text.which} look="line" tabs={[...dueStates.map(tab), tab(undefined)]} />
}

const createColumns = (now: Date): readonly Column<PlacedCard>[] => [
  {
    id: 'name',
    label: text.columns.name,
    minWidth: 14,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'due',
    label: text.columns.due,
    width: 11,
    onPhone: true,
    cell: (card) => {
      const due = dueOf(card, now)
      return due ? (
        <span className="inline-flex">
          <DueBadge due={due} now={now} tabIndex={-1} />
        </span>
      ) : (
        <None />
      )
    },
  },
  {
    id: 'board',
    label: text.columns.board,
    width: 16,
    onPhone: true,
    cell: ({ board_name }) => <bdi className="text-ink-2">{board_name}</bdi>,
  },
  {
    id: 'list',
    label: text.columns.list,
    width: 14,
    cell: ({ list_name }) => <bdi className="text-ink-2">{list_name}</bdi>,
  },
]

const rowId = ({ id }: PlacedCard) => id
const rowName = ({ name }: PlacedCard) => name
/** Closing the card comes back here. */
const linkState: CardLocationState = { isOverBoard: false, isOverList: true }
const link = ({ board_id, id }: PlacedCard) => paths.card(board_id, id)

interface CardsTableProps {
  due: DueState | undefined
  me: ReturnType<typeof useSettledCapabilities>
}

function CardsTable({ due, me }: CardsTableProps) {
  const pages = useCursorPages()
  // Counting all that are not done takes longer than finding the first of them.
  const include_total = useCapability('totals') && due !== undefined
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const settings = useDateSettings()
  const table = useTablePage<PlacedCard>({
    pages,
    queryOf: (starting_after) => workspaceCardsQuery({ due, starting_after, include_total }),
    enabled: me.can('cards.list'),
    refetchInterval,
    onRefusedCursor: () => toast({ text: text.refusedCursor }),
  })
  const { data, error } = table
  const session = useSession()
  usePageCommands((focused) => {
    const id = focused?.closest<HTMLElement>('[data-testid=row]')?.dataset['id']
    const card = data?.data.find((one) => one.id === id)
    if (!card) return []
    const copy = () =>
      void copyToClipboard(
        formatSharedLink(session, paths.card(card.board_id, card.id)),
        text.linkCopied,
      )
    const subject = { id: card.id, name: text.card(card.name) }
    return [{ label: text.copyLink, icon: Link2, subject, perform: { act: copy } }]
  })
  const loading = useLoadingState([me.query, table.query], [me.queryKey, table.queryKey])
  const time = useCurrentTime()
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates
  const columns = useMemo(() => createColumns(time), [settings, time])
  const offset = (pages.page - 1) * PAGE_SIZE
  const rowCount = data?.data.length ?? 0
  const known = data?.paging.total
  // Cards before this page may be done or overdue by now.
  const total = known !== undefined && offset + rowCount <= known ? known : undefined
  const isFirst = known !== undefined && known <= rowCount
  const isOutdated = pages.page > 1 && data !== undefined && (rowCount === 0 || isFirst)
  const goToFirst = useEffectEvent(pages.goToFirst)
  useEffect(() => {
    if (isOutdated) goToFirst()
  }, [isOutdated])
  const name = due ?? 'all'
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col gap-2">
      <DataTable
        caption={text.captions[name]}
        {...{ columns, rowId, rowName, link, linkState, singleKeys, loading }}
        rows={error && !data ? [] : loading.showSkeleton ? undefined : data?.data}
        view={pages.cursor ?? ''}
        isLoadingPage={table.isLoadingPage}
        count={{ total, offset }}
        failure={
          error && !data
            ? { title: text.failed, error, onRetry: () => void table.query.refetch() }
            : undefined
        }
        empty={
          <EmptyState
            filtered={due !== undefined}
            icon={SquareCheck}
            title={text.empty[name]}
            action={
              due !== undefined && (
                <Link to={paths.cards()} className={buttonClass()}>
                  {text.showAll}
                </Link>
              )
            }
          >
            {due === undefined ? text.emptyDescription : undefined}
          </EmptyState>
        }
      />
      {data && (
        <TablePager
          pages={pages}
          next={data.paging.next}
          rowCount={rowCount}
          pageSize={PAGE_SIZE}
          total={total === undefined ? undefined : { count: total }}
          isLoading={table.isLoadingPage}
          onPrefetch={table.prefetch}
          singleKeys={singleKeys}
        />
      )}
    </div>
  )
}
