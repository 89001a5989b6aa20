import './data-table.css'
import type { LucideIcon } from 'lucide-react'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useMemo } from 'react'
import type { To } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import { tableText } from '#web/messages/en/table.ts'
import { Button, CreateButton } from '#web/ui/button.tsx'
import { type DialogOpener, useDialogOpener } from '#web/ui/dialog.tsx'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { EmptyState, type LoadingControls } from '#web/ui/page-states.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { BulkActionBar } from './bulk-action-bar.tsx'
import { DataTable } from './data-table.tsx'
import { SelectionSummary } from './selection-summary.tsx'
import type { Column } from './table-row.tsx'
import type { TableSelectionControl } from './table-selection.tsx'
import type { Sort } from './table.rules.ts'

/** Without an id the name is the key. */
interface NamedRow {
  name: string
  id?: string
}

/** As much of `useAllItems` as a table shows. */
interface NamedList<Row> {
  readonly items: readonly Row[] | undefined
  readonly isComplete: boolean
  readonly isLoadingAll: boolean
  /** The items are those of an earlier search or filter. */
  readonly isStale?: boolean
  readonly retryRest: (() => void) | undefined
  readonly loading: LoadingControls & { readonly showSkeleton: boolean }
  readonly query: {
    readonly error: ApiError | null
    readonly isFetching: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
    readonly refetch: () => unknown
  }
}

interface NamedTableOptions<Row> {
  singleKeys: boolean
  /** The dialog that creates one; undefined where this key or server cannot. */
  create?: ((onClose: () => void) => ReactNode) | undefined
  /** These are not all that exist, whatever is searched. */
  isFiltered?: boolean
  /** The order that the URL names, which needs all of them. */
  sort?: (rows: readonly Row[], sort: Sort | null) => readonly Row[]
  /** The server finds what is searched, and sorts by the column of this order, which is the one without another. */
  server?: { readonly sort: Sort } | undefined
}

/** Named things as the URL searches and sorts them, and the dialog over their table: for the table and for its page. */
export function useNamedTable<Row extends NamedRow>(
  list: NamedList<Row>,
  options: NamedTableOptions<Row>,
) {
  const { singleKeys, create, isFiltered = false, sort: sortRows, server } = options
  const { items, isComplete } = list
  const [search, setSearch] = useSearchState()
  const { dialog, openDialog } = useDialogOpener()
  const text = search.get('q') ?? ''
  const sort = sortRows ? (search.get('sort') ?? server?.sort ?? null) : null
  const searchesHere = server === undefined
  const rows = useMemo(() => {
    const matches = items && searchesHere ? filterByName(items, text) : items
    return matches && isComplete && sortRows ? sortRows(matches, sort) : matches
  }, [items, isComplete, text, sort, sortRows, searchesHere])
  const setParam = (name: 'q' | 'sort', value: string | undefined) =>
    setSearch((current) => {
      if (value === undefined) current.delete(name)
      else current.set(name, value)
      return current
    })
  return {
    ...list,
    singleKeys,
    isFiltered,
    searchesHere,
    text,
    sort,
    /** Those on the screen. */
    rows,
    clearText: () => setParam('q', undefined),
    onSort:
      sortRows && (isComplete || server)
        ? (next: Sort | undefined) => setParam('sort', next === server?.sort ? undefined : next)
        : undefined,
    onCreate: create && (() => openDialog(create)),
    dialog,
    openDialog,
  }
}

type NamedTableState<Row extends NamedRow> = ReturnType<typeof useNamedTable<Row>>

interface NamedActionsProps {
  table: Pick<
    NamedTableState<NamedRow>,
    'items' | 'isFiltered' | 'text' | 'singleKeys' | 'onCreate'
  >
  text: { find: string; new?: string }
  /** Between the search and the button that creates one. */
  children?: ReactNode
}

/** The controls of the page, for its header. */
export function NamedActions({ table, text, children }: NamedActionsProps) {
  const { items, isFiltered, text: searched, singleKeys, onCreate } = table
  const offlineProps = useOfflineProps()
  return (
    <>
      <SearchField label={text.find} singleKeys={singleKeys} />
      {children}
      {/* The empty state itself offers to create the first one. */}
      {onCreate && (items?.length !== 0 || isFiltered || searched !== '') && (
        <CreateButton {...offlineProps} onClick={onCreate}>
          {text.new}
        </CreateButton>
      )}
    </>
  )
}

export interface RowMenu<Row> {
  row: Row
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row. */
  openDialog: DialogOpener
}

interface NamedTableProps<Row extends NamedRow> {
  table: NamedTableState<Row>
  /** The filter in words. */
  caption: string
  /** The filter itself, where its words change later: another one starts at the top. */
  view?: string
  icon: LucideIcon
  columns: readonly Column<Row>[]
  link: (row: Row) => To
  /** The same function as long as it renders the same. */
  menu: ((props: RowMenu<Row>) => ReactNode) | undefined
  /** With what can be done to the rows that are selected. */
  selection?: { control: TableSelectionControl; actions: ReactNode }
  text: {
    failed: string
    loadMoreFailed: string
    noMatches: (text: string) => string
    count: (count: number) => string
    matchCount: (count: number, loaded: number) => string
    loadingAll: (count: number) => string
    empty: string
    emptyDescription: string
    new?: string
    createDescription?: string
  }
  /** What is shown where a filter other than the search leaves none; with `server`, also together with the search. */
  noneInFilter?: ReactNode
  /** Beside how many there are. */
  children?: ReactNode
}

/** A table of things that are found by their name, and below it how many there are. */
export function NamedTable<Row extends NamedRow>(props: NamedTableProps<Row>) {
  const { table, caption, columns, link, menu, selection, text, noneInFilter } = props
  const { query, items, rows, isComplete, sort, onSort, openDialog } = table
  const rowMenu = useCallback(
    (row: Row, trigger: RowMenu<Row>['trigger']) => menu?.({ row, trigger, openDialog }),
    [menu, openDialog],
  )
  const failure =
    query.error && !items
      ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
      : undefined
  const isWaiting = table.loading.showSkeleton && !failure
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col gap-2">
      <DataTable
        isVirtual
        {...{ caption, columns, rowId, rowName, link, failure }}
        view={`${props.view ?? caption} ${table.text} ${sort}`}
        rows={failure ? [] : isWaiting ? undefined : rows}
        {...(menu && { menu: rowMenu })}
        {...(selection && { selection: selection.control })}
        sort={sort ?? undefined}
        {...(onSort && { onSort })}
        loading={table.loading}
        count={{ offset: 0, total: isComplete ? rows?.length : undefined }}
        partial={
          table.retryRest && {
            text: text.loadMoreFailed,
            onRetry: table.retryRest,
            busy: query.isFetching,
          }
        }
        // What is not loaded may match.
        empty={isComplete && <NoRows {...{ table, text, icon: props.icon, noneInFilter }} />}
        singleKeys={table.singleKeys}
      />
      {selection && !selection.control.isEmpty && rows && (
        <BulkActionBar
          summary={
            <SelectionSummary
              selection={selection.control}
              page={rows.map(rowId)}
              hasMore={false}
            />
          }
        >
          {selection.actions}
        </BulkActionBar>
      )}
      {items && items.length > 0 && !isWaiting && (
        <div className="flex min-h-control-small flex-wrap items-center gap-x-3 gap-y-2 text-cell text-ink-2">
          <p role="status">{countOf(table, text)}</p>
          {props.children}
        </div>
      )}
      {table.dialog}
    </div>
  )
}

const rowId = ({ id, name }: NamedRow) => id ?? name
const rowName = ({ name }: NamedRow) => name

type Text = NamedTableProps<NamedRow>['text']

/** How many there are, how many are loaded, or how many match. */
function countOf(table: NamedTableState<NamedRow>, text: Text): string {
  const { items = [], rows = [], text: searched, searchesHere, isLoadingAll, isComplete } = table
  if (table.isStale) return ''
  if (isLoadingAll) return text.loadingAll(items.length)
  const count =
    searched === '' || !searchesHere
      ? text.count(items.length)
      : text.matchCount(rows.length, items.length)
  return isComplete ? count : tableText.loaded(count)
}

interface NoRowsProps extends Pick<
  NamedTableProps<NamedRow>,
  'table' | 'icon' | 'text' | 'noneInFilter'
> {}

function NoRows({ table, icon, text, noneInFilter }: NoRowsProps) {
  const { items, onCreate, searchesHere } = table
  const offlineProps = useOfflineProps()
  // The server applied both the filter and the words; here the words are applied to what the filter left.
  const isSearchAlone = searchesHere ? items?.length !== 0 : !table.isFiltered
  if (table.text !== '' && isSearchAlone)
    return (
      <EmptyState
        filtered
        title={text.noMatches(table.text)}
        action={<Button onClick={table.clearText}>{tableText.clearSearch}</Button>}
      />
    )
  if (table.isFiltered) return noneInFilter
  return (
    <EmptyState
      icon={icon}
      title={text.empty}
      action={
        onCreate && (
          <Button {...offlineProps} variant="primary" icon={Plus} data-create onClick={onCreate}>
            {text.new}
          </Button>
        )
      }
    >
      {onCreate ? text.createDescription : text.emptyDescription}
    </EmptyState>
  )
}
