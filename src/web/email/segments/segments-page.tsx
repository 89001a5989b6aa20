import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Split from 'lucide-react/icons/split'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'

import { createCsv } from '#client/csv-text.ts'
import type { Segment } from '#client/resources.ts'
import { ContactCount, ListFrame } from '#web/email/lists/list-header.tsx'
import { segmentPages } from '#web/email/lists/lists.data.ts'
import { segmentsText as text } from '#web/messages/en/segments.ts'
import { paths } from '#web/paths.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { downloadFile } from '#web/session/download-file.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { localDay, useDateSettings } from '#web/ui/format.ts'
import { ReadOnlyHint } from '#web/ui/page-states.tsx'
import { now } from '#web/ui/server-time.ts'
import {
  NamedActions,
  NamedTable,
  type RowMenu,
  useNamedTable,
} from '#web/ui/table/named-table.tsx'
import { type Column, None, TimeCell } from '#web/ui/table/table-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { SegmentDialog } from './segment-dialog.tsx'
import { SegmentMenu } from './segment-menu.tsx'
import { formatRules } from './segment-words.ts'

/** The segments of a list, their rules and their sizes. */
export function Component() {
  const { list_id = '' } = useParams()
  const settings = useDateSettings()
  const isSupported = useCapability('segments.write')
  const { isSettled } = useSettledCapabilities()
  const canWrite = useCanWrite()
  const options = segmentPages(list_id)
  const table = useNamedTable(useAllItems(useInfiniteQuery(options), options.queryKey), {
    singleKeys: usePreference('single_key_shortcuts') === 'on',
    create:
      canWrite && isSupported
        ? (onClose) => <SegmentDialog list_id={list_id} onClose={onClose} />
        : undefined,
  })
  const { rows = [], isComplete } = table
  const link = useCallback(({ id }: Segment) => paths.segment(list_id, id), [list_id])
  const menu = useCallback(
    ({ row, ...props }: RowMenu<Segment>) => (
      <SegmentMenu list_id={list_id} segment={row} {...props} />
    ),
    [list_id],
  )
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
  const columns = useMemo(() => createColumns(), [settings])
  return (
    <ListFrame
      list_id={list_id}
      tab="segments"
      section={text.title}
      actions={
        <NamedActions {...{ table, text }}>
          <ViewMenu />
          {isComplete && rows.length > 0 && (
            <Button icon={Download} onClick={() => exportSegments(rows)}>
              {text.export}
            </Button>
          )}
        </NamedActions>
      }
    >
      {isSupported && !canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
      {!isSupported && isSettled && rows.length > 0 && <ReadOnlyHint>{text.onServer}</ReadOnlyHint>}
      <ViewTabs className="mt-3" />
      <NamedTable caption={text.title} icon={Split} {...{ table, columns, link, menu, text }} />
    </ListFrame>
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
function exportSegments(segments: readonly Segment[]): void {
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
