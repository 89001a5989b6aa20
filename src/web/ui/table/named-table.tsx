import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useState,
} from 'react'
import type { To } from 'react-router-dom'

import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { DataTable } from './data-table.tsx'
import type { NamedPages } from './named-pages.tsx'
import type { Column } from './table-row.tsx'

interface NamedTableProps<Row extends { name: string }> {
  pages: NamedPages<Row>
  /** In another order than that of the pages. */
  rows?: readonly Row[] | undefined
  caption: string
  columns: readonly Column<Row>[]
  /** Changes with the filter and the sort. */
  view?: string
  rowId: (row: Row) => string
  link: (row: Row) => To
  /** The menu of a row, and where it shows a dialog; null closes that. The same function as long as it renders the same. */
  menu: (
    row: Row,
    trigger: ReactElement<ComponentProps<'button'>>,
    openDialog: (dialog: ReactNode) => void,
  ) => ReactNode
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  /** What is shown when there is none at all. */
  empty: ReactNode
  text: {
    failed: string
    loadMoreFailed: string
    clearSearch: string
    noMatches: (text: string) => string
    count: (count: number) => string
    matchCount: (count: number, loaded: number) => string
    loadingAll: (count: number) => string
  }
  singleKeys: boolean
}

/** A table of things that are found by their name, and below it how many there are. */
export function NamedTable<Row extends { name: string }>(props: NamedTableProps<Row>) {
  const { pages, rows = pages.matches, view = pages.text, menu, sort, onSort, text } = props
  const { caption, columns, rowId, link, empty, singleKeys } = props
  const { query, items, loading, isComplete } = pages
  const [dialog, openDialog] = useState<ReactNode>(null)
  const rowMenu = useCallback(
    (row: Row, trigger: ReactElement<ComponentProps<'button'>>) => menu(row, trigger, openDialog),
    [menu],
  )
  const failure =
    query.error && !items
      ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
      : undefined
  const hasNoMatch = pages.text !== '' && items?.length !== 0
  return (
    <div className="paged-table">
      <DataTable
        isVirtual
        {...{ caption, columns, view, rowId, link, sort, singleKeys, loading, failure }}
        rows={failure ? [] : loading.showSkeleton ? undefined : rows}
        rowName={nameOf}
        menu={rowMenu}
        {...(onSort && { onSort })}
        count={{ offset: 0, total: isComplete ? rows?.length : undefined }}
        partial={
          query.isFetchNextPageError
            ? {
                text: text.loadMoreFailed,
                onRetry: () => void query.fetchNextPage(),
                busy: query.isFetchingNextPage,
              }
            : undefined
        }
        empty={
          // What is not loaded may match.
          isComplete &&
          (hasNoMatch ? (
            <EmptyState
              filtered
              title={text.noMatches(pages.text)}
              action={<Button onClick={pages.clearText}>{text.clearSearch}</Button>}
            />
          ) : (
            empty
          ))
        }
      />
      <NamedCount pages={pages} text={text} />
      {dialog}
    </div>
  )
}

const nameOf = ({ name }: { name: string }) => name

/** How many there are, or how many match. */
function NamedCount({ pages, text }: Pick<NamedTableProps<{ name: string }>, 'pages' | 'text'>) {
  const { query, items = [], matches = [], isComplete } = pages
  if (items.length === 0) return null
  const isLoadingAll = !isComplete && !query.isFetchNextPageError
  const count =
    pages.text === '' ? text.count(items.length) : text.matchCount(matches.length, items.length)
  return (
    <p role="status" className="flex min-h-control-small items-center text-cell text-ink-2">
      {isLoadingAll ? text.loadingAll(items.length) : count}
    </p>
  )
}
