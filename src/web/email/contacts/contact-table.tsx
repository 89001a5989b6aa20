import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'

import type { Contact } from '#client/resources.ts'
import { useOnline } from '#web/external-store.ts'
import { contactsText as text } from '#web/messages/en/contacts.ts'
import { listHeaderText } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { pagerClass, TablePager } from '#web/ui/table/table-pager.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import type { TableSelectionControl } from '#web/ui/table/table-selection.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { hasFilters, isFiltered, statusesOf, tagsOf } from './contact-filter.rules.ts'
import {
  type ContactAction,
  ContactMenuItems,
  type ContactMenuItemsProps,
} from './contact-menu-items.tsx'
import { deleteContact } from './edit-contact.data.ts'
import type { Contacts } from './use-contacts.ts'

const rowId = ({ id }: Contact) => id
const rowName = ({ email_address }: Contact) => email_address

interface ContactTableProps {
  contacts: Contacts
  /** Those of the page, without what is about to be deleted. */
  rows: readonly Contact[] | undefined
  open: OpenContact
  columns: readonly Column<Contact>[]
  selection: TableSelectionControl
  singleKeys: boolean
  /** The handle that resizes a column. */
  headControl: ((column: Column<Contact>) => ReactNode) | undefined
  /** Opens the dialog of an action on one contact. */
  onAction: (contact: Contact, action: ContactAction) => void
}

/** The rows of one page, and below them where in the list they are. */
export function ContactTable(props: ContactTableProps) {
  const { contacts, open, columns, selection, singleKeys } = props
  const session = useSession()
  const disabledReason = useDisabledReason()
  const online = useOnline()
  const { filter, supported, pages, page, pageSize, total, setParams } = contacts
  const { query, data, error, loadingState } = page
  const canSort = supported.filters
  // A status that the server does not know has no contacts.
  const isUnknownValue = error?.code === 'validation_error' && isFiltered(filter)
  const rows = error && !data ? [] : props.rows
  const { list_id, segment_id } = filter
  const link = useCallback(
    ({ id }: Contact) => ({
      pathname: paths.contact(list_id, id, segment_id),
      search: location.search,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the links keep the filter and the page
    [list_id, segment_id, JSON.stringify([filter, pages.cursor])],
  )
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const menu = useCallback(
    (contact: Contact, trigger: ReactElement<ComponentProps<'button'>>) => (
      <ContactMenu
        contact={contact}
        trigger={trigger}
        onOpen={(one) => latest.current.open.openContact(one)}
        onAction={(one, action) => latest.current.onAction(one, action)}
      />
    ),
    [],
  )
  const onRowKey = (event: KeyboardEvent, contact: Contact) => {
    // A selection has its own actions.
    if (isTyping(event.nativeEvent) || !selection.isEmpty) return
    const isTag = keyLetter(event) === 't'
    if (event.key !== 'Delete' && !isTag) return
    event.preventDefault()
    if (disabledReason !== undefined) return void toast({ text: disabledReason })
    if (isTag) props.onAction(contact, 'addTags')
    else deleteContact(session, contact)
  }
  return (
    <>
      <DataTable
        isVirtual
        caption={captionOf(contacts)}
        columns={columns}
        {...(props.headControl && { headControl: props.headControl })}
        rows={loadingState.showSkeleton && !error ? undefined : rows}
        view={JSON.stringify([filter, pages.cursor])}
        rowId={rowId}
        rowName={rowName}
        link={link}
        linkState={open.linkState}
        menu={menu}
        onEdit={open.openContact}
        onRowKey={onRowKey}
        selection={selection}
        {...(canSort && {
          sort: filter.sort ?? '-created_at',
          onSort: (sort) => setParams({ sort: sort === '-created_at' ? undefined : sort }),
        })}
        count={{
          offset: (pages.page - 1) * pageSize,
          total: total?.isEstimate ? undefined : total?.count,
        }}
        isLoadingPage={page.isLoadingPage}
        loading={loadingState}
        failure={
          error && !data && !isUnknownValue
            ? { title: text.failed, error, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={<NoContacts contacts={contacts} onAdd={() => open.openNew()} />}
        singleKeys={singleKeys}
      />
      {pages.page === 1 && data?.paging.next === null ? (
        rows &&
        rows.length > 0 && (
          <p data-pager className={pagerClass}>
            {text.total(rows.length)}
          </p>
        )
      ) : (
        <TablePager
          pages={pages}
          next={data?.paging.next}
          rowCount={data?.data.length ?? 0}
          pageSize={pageSize}
          onPageSize={supported.filters ? contacts.setPageSize : undefined}
          total={total}
          isLoading={page.isLoadingPage}
          blocked={
            online || page.hasPage(data?.paging.next ?? '') ? undefined : text.nextPageOffline
          }
          onPrefetch={page.prefetch}
          singleKeys={singleKeys}
        />
      )}
    </>
  )
}

interface ContactMenuProps extends ContactMenuItemsProps {
  trigger: ReactElement<ComponentProps<'button'>>
}

/** What can be done with one contact. */
function ContactMenu({ trigger, ...props }: ContactMenuProps) {
  return (
    <Menu
      label={props.contact.email_address}
      trigger={trigger}

      align="end"
    >
      <ContactMenuItems {...props} />
    </Menu>
  )
}

const formatStatuses = (status: string | undefined) =>
  status && statusesOf(status).map(formatStatus).join(', ')

/** The filter in words. */
function captionOf({ filter, list, segments }: Contacts): string {
  const { segment_id, status, search } = filter
  const segment = segments?.find(({ id }) => id === segment_id)?.name ?? segment_id
  return text.caption({
    list: list?.name ?? text.unnamedList,
    segment,
    status: formatStatuses(status),
    tags: tagsOf(filter),
    search,
  })
}

function NoContacts({ contacts, onAdd }: { contacts: Contacts; onAdd: () => void }) {
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const { filter, setParams, missingTag } = contacts
  const { segment_id, status, search } = filter
  const tags = tagsOf(filter)
  if (segment_id !== undefined && !hasFilters(filter))
    return <EmptyState filtered title={text.emptySegment} />
  if (isFiltered(filter))
    return (
      <EmptyState
        filtered
        title={
          missingTag !== undefined && tags.length === 1
            ? text.missingTag(missingTag)
            : text.noneWith([formatStatuses(status), tags.join(text.or), search && `“${search}”`])
        }
        action={
          <Button onClick={() => setParams({ status: undefined, tag: undefined, q: undefined })}>
            {text.clearFilters}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={Users}
      title={text.empty}
      action={
        canWrite && (
          <>
            <Button
              {...offlineProps}
              variant="primary"
              icon={Plus}
              onClick={() => !offlineProps && onAdd()}
            >
              {listHeaderText.addContact}
            </Button>
            <Link to={paths.importContacts(filter.list_id)} className={buttonClass()}>
              {text.importFile}
            </Link>
          </>
        )
      }
    >
      {text.emptyDescription}
    </EmptyState>
  )
}

/** In the history entry of a drawer that was opened from the table: Back closes it. */
interface DrawerState {
  readonly isOverTable?: boolean
  /** The address that the drawer of a new contact begins with. */
  readonly address?: string
}

/** The drawer that the URL names. Its history entry keeps the pages before the one below it. */
export function useOpenContact(list_id: string, segment_id: string | undefined) {
  const { contact_id } = useParams()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  // Written here, or by useCursorPages; other pages leave it empty.
  const current = state as DrawerState | null
  const table = segment_id === undefined ? paths.list(list_id) : paths.segment(list_id, segment_id)
  const isNew = pathname === paths.newContact(list_id, segment_id)
  const linkState = useMemo(
    () => ({ ...current, isOverTable: true, address: undefined }),
    [current],
  )

  const open = (to: string, more: DrawerState = {}) => {
    const isOpen = isNew || contact_id !== undefined
    void navigate(
      { pathname: to, search },
      { state: { ...linkState, ...more }, replace: isOpen, preventScrollReset: true },
    )
  }
  return {
    contact_id: isNew ? undefined : contact_id,
    isNew,
    address: current?.address ?? '',
    /** For links of rows. */
    linkState,
    openContact: ({ id }: Pick<Contact, 'id'>) => open(paths.contact(list_id, id, segment_id)),
    openNew: (address = '') => open(paths.newContact(list_id, segment_id), { address }),
    close: () => {
      if (current?.isOverTable) return void navigate(-1)
      void navigate({ pathname: table, search }, { replace: true, state, preventScrollReset: true })
    },
  }
}

type OpenContact = ReturnType<typeof useOpenContact>
