import './contacts.css'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'

import { deletedContacts } from '#web/email/contact-edit/edit-contact.data.ts'
import { contactsText as text } from '#web/messages/en/contacts.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { usePageViews } from '#web/session/saved-views/use-page-views.ts'
import { useSession } from '#web/session/session.ts'
import { entryKey, tabStore } from '#web/session/storage.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { Lazy, lazyChunk, prefetchWithInput } from '#web/ui/lazy-chunk.tsx'
import { ReadOnlyHint } from '#web/ui/page-states.tsx'
import { BulkActionBar } from '#web/ui/table/bulk-action-bar.tsx'
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx'
import { SelectionSummary } from '#web/ui/table/selection-summary.tsx'
import { useTableSelection } from '#web/ui/table/table-selection.tsx'
import { applyWidths, resizeColumn, visibleColumns } from '#web/ui/table/table.rules.ts'
import { ViewMenu } from '#web/ui/table/view-menu.tsx'
import { ViewTabs } from '#web/ui/table/view-tabs.tsx'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
import { useColumnChoice, useContactColumns, useFieldNames } from './contact-columns.tsx'
import { isFiltered } from './contact-filter.rules.ts'
import { ContactFilters } from './contact-filters.tsx'
import { ContactFinder } from './contact-finder.tsx'
import type { ContactAction } from './contact-menu-items.tsx'
import { ContactTable } from './contact-table.tsx'
import { savedImportEntry } from './saved-import.rules.ts'
import { useContacts } from './use-contacts.ts'
import { useOpenContact } from './use-open-contact.ts'

const drawer = lazyChunk(() => import('#web/email/contact-edit/contact-drawer.tsx'))
const addContact = lazyChunk(() => import('#web/email/contact-edit/add-contact.tsx'))

const exportDialog = lazyChunk(() => import('#web/email/contact-bulk/export-dialog.tsx'))
// Loaded with the first selection, or key.
const bulkActions = lazyChunk(() => import('#web/email/contact-bulk/bulk-actions.tsx'))
const unfinishedImport = lazyChunk(() => import('./unfinished-import.tsx'))
const columnResizer = lazyChunk(() => import('#web/ui/table/column-resizer.tsx'))
const bulkDialogs = lazyChunk(() => import('#web/email/contact-bulk/bulk-dialogs.tsx'))

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
  const columns = useContactColumns(fields, supported.sort && segment_id === undefined)
  const visible = useMemo(
    () => applyWidths(visibleColumns(columns, choice), choice),
    [columns, choice],
  )
  const resizer = useSyncExternalStore(columnResizer.subscribe, columnResizer.get)
  useEffect(() => prefetchWithInput(columnResizer.load), [])
  const views = usePageViews(`contacts:${list_id}`, paths.list(list_id))
  const listName = contacts.list?.name ?? list_id
  // A key may be pressed before the code of its action is loaded.
  const [request, setRequest] = useState<SelectionKey>()
  const [single, setSingle] = useState<{ id: string; action: ContactAction }>()
  useSelectionKeys(singleKeys, selection.isEmpty ? undefined : setRequest)
  const suggestions = { tags: (tags ?? []).map(({ name }) => name), fields: fields.names }
  return (
    <div className="contacts">
      {!canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
      {canWrite && tabStore.get(entryKey(session.connection.fingerprint, savedImportEntry)) && (
        <Lazy chunk={unfinishedImport}>
          {({ UnfinishedImport }) => <UnfinishedImport list_id={list_id} />}
        </Lazy>
      )}
      <div className="contact-toolbar">
        <ContactFinder
          key={list_id}
          list_id={list_id}
          canSearch={supported.search && segment_id === undefined}
          search={filter.search}
          onSearch={(words) => setParams({ q: words }, true)}
          onOpen={open.openContact}
          onAdd={canWrite ? open.openNew : undefined}
          singleKeys={singleKeys}
        />
        <ContactFilters contacts={contacts} />
        <div className="contact-toolbar-end">
          {segment_id === undefined && <ViewMenu {...views} />}
          <span className="contact-columns">
            <ColumnChooser isResizable columns={columns} choice={choice} onChange={setChoice} />
          </span>
        </div>
      </div>
      {segment_id === undefined && <ViewTabs {...views} />}
      <ContactTable
        contacts={contacts}
        rows={rows}
        open={open}
        columns={visible}
        headControl={
          resizer &&
          ((column) => (
            <resizer.ColumnResizer
              column={column}
              onResize={(width) => setChoice(resizeColumn(columns, choice, column.id, width))}
            />
          ))
        }
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
          <Lazy
            chunk={bulkActions}
            fallback={request && <TypeAheadBuffer onCancel={() => setRequest(undefined)} />}
          >
            {({ BulkActions }) => (
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
            )}
          </Lazy>
        </BulkActionBar>
      )}
      {isExporting && (
        <Lazy
          chunk={exportDialog}
          fallback={<TypeAheadBuffer onCancel={onExportClose} />}
          onCancel={onExportClose}
        >
          {({ ExportDialog }) => (
            <ExportDialog
              list_name={listName}
              choice={{ ...filter, ids: undefined, total }}
              rows={rows}
              onClose={onExportClose}
            />
          )}
        </Lazy>
      )}
      {single && (
        <Lazy
          chunk={bulkDialogs}
          fallback={<TypeAheadBuffer onCancel={() => setSingle(undefined)} />}
          onCancel={() => setSingle(undefined)}
        >
          {({ ActionDialog }) => (
            <ActionDialog
              action={single.action}
              choice={{ list_id, ids: [single.id] }}
              tags={suggestions.tags}
              onClose={() => setSingle(undefined)}
            />
          )}
        </Lazy>
      )}
      {open.contact_id !== undefined && (
        <Lazy
          chunk={drawer}
          fallback={<TypeAheadBuffer onCancel={open.close} />}
          onCancel={open.close}
        >
          {({ ContactDrawer }) => (
            <ContactDrawer
              list_id={list_id}
              contact_id={open.contact_id ?? ''}
              suggestions={suggestions}
              onClose={open.close}
            />
          )}
        </Lazy>
      )}
      {open.isNew && (
        <Lazy
          chunk={addContact}
          fallback={<TypeAheadBuffer onCancel={open.close} />}
          onCancel={open.close}
        >
          {({ AddContact }) => (
            <AddContact
              list_id={list_id}
              address={open.address}
              suggestions={suggestions}
              onOpen={open.openContact}
              onClose={open.close}
            />
          )}
        </Lazy>
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
