import Tag from 'lucide-react/icons/tag'
import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useMemo } from 'react'

import { createCsv } from '#client/csv-text.ts'
import type { ListTag } from '#client/resources.ts'
import { ContactCount } from '#web/email/lists/list-header.tsx'
import { tagsText as text } from '#web/messages/en/tags.ts'
import { paths } from '#web/paths.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { localDay, useDateSettings } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { now } from '#web/ui/server-time.ts'
import type { NamedPages } from '#web/ui/table/named-pages.tsx'
import { NamedTable } from '#web/ui/table/named-table.tsx'
import { type Column, TimeCell } from '#web/ui/table/table-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { TagMenu } from './tag-menu.tsx'

// Tags have no id: the name is the key.
const rowId = ({ name }: ListTag) => name

interface TagTableProps {
  list_id: string
  pages: NamedPages<ListTag>
  singleKeys: boolean
}

export function TagTable({ list_id, pages, singleKeys }: TagTableProps) {
  const settings = useDateSettings()
  const tags = pages.isComplete ? pages.items : undefined
  const link = useCallback(({ name }: ListTag) => paths.taggedContacts(list_id, name), [list_id])
  const menu = useCallback(
    (
      tag: ListTag,
      trigger: ReactElement<ComponentProps<'button'>>,
      openDialog: (dialog: ReactNode) => void,
    ) => <TagMenu {...{ list_id, tag, tags, trigger, openDialog }} />,
    [list_id, tags],
  )
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
  const columns = useMemo(() => createColumns(), [settings])
  return (
    <NamedTable
      caption={text.title}
      {...{ pages, columns, rowId, link, menu, text, singleKeys }}
      empty={
        <EmptyState icon={Tag} title={text.empty}>
          {text.emptyDescription}
        </EmptyState>
      }
    />
  )
}

const createColumns = (): readonly Column<ListTag>[] => [
  { id: 'name', label: text.name, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'contacts',
    label: text.contacts,
    width: 10,
    align: 'end',
    onPhone: true,
    cell: ({ contact_count }) => <ContactCount count={contact_count} />,
  },
  {
    id: 'created_at',
    label: text.created,
    width: 12,
    cell: ({ created_at }) => <TimeCell at={created_at} />,
  },
]

/** Saves the tags on the screen as a CSV file. */
export function exportTags(list: string, tags: readonly ListTag[]): void {
  downloadFile({
    name: text.fileName(list, localDay(now())),
    type: 'text/csv;charset=utf-8',
    text: createCsv(
      [text.name, text.contacts, text.created],
      tags.map(({ name, contact_count, created_at }) => [name, contact_count, created_at]),
    ),
  })
  toast({ text: text.exported(tags.length) })
}
