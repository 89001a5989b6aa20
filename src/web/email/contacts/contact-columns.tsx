import { useMemo, useState } from 'react'

import type { Contact } from '#client/resources.ts'
import { contactsText as text } from '#web/messages/en/contacts.ts'
import { useDeviceEntry } from '#web/session/device-entry.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { type ColumnChoice, parseColumnChoice } from '#web/ui/table/table.rules.ts'
import { fieldLabels, fieldNames, fieldValue } from './contact-fields.rules.ts'

const MAX_TAGS = 2
/** Merge fields that are visible until someone chooses. */
const VISIBLE_FIELDS = 2

/** The columns of a table of contacts: what every contact has, and the merge fields of the list. */
function createContactColumns(
  { names: fields, visible: visibleFields }: KnownFields,
  canSort: boolean,
): readonly Column<Contact>[] {
  const labels = fieldLabels(fields)
  return [
    {
      id: 'email_address',
      label: text.columns.email,
      minWidth: 15,
      isSortable: canSort,
      cell: ({ email_address }) => email_address,
    },
    {
      id: 'status',
      label: text.columns.status,
      width: 8.5,
      onPhone: true,
      isSortable: canSort,
      cell: ({ status }) => <StatusPill kind="contact" value={status} />,
    },
    {
      id: 'tags',
      label: text.columns.tags,
      width: 14,
      onPhone: true,
      cell: ({ tags }) => <Tags tags={tags} />,
    },
    ...fields.map((name): Column<Contact> => ({
      // An id of its own: a merge field may be called `status`.
      id: `fields.${name}`,
      label: labels.get(name) ?? name,
      width: 8,
      isOptional: !visibleFields.includes(name),
      cell: (contact) => <FieldValue value={fieldValue(contact.fields, name)} />,
    })),
    {
      id: 'created_at',
      label: text.columns.created_at,
      width: 8,
      isSortable: canSort,
      firstDirection: 'descending',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      id: 'updated_at',
      label: text.columns.updated_at,
      width: 8,
      isOptional: true,
      isSortable: canSort,
      firstDirection: 'descending',
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
    {
      id: 'id',
      label: text.columns.id,
      width: 17,
      isOptional: true,
      cell: ({ id }) => <code className="font-mono text-code text-ink-2">{id}</code>,
    },
  ]
}

const Time = ({ at }: { at: string | undefined }) =>
  at === undefined ? null : <RelativeTime at={at} tabIndex={-1} className="text-ink-2" />

const FieldValue = ({ value }: { value: string | undefined }) =>
  value === undefined || value === '' ? <span className="text-ink-3">{text.noValue}</span> : value

const tagClass =
  'min-w-0 truncate rounded-chip bg-mute-soft px-2 text-tag/5 text-mute-ink forced-colors:border'

/** Chips of one line; the others are a number with their names under the pointer. */
function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="text-ink-3">{text.noTags}</span>
  const rest = tags.slice(MAX_TAGS)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <span key={tag} className={tagClass}>
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span
          className={`${tagClass} shrink-0`}
          data-tip={rest.join(', ')}
          aria-label={rest.join(', ')}
        >
          {text.moreTags(rest.length)}
        </span>
      )}
    </span>
  )
}

/** Merge fields of a list in the order of their columns. */
interface KnownFields {
  readonly list_id: string
  readonly names: readonly string[]
  readonly visible: readonly string[]
}

/** The merge fields of a list, as far as its pages were loaded. A later page adds columns to choose, and moves none. */
export function useFieldNames(list_id: string, rows: readonly Contact[] | undefined): KnownFields {
  const [state, setState] = useState<KnownFields>({ list_id, names: [], visible: [] })
  const isCurrent = state.list_id === list_id
  const before = isCurrent ? state : { list_id, names: [], visible: [] }
  const found = useMemo(() => fieldNames(rows ?? []), [rows])
  const added = found.filter((name) => !before.names.includes(name))
  if (added.length === 0) return before
  const next = {
    list_id,
    names: [...before.names, ...added],
    visible: before.names.length === 0 ? added.slice(0, VISIBLE_FIELDS) : before.visible,
  }
  setState(next)
  return next
}

/** All columns that a list can have; the cells show dates and numbers, which have settings. */
export function useContactColumns(fields: KnownFields, canSort: boolean) {
  const settings = useDateSettings()
  return useMemo(
    () => createContactColumns(fields, canSort),
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [fields, canSort, settings],
  )
}

/** The columns that the person chose for a list, kept on this device. */
export function useColumnChoice(list_id: string) {
  const [stored, update] = useDeviceEntry(`columns:${list_id}`)
  const choice = useMemo(() => parseColumnChoice(stored), [stored])
  const setChoice = (next: ColumnChoice | undefined) =>
    update(() => (next ? JSON.stringify(next) : ''))
  return [choice, setChoice] as const
}
