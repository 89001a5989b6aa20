import '#web/email/lists/lists.css'
import Tag from 'lucide-react/icons/tag'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'

import { createCsv } from '#client/csv-text.ts'
import type { ListTag } from '#client/resources.ts'
import { NamedCount, type NamedPages, tableStates } from '#web/email/lists/named-pages.tsx'
import { tagsText as text } from '#web/messages/en/tags.ts'
import { paths } from '#web/paths.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber, localDay, useDateSettings } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { TagMenu } from './tag-menu.tsx'

const rowName = ({ name }: ListTag) => name

interface TagTableProps {
  list_id: string
  pages: NamedPages<ListTag>
  singleKeys: boolean
}

export function TagTable({ list_id, pages, singleKeys }: TagTableProps) {
  const settings = useDateSettings()
  const { loadingState, matches, isComplete } = pages
  const tags = isComplete ? pages.loaded : undefined
  const [dialog, openDialog] = useState<ReactNode>(null)
  const link = useCallback(({ name }: ListTag) => paths.taggedContacts(list_id, name), [list_id])
  const menu = useCallback(
    (tag: ListTag, trigger: ReactElement<ComponentProps<'button'>>) => (
      <TagMenu {...{ list_id, tag, tags, trigger, openDialog }} />
    ),
    [list_id, tags],
  )
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
  const columns = useMemo(() => createColumns(), [settings])
  const states = tableStates(pages, text)
  return (
    <div className="list-table">
      <DataTable
        isVirtual
        caption={text.title}
        columns={columns}
        rows={states.failure ? [] : loadingState.showSkeleton ? undefined : matches}
        view={pages.text}
        // Tags have no id: the name is the key.
        rowId={rowName}
        rowName={rowName}
        link={link}
        menu={menu}
        {...states}
        empty={
          isComplete &&
          (pages.text === '' ? (
            <EmptyState icon={Tag} title={text.empty}>
              {text.emptyDescription}
            </EmptyState>
          ) : (
            <EmptyState
              filtered
              title={text.noMatches(pages.text)}
              action={<Button onClick={pages.clearText}>{text.clearSearch}</Button>}
            />
          ))
        }
        singleKeys={singleKeys}
      />
      <NamedCount pages={pages} text={text} />
      {dialog}
    </div>
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
    cell: ({ contact_count }) =>
      contact_count === undefined ? (
        <None />
      ) : (
        <>
          {formatNumber(contact_count)}
          <span className="list-unit"> {text.contacts.toLowerCase()}</span>
        </>
      ),
  },
  {
    id: 'created_at',
    label: text.created,
    width: 12,
    cell: ({ created_at }) =>
      created_at === undefined ? <None /> : <RelativeTime at={created_at} tabIndex={-1} />,
  },
]

/** Read out; nothing to the eye. */
const None = () => <span className="sr-only">{text.none}</span>

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
