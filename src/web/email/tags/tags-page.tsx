import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Tag from 'lucide-react/icons/tag'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'

import { createCsv } from '#client/csv-text.ts'
import type { ListTag } from '#client/resources.ts'
import { ContactCount, ListFrame } from '#web/email/lists/list-header.tsx'
import { tagPages } from '#web/email/lists/lists.data.ts'
import { tagsText as text } from '#web/messages/en/tags.ts'
import { paths } from '#web/paths.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { downloadFile } from '#web/session/download-file.ts'
import { usePreference } from '#web/session/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import { localDay, useDateSettings } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import {
  NamedActions,
  NamedTable,
  type RowMenu,
  useNamedTable,
} from '#web/ui/table/named-table.tsx'
import { type Column, TimeCell } from '#web/ui/table/table-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { TagMenu } from './tag-menu.tsx'

/** The tags of a list with the number of their contacts. */
export function Component() {
  const { list_id = '' } = useParams()
  const settings = useDateSettings()
  const options = tagPages(list_id)
  const table = useNamedTable(useAllItems(useInfiniteQuery(options), options.queryKey), {
    singleKeys: usePreference('single_key_shortcuts') === 'on',
  })
  const { rows = [], isComplete } = table
  const tags = isComplete ? table.items : undefined
  const link = useCallback(({ name }: ListTag) => paths.taggedContacts(list_id, name), [list_id])
  const menu = useCallback(
    ({ row, ...props }: RowMenu<ListTag>) => <TagMenu tag={row} {...{ list_id, tags, ...props }} />,
    [list_id, tags],
  )
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
  const columns = useMemo(() => createColumns(), [settings])
  return (
    <ListFrame
      list_id={list_id}
      tab="tags"
      section={text.title}
      actions={
        <NamedActions {...{ table, text }}>
          <ViewMenu />
          {isComplete && rows.length > 0 && (
            <Button icon={Download} onClick={() => exportTags(list_id, rows)}>
              {text.export}
            </Button>
          )}
        </NamedActions>
      }
    >
      <ViewTabs className="mt-3" />
      <NamedTable caption={text.title} icon={Tag} {...{ table, columns, link, menu, text }} />
    </ListFrame>
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
function exportTags(list: string, tags: readonly ListTag[]): void {
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
