import '#web/email/lists/lists.css'
import Plus from 'lucide-react/icons/plus'
import Split from 'lucide-react/icons/split'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'

import { createCsv } from '#client/csv-text.ts'
import type { Segment } from '#client/resources.ts'
import { NamedCount, type NamedPages, tableStates } from '#web/email/lists/named-pages.tsx'
import { segmentsText as text } from '#web/messages/en/segments.ts'
import { paths } from '#web/paths.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber, localDay, useDateSettings } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { formatRules } from './segment-words.ts'

const rowId = ({ id }: Segment) => id
const rowName = ({ name }: Segment) => name

interface SegmentTableProps {
  list_id: string
  pages: NamedPages<Segment>
  singleKeys: boolean
  /** Omitted where this key or server cannot create segments. */
  onCreate: (() => void) | undefined
}

export function SegmentTable({ list_id, pages, singleKeys, onCreate }: SegmentTableProps) {
  const settings = useDateSettings()
  const { loadingState, matches, isComplete } = pages
  const [dialog, openDialog] = useState<ReactNode>(null)
  const link = useCallback(({ id }: Segment) => paths.segment(list_id, id), [list_id])
  const menu = useCallback(
    (segment: Segment, trigger: ReactElement<ComponentProps<'button'>>) => (
      <SegmentMenu list_id={list_id} {...{ segment, trigger, openDialog }} />
    ),
    [list_id],
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
        rowId={rowId}
        rowName={rowName}
        link={link}
        menu={menu}
        {...states}
        empty={isComplete && <NoSegments pages={pages} onCreate={onCreate} />}
        singleKeys={singleKeys}
      />
      <NamedCount pages={pages} text={text} />
      {dialog}
    </div>
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
    width: 9,
    cell: ({ created_at }) =>
      created_at === undefined ? <None /> : <RelativeTime at={created_at} tabIndex={-1} />,
  },
]

/** Read out; nothing to the eye. */
const None = () => <span className="sr-only">{text.none}</span>

function NoSegments({ pages, onCreate }: Pick<SegmentTableProps, 'pages' | 'onCreate'>) {
  const offlineProps = useOfflineProps()
  if (pages.text !== '' && pages.loaded?.length !== 0)
    return (
      <EmptyState
        filtered
        title={text.noMatches(pages.text)}
        action={<Button onClick={pages.clearText}>{text.clearSearch}</Button>}
      />
    )
  return (
    <EmptyState
      icon={Split}
      title={text.empty}
      action={
        onCreate && (
          <Button {...offlineProps} variant="primary" icon={Plus} data-create onClick={onCreate}>
            {text.new}
          </Button>
        )
      }
    >
      {onCreate ? text.createDescription : text.emptyDescription}
    </EmptyState>
  )
}

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
