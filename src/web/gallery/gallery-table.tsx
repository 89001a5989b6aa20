import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Tag from 'lucide-react/icons/tag'
import Trash from 'lucide-react/icons/trash-2'
import { type ComponentProps, type ReactElement, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { ApiError } from '#client/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { BulkAction, BulkActionBar } from '#web/ui/table/bulk-action-bar.tsx'
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SelectionSummary } from '#web/ui/table/selection-summary.tsx'
import { TablePager } from '#web/ui/table/table-pager.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { useTableSelection } from '#web/ui/table/table-selection.tsx'
import { type ColumnChoice, visibleColumns } from '#web/ui/table/table.rules.ts'
import { useCursorPages } from '#web/ui/table/use-cursor-pages.ts'
import { toast } from '#web/ui/toast.ts'
import { GallerySection } from './gallery-section.tsx'

const SIZE = 25
const TOTAL = 60
const noop = () => {}
const first = [
  'iris',
  'tomos',
  'amara',
  'june',
  'hollis',
  'beatriz',
  'dumisani',
  'saoirse',
  'kenji',
]
const domains = ['hartlane.example', 'penlan.example', 'brightside.example', 'mailpost.example']
const statuses = ['subscribed', 'subscribed', 'unsubscribed', 'pending', 'bounced']
const cities = ['Cardiff', 'Llandeilo', 'Bristol', 'Hereford', '', 'Porto']

const contacts = Array.from({ length: TOTAL }, (_, index) => ({
  id: `ctc_${index + 1}`,
  email: `${first[index % 9]}.${index + 1}@${domains[index % 4]}`,
  status: statuses[index % 5] ?? '',
  tags: index % 3 === 0 ? ['customer', 'market 2025'] : index % 3 === 1 ? ['wholesale'] : [],
  city: cities[index % 6] ?? '',
  added: new Date(Date.UTC(2025, 10, 20) - index * 7_200_000).toISOString(),
}))
type Contact = (typeof contacts)[number]

const columns: readonly Column<Contact>[] = [
  { id: 'email', label: 'Email', isSortable: true, cell: ({ email }) => email },
  {
    id: 'status',
    label: 'Status',
    onPhone: true,
    cell: ({ status }) => <StatusPill kind="contact" value={status} />,
  },
  {
    id: 'tags',
    label: 'Tags',
    onPhone: true,
    cell: ({ tags }) => (
      <span className="flex gap-1.5">
        {tags.map((tag) => (
          <span key={tag} className="rounded-chip bg-mute-soft px-2 text-tag/5 text-mute-ink">
            {tag}
          </span>
        ))}
      </span>
    ),
  },
  { id: 'city', label: 'City', cell: ({ city }) => city || <Empty /> },
  {
    id: 'added',
    label: 'Added',
    isSortable: true,
    firstDirection: 'descending',
    cell: ({ added }) => <RelativeTime at={added} tabIndex={-1} />,
  },
  { id: 'id', label: 'ID', isOptional: true, cell: ({ id }) => <code>{id}</code> },
]

const Empty = () => <span className="text-ink-3">Empty</span>
const rowId = ({ id }: Contact) => id
const rowName = ({ email }: Contact) => email
const rowMenu = ({ email }: Contact, trigger: ReactElement<ComponentProps<'button'>>) => (
  <Menu trigger={trigger}>
    <RowItems email={email} />
  </Menu>
)
const RowItems = ({ email }: { email: string }) => (
  <MenuItem icon={Trash} tone="bad" onSelect={() => toast({ text: `Deleted ${email}` })}>
    Delete
  </MenuItem>
)
const failure = {
  title: 'Couldn’t load contacts.',
  error: new ApiError({ code: 'internal_error', status: 500, message: 'Timeout.' }),
  onRetry: noop,
}
const partial = { text: 'Couldn’t load the rest.', onRetry: noop, busy: false }
const common = { columns, rowId, rowName, caption: 'Contacts', view: '', empty: null }

/** A table of contacts as a page uses it, and the states that it does not reach by itself. */
export const GalleryTable = () => (
  <>
    <GallerySection name="Table">
      <ContactTable />
    </GallerySection>
    <GallerySection name="Table, first load and empty">
      <div className="grid w-full gap-6 xl:grid-cols-2">
        <DataTable {...common} rows={undefined} />
        <DataTable
          {...common}
          rows={[]}
          empty={
            <EmptyState title="No contacts yet" action={<Button icon={Plus}>Add contact</Button>}>
              Add one contact or import a file.
            </EmptyState>
          }
        />
      </div>
    </GallerySection>
    <GallerySection name="Table, failed and partial">
      <div className="grid w-full gap-6 xl:grid-cols-2">
        <DataTable {...common} rows={undefined} failure={failure} />
        <DataTable {...common} rows={contacts.slice(0, 3)} partial={partial} />
      </div>
    </GallerySection>
  </>
)

function ContactTable() {
  const [search, setSearch] = useSearchParams()
  const [choice, setChoice] = useState<ColumnChoice>()
  const pages = useCursorPages()
  const status = search.get('status') ?? ''
  const sort = search.get('sort') ?? undefined
  const selection = useTableSelection(status)
  const matches = sorted(
    contacts.filter((contact) => !status || contact.status === status),
    sort,
  )
  const view = `${status} ${sort ?? ''} ${pages.cursor ?? ''}`
  const { rows, isLoading } = useSlowPage(
    view,
    matches,
    pages.cursor,
    Number(search.get('delay') ?? 150),
  )
  const next = rows && matches.at(-1) !== rows.at(-1) ? (rows.at(-1)?.id ?? null) : null
  const setParameter = (name: string, value: string | undefined) =>
    setSearch((current) => {
      for (const one of [name, 'after', 'page']) current.delete(one)
      if (value) current.set(name, value)
      return current
    })

  return (
    <div className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-pressed={status !== ''}
          onClick={() => setParameter('status', status ? undefined : 'bounced')}
        >
          Only bounced
        </Button>
        <div className="ms-auto">
          <ColumnChooser columns={columns} choice={choice} onChange={setChoice} />
        </div>
      </div>
      <DataTable
        caption={status ? `Contacts, status ${status}` : 'All contacts'}
        columns={visibleColumns(columns, choice)}
        rows={rows}
        view={view}
        rowId={rowId}
        rowName={rowName}
        onOpen={({ email }) => toast({ text: `Opened ${email}` })}
        onEdit={({ email }) => toast({ text: `Editing ${email}` })}
        menu={rowMenu}
        selection={selection}
        sort={sort}
        onSort={(value) => setParameter('sort', value)}
        count={{ offset: (pages.page - 1) * SIZE }}
        isLoadingPage={isLoading}
        empty={<EmptyState filtered title="No contacts match this filter" />}
      />
      {!selection.isEmpty && (
        <BulkActionBar
          summary={
            <SelectionSummary
              selection={selection}
              page={(rows ?? []).map(rowId)}
              hasMore={matches.length > SIZE}
              matching={`${matches.length} contacts selected`}
            />
          }
        >
          <BulkAction icon={Tag} hint="T">
            Add tag
          </BulkAction>
          <BulkAction icon={Download}>Export</BulkAction>
          <BulkAction icon={Trash} disabled>
            Delete
          </BulkAction>
        </BulkActionBar>
      )}
      <TablePager
        pages={pages}
        next={next}
        rowCount={rows?.length ?? 0}
        pageSize={SIZE}
        total={{ count: matches.length }}
        isLoading={isLoading}
      />
    </div>
  )
}

/** `?delay=` of a page after the first. A page as a query with placeholder data returns it: the previous rows until the next are there. */
function useSlowPage(
  view: string,
  matches: readonly Contact[],
  cursor: string | undefined,
  delay: number,
) {
  const [loaded, setLoaded] = useState<{ view: string; rows: readonly Contact[] }>()
  const isFirst = loaded === undefined
  useEffect(() => {
    const start = cursor ? matches.findIndex(({ id }) => id === cursor) + 1 : 0
    const rows = matches.slice(start, start + SIZE)
    const timer = setTimeout(() => setLoaded({ view, rows }), isFirst ? 0 : delay)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the view names the matches
  }, [view, cursor])
  return { rows: loaded?.rows, isLoading: loaded !== undefined && loaded.view !== view }
}

function sorted(rows: readonly Contact[], sort: string | undefined): readonly Contact[] {
  const key = sort?.replace('-', '')
  if (key !== 'email' && key !== 'added') return rows
  const ascending = rows.toSorted((a, b) => a[key].localeCompare(b[key]))
  return sort?.startsWith('-') ? ascending.toReversed() : ascending
}
