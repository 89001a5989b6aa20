import Split from 'lucide-react/icons/split'
import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useMemo } from 'react'

import { createCsv } from '#client/csv-text.ts'
import type { Segment } from '#client/resources.ts'
import { ContactCount } from '#web/email/lists/list-header.tsx'
import { segmentsText as text } from '#web/messages/en/segments.ts'
import { paths } from '#web/paths.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { localDay, useDateSettings } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import type { NamedPages } from '#web/ui/table/named-pages.tsx'
import { NamedTable } from '#web/ui/table/named-table.tsx'
import { TableEmptyState } from '#web/ui/table/table-empty-state.tsx'
import { type Column, None, TimeCell } from '#web/ui/table/table-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { formatRules } from './segment-words.ts'

const rowId = ({ id }: Segment) => id

interface SegmentTableProps {
  list_id: string
  pages: NamedPages<Segment>
  singleKeys: boolean
  /** Omitted where this key or server cannot create segments. */
  onCreate: (() => void) | undefined
}

export function SegmentTable({ list_id, pages, singleKeys, onCreate }: SegmentTableProps) {
  const settings = useDateSettings()
  const link = useCallback(({ id }: Segment) => paths.segment(list_id, id), [list_id])
  const menu = useCallback(
    (
      segment: Segment,
      trigger: ReactElement<ComponentProps<'button'>>,
      openDialog: (dialog: ReactNode) => void,
    ) => <SegmentMenu list_id={list_id} {...{ segment, trigger, openDialog }} />,
    [list_id],
  )
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
  const columns = useMemo(() => createColumns(), [settings])
  return (
    <NamedTable
      caption={text.title}
      {...{ pages, columns, rowId, link, menu, text, singleKeys }}
      empty={<TableEmptyState icon={Split} onCreate={onCreate} text={text} />}
    />
  )
}

const createColumns = (): readonly Column<Segment>[] => [
  { id: 'name', label: text.name, width: 16, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'rules',
    label: text.rules,
    cell: (segment) => {
      const rules = formatRules(segment)
      return rules === undefined ? (
        <None />
      ) : (
        <bdi className="text-ink-2" title={rules}>
          {rules}
        </bdi>
      )
    },
  },
  {
    id: 'contacts',
    label: text.contacts,
    width: 8,
    align: 'end',
    onPhone: true,
    cell: ({ contact_count }) => <ContactCount count={contact_count} />,
  },
  {
    id: 'created_at',
    label: text.created,
    width: 9,
    cell: ({ created_at }) => <TimeCell at={created_at} />,
  },
]

/** Saves the segments on the screen as a CSV file. */
export function exportSegments(segments: readonly Segment[]): void {
  downloadFile({
    name: text.fileName(localDay(now())),
    type: 'text/csv;charset=utf-8',
    text: createCsv(
      [text.name, text.rules, text.contacts, text.created, 'ID'],
      segments.map((segment) => [
        segment.name,
        formatRules(segment),
        segment.contact_count,
        segment.created_at,
        segment.id,
      ]),
    ),
  })
  toast({ text: text.exported(segments.length) })
}
