import './contacts.css'
import CircleDot from 'lucide-react/icons/circle-dot'
import Split from 'lucide-react/icons/split'
import Tag from 'lucide-react/icons/tag'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { findTag } from '#contract/email/tags.rules.ts'
import { contactImportText } from '#web/messages/en/contact-import.ts'
import { contactsText as text } from '#web/messages/en/contacts.ts'
import { paths } from '#web/paths.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { entryKey, tabStore } from '#web/session/storage.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { MultiFilter, SingleFilter } from '#web/ui/form/filters.tsx'
import { useLatestSearch } from '#web/ui/form/use-search-state.ts'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { ReadOnlyHint } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { BulkActionBar } from '#web/ui/table/bulk-action-bar.tsx'
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx'
import { ColumnResizer } from '#web/ui/table/column-resizer.tsx'
import { SelectionSummary } from '#web/ui/table/selection-summary.tsx'
import { useTableSelection } from '#web/ui/table/table-selection.tsx'
import { applyWidths, resizeColumn, visibleColumns } from '#web/ui/table/table.rules.ts'
import { AddContact } from './add-contact.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { ActionDialog } from './bulk-dialogs.tsx'
import { useColumnChoice, useContactColumns, useFieldNames } from './contact-columns.tsx'
import { ContactDrawer } from './contact-drawer.tsx'
import {
  isFiltered,
  parseFilter,
  statusesOf,
  statusOptions,
  tagsOf,
} from './contact-filter.rules.ts'
import { ContactFinder } from './contact-finder.tsx'
import type { ContactAction } from './contact-menu-items.tsx'
import { ContactTable, useOpenContact } from './contact-table.tsx'
import { deletedContacts } from './edit-contact.data.ts'
import { ExportDialog } from './export-dialog.tsx'
import { parseSavedImport, savedImportEntry } from './saved-import.rules.ts'
import { type Contacts, useContacts } from './use-contacts.ts'

interface ContactsViewProps {
  list_id: string
  /** Only the contacts of a segment. */
  segment_id?: string | undefined
  isExporting: boolean
  onExportClose: () => void
}

/** The contacts of a list, page by page, with filters, a selection and the open contact. */
export function ContactsView(props: ContactsViewProps) {
  const { list_id, segment_id, isExporting, onExportClose } = props
  const session = useSession()
  const contacts = useContacts(list_id, segment_id)
  const open = useOpenContact(list_id, segment_id)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const canWrite = useCanWrite()
  const { filter, supported, page, pages, total, tags, setParams } = contacts
  const deletedIds = deletedContacts.useIds()
  const rows = useMemo(
    () => page.data?.data.filter(({ id }) => !deletedIds.has(id)),
    [page.data, deletedIds],
  )
  const { sort: _sort, ...selected } = filter
  const selection = useTableSelection(JSON.stringify(selected))
  const fields = useFieldNames(list_id, page.data?.data)
  const [choice, setChoice] = useColumnChoice(list_id)
  const columns = useContactColumns(fields, supported.filters)
  const visible = useMemo(
    () => applyWidths(visibleColumns(columns, choice), choice),
    [columns, choice],
  )
  const listName = contacts.list?.name ?? list_id
  const [request, setRequest] = useState<SelectionKey>()
  const [single, setSingle] = useState<{ id: string; action: ContactAction }>()
  useSelectionKeys(singleKeys, selection.isEmpty ? undefined : setRequest)
  const suggestions = { tags: (tags ?? []).map(({ name }) => name), fields: fields.names }
  return (
    <div className="contacts relative flex min-h-0 flex-1 flex-col gap-2 pt-3 max-md:pb-14">
      {!canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
      {canWrite && tabStore.get(entryKey(session.connection.fingerprint, savedImportEntry)) && (
        <UnfinishedImport list_id={list_id} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <ContactFinder
          key={list_id}
          list_id={list_id}
          canSearch={supported.search && (segment_id === undefined || supported.filters)}
          search={filter.search}
          onSearch={(words) => setParams({ q: words }, true)}
          onOpen={open.openContact}
          onAdd={canWrite ? open.openNew : undefined}
          singleKeys={singleKeys}
        />
        <ContactFilters contacts={contacts} />
        <div className="ms-auto flex shrink-0 items-center gap-1">
          <ViewMenu />
          <span className="max-md:hidden">
            <ColumnChooser isResizable columns={columns} choice={choice} onChange={setChoice} />
          </span>
        </div>
      </div>
      <ViewTabs />
      <ContactTable
        contacts={contacts}
        rows={rows}
        open={open}
        columns={visible}
        headControl={(column) => (
          <ColumnResizer
            column={column}
            onResize={(width) => setChoice(resizeColumn(columns, choice, column.id, width))}
          />
        )}
        selection={selection}
        singleKeys={singleKeys}
        onAction={({ id }, action) => setSingle({ id, action })}
      />
      {!selection.isEmpty && rows && (
        <BulkActionBar
          summary={
            <SelectionSummary
              selection={selection}
              page={rows.map(({ id }) => id)}
              hasMore={page.data?.paging.next != null || pages.page > 1}
              selectAll={isFiltered(filter) ? undefined : text.selectAll}
              {...(total && { matching: text.allMatching(total.count, total.isEstimate) })}
            />
          }
        >
          <BulkActions
            choice={{
              ...filter,
              ids: selection.allMatching ? undefined : [...selection.ids],
              total,
            }}
            list_name={listName}
            tags={suggestions.tags}
            request={request}
            onRequestStart={() => setRequest(undefined)}
            onDeselect={selection.clear}
          />
        </BulkActionBar>
      )}
      {isExporting && (
        <ExportDialog
          list_name={listName}
          choice={{ ...filter, ids: undefined, total }}
          rows={rows}
          onClose={onExportClose}
        />
      )}
      {single && (
        <ActionDialog
          action={single.action}
          choice={{ list_id, ids: [single.id] }}
          tags={suggestions.tags}
          onClose={() => setSingle(undefined)}
        />
      )}
      {open.contact_id !== undefined && (
        <ContactDrawer
          list_id={list_id}
          contact_id={open.contact_id ?? ''}
          suggestions={suggestions}
          onClose={open.close}
        />
      )}
      {open.isNew && (
        <AddContact
          list_id={list_id}
          address={open.address}
          suggestions={suggestions}
          onOpen={open.openContact}
          onClose={open.close}
        />
      )}
    </div>
  )
}

type SelectionKey = 'addTags' | 'delete'

/** T and Delete on the selection: in the table, or where nothing has the focus. */
function useSelectionKeys(
  singleKeys: boolean,
  onRequest: ((request: SelectionKey) => void) | undefined,
) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!onRequest || isTyping(event)) return
    const { target } = event
    const isInTable = target instanceof Element && target.closest('table, [data-bulk-actions]')
    if (!isInTable && target !== document.body) return
    if (document.querySelector('dialog[open], [role=menu]')) return
    if (event.key === 'Delete') onRequest('delete')
    else if (keyLetter(event) === 't' && (isInTable || singleKeys)) onRequest('addTags')
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** Says that the import into a list was interrupted, and leads to it. */
function UnfinishedImport({ list_id }: { list_id: string }) {
  const session = useSession()
  const jobs = getJobs(session)
  const page = paths.importContacts(list_id)
  const isImporting = useSyncExternalStore(jobs.subscribe, () =>
    jobs.list().some((job) => job.page === page && isRunning(job)),
  )
  const name = entryKey(session.connection.fingerprint, savedImportEntry)
  const saved = parseSavedImport(tabStore.get(name), list_id)
  // The tray shows one that runs.
  if (!saved || isImporting) return null
  return (
    <div role="status" className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 break-words text-ink-2">{contactImportText.unfinished(saved.name)}</p>
      <Link to={page} className={buttonClass('plain', 'small')}>
        {contactImportText.continue}
      </Link>
    </div>
  )
}

/** Status, tags and a segment, which some servers only read by itself. */
function ContactFilters({ contacts }: { contacts: Contacts }) {
  const { page, supported, tags = [], segments = [], setParams } = contacts
  const { list_id, segment_id } = contacts.filter
  const navigate = useNavigate()
  // A choice shows before its rows: a second one, made meanwhile, would else replace the first.
  const search = useLatestSearch()
  const filter = parseFilter({ list_id, segment_id }, search, supported)
  const { status } = filter
  const isAlone = segment_id !== undefined && !supported.filters
  const reason = isAlone ? { disabled: true, title: text.segmentOnly } : {}
  const seen = page.data?.data.map((contact) => contact.status) ?? []
  const statuses = statusesOf(status)
  const statusFilter = {
    label: text.status,
    icon: CircleDot,
    disabled: isAlone,
    options: statusOptions(...seen, ...statuses).map((value) => ({
      value,
      label: formatStatus(value),
      content: <StatusPill kind="contact" value={value} />,
    })),
  }
  const chosen = tagsOf(filter).map((name) => findTag(tags, name)?.name ?? name)
  const missing = chosen.filter((name) => !findTag(tags, name))
  const tagFilter = {
    label: text.tag,
    icon: Tag,
    disabled: isAlone,
    // The tag of a link stays an option, whether or not it exists.
    options: [...missing, ...tags.map(({ name }) => name)].map((value) => ({
      value,
      label: value,
    })),
  }
  const toSegment = (id: string | undefined) => {
    const pathname = id === undefined ? paths.list(list_id) : paths.segment(list_id, id)
    const kept = new URLSearchParams(supported.filters ? search : '')
    for (const name of ['after', 'page']) kept.delete(name)
    void navigate({ pathname, search: String(kept) })
  }
  return (
    <div
      role="group"
      aria-label={text.filters}
      className="flex min-w-0 flex-wrap items-center gap-2 max-md:order-1 max-md:w-full [&>div]:h-control"
      {...reason}
    >
      {supported.filters ? (
        <MultiFilter
          {...statusFilter}
          values={statuses}
          onChange={(values) => setParams({ status: values.join() || undefined })}
        />
      ) : (
        <SingleFilter
          {...statusFilter}
          value={status}
          onChange={(value) => setParams({ status: value })}
        />
      )}
      {supported.filters ? (
        <MultiFilter
          {...tagFilter}
          values={chosen}
          onChange={(values) => setParams({ tag: values })}
        />
      ) : (
        <SingleFilter
          {...tagFilter}
          value={chosen[0]}
          onChange={(value) => setParams({ tag: value })}
        />
      )}
      {(segments.length > 0 || segment_id !== undefined) && (
        <SingleFilter
          label={text.segment}
          icon={Split}
          options={segments.map(({ id, name }) => ({ value: id, label: name }))}
          value={segment_id}
          onChange={toSegment}
        />
      )}
    </div>
  )
}
