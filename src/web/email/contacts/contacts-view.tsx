import { contactsText as text } from '#web/messages/en/contacts.ts'
import { usePreference } from '#web/session/preferences.ts'
import { BulkActionBar } from '#web/ui/bulk-action-bar.tsx'
import { SelectionSummary, useTableSelection } from '#web/ui/table/table-selection.tsx'
import { useFieldNames } from './contact-columns.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { ContactTable } from './contact-table.tsx'
import { useContacts } from './use-contacts.ts'

interface ContactsViewProps {
  list_id: string
  /** Only the contacts of a segment. */
  segment_id?: string | undefined
}

/** The contacts of a list, page by page, with filters and a selection. */
export function ContactsView({ list_id, segment_id }: ContactsViewProps) {
  const contacts = useContacts(list_id, segment_id)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const { filter, page, total } = contacts
  const { sort: _sort, ...selected } = filter
  const selection = useTableSelection(JSON.stringify(selected))
  const rows = page.data?.data
  const fields = useFieldNames(list_id, rows)
  return (
    <div className="contacts">
      <div className="contact-toolbar">
        <ContactFilters contacts={contacts} />
      </div>
      <ContactTable
        contacts={contacts}
        fields={fields}
        choice={undefined}
        selection={selection}
        singleKeys={singleKeys}
      />
      {!selection.isEmpty && rows && (
        <BulkActionBar
          summary={
            <SelectionSummary
              selection={selection}
              page={rows.map(({ id }) => id)}
              hasMore={page.data?.paging.next != null || contacts.pages.page > 1}
              {...(total && { matching: text.allMatching(total.count, total.isEstimate) })}
            />
          }
        >
          {null}
        </BulkActionBar>
      )}
    </div>
  )
}
