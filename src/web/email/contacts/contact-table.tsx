import './contacts.css'
import Users from 'lucide-react/icons/users'
import { useMemo } from 'react'

import type { Contact } from '#client/resources.ts'
import { contactsText as text } from '#web/messages/en/contacts.ts'
import { Button } from '#web/ui/button.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/status-pill.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TablePager } from '#web/ui/table/table-pager.tsx'
import type { TableSelectionControl } from '#web/ui/table/table-selection.tsx'
import { type ColumnChoice, visibleColumns } from '#web/ui/table/table.rules.ts'
import { createContactColumns, type KnownFields } from './contact-columns.tsx'
import { isFiltered } from './contact-filter.rules.ts'
import { type Contacts, PAGE_SIZE } from './use-contacts.ts'

const rowId = ({ id }: Contact) => id
const rowName = ({ email_address }: Contact) => email_address

interface ContactTableProps {
  contacts: Contacts
  fields: KnownFields
  choice: ColumnChoice | undefined
  selection: TableSelectionControl
  singleKeys: boolean
}

/** The rows of one page, and below them where in the list they are. */
export function ContactTable(props: ContactTableProps) {
  const { contacts, fields, choice, selection, singleKeys } = props
  const { filter, supported, pages, page, total, setParams } = contacts
  const { query, data, error, loadingState } = page
  const settings = useDateSettings()
  const canSort = supported.sort && filter.segment_id === undefined
  const columns = useMemo(
    () =>
      visibleColumns(
        createContactColumns({ fields: fields.names, visibleFields: fields.visible, canSort }),
        choice,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
    [fields, canSort, choice, settings],
  )
  // A status that the server does not know has no contacts.
  const isUnknownValue = error?.code === 'validation_error' && isFiltered(filter)
  const rows = isUnknownValue ? [] : error && !data ? [] : data?.data
  return (
    <>
      <DataTable
        isVirtual
        caption={captionOf(contacts)}
        columns={columns}
        rows={loadingState.showSkeleton && !error ? undefined : rows}
        view={JSON.stringify([filter, pages.cursor])}
        rowId={rowId}
        rowName={rowName}
        selection={selection}
        {...(canSort && {
          sort: filter.sort ?? '-created_at',
          // The server has one direction for some; the other one is its default order.
          onSort: (sort) => setParams({ sort: sort === '-created_at' ? undefined : sort }),
        })}
        count={{
          offset: (pages.page - 1) * PAGE_SIZE,
          total: total?.isEstimate ? undefined : total?.count,
        }}
        isLoadingPage={page.isLoadingPage}
        loading={loadingState}
        failure={
          error && !data && !isUnknownValue
            ? { title: text.failed, error, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={<NoContacts contacts={contacts} />}
        singleKeys={singleKeys}
      />
      {(pages.page > 1 || (data && data.paging.next !== null)) && (
        <TablePager
          pages={pages}
          next={data?.paging.next}
          rowCount={data?.data.length ?? 0}
          pageSize={PAGE_SIZE}
          total={total}
          isLoading={page.isLoadingPage}
          onPrefetch={page.prefetch}
          singleKeys={singleKeys}
        />
      )}
    </>
  )
}

/** The filter in words. */
function captionOf({ filter, list, segments }: Contacts): string {
  const { segment_id, status, tag, search } = filter
  const segment = segments?.find(({ id }) => id === segment_id)?.name ?? segment_id
  return text.caption({
    list: list?.name ?? text.unnamedList,
    segment,
    status: status && formatStatus(status),
    tag,
    search,
  })
}

function NoContacts({ contacts }: { contacts: Contacts }) {
  const { filter, setParams } = contacts
  const { segment_id, status, tag, search } = filter
  if (segment_id !== undefined) return <EmptyState filtered title={text.emptySegment} />
  if (isFiltered(filter))
    return (
      <EmptyState
        filtered
        title={text.noneWith([status && formatStatus(status), tag, search && `“${search}”`])}
        action={
          <Button onClick={() => setParams({ status: undefined, tag: undefined, q: undefined })}>
            {text.clearFilters}
          </Button>
        }
      />
    )
  return (
    <EmptyState icon={Users} title={text.empty}>
      {text.emptyDescription}
    </EmptyState>
  )
}
