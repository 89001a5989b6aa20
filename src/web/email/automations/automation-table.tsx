import '#web/email/lists/lists.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Workflow from 'lucide-react/icons/workflow'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Automation, List } from '#client/resources.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import { NamedCount, type NamedPages, tableStates } from '#web/email/lists/named-pages.tsx'
import { automationsText as text } from '#web/messages/en/automations.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber, useDateSettings } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { AutomationMenu } from './automation-menu.tsx'

const rowId = ({ id }: Automation) => id
const rowName = ({ name }: Automation) => name

interface AutomationTableProps {
  pages: NamedPages<Automation>
  singleKeys: boolean
  /** Omitted where this key or server cannot create automations. */
  onCreate: (() => void) | undefined
}

export function AutomationTable({ pages, singleKeys, onCreate }: AutomationTableProps) {
  const settings = useDateSettings()
  const [search] = useSearchParams()
  const query = String(search)
  const { loadingState, matches, isComplete } = pages
  const [dialog, openDialog] = useState<ReactNode>(null)
  const link = useCallback(
    ({ id }: Automation) => ({ pathname: paths.automation(id), search: query }),
    [query],
  )
  const menu = useCallback(
    (automation: Automation, trigger: ReactElement<ComponentProps<'button'>>) => (
      <AutomationMenu {...{ automation, trigger, openDialog }} />
    ),
    [],
  )
  const lists = useInfiniteQuery(listPages())
  useAllPages(lists, true)
  const columns = useMemo(
    () => createColumns(lists.data?.pages.flatMap(({ data }) => data) ?? []),
    // oxlint-disable-next-line react/exhaustive-deps -- the cells show numbers
    [lists.data, settings],
  )
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
        empty={isComplete && <NoAutomations pages={pages} onCreate={onCreate} />}
        singleKeys={singleKeys}
      />
      <NamedCount pages={pages} text={text} />
      {dialog}
    </div>
  )
}

const createColumns = (lists: readonly List[]): readonly Column<Automation>[] => [
  { id: 'name', label: text.name, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'status',
    label: text.status,
    width: 9,
    onPhone: true,
    cell: ({ status }) => (status ? <StatusPill kind="automation" value={status} /> : <None />),
  },
  {
    id: 'list',
    label: text.list,
    width: 14,
    onPhone: true,
    cell: ({ list_id }) => {
      const name = lists.find(({ id }) => id === list_id)?.name
      return name === undefined ? <None /> : <bdi className="text-ink-2">{name}</bdi>
    },
  },
  countColumn('active'),
  countColumn('completed'),
]

const countColumn = (name: 'active' | 'completed'): Column<Automation> => ({
  id: name,
  label: text[name],
  width: 8,
  align: 'end',
  cell: ({ counts }) => (counts ? formatNumber(counts[name]) : <None />),
})

/** Read out; nothing to the eye. */
const None = () => <span className="sr-only">{text.none}</span>

function NoAutomations({ pages, onCreate }: Pick<AutomationTableProps, 'pages' | 'onCreate'>) {
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
      icon={Workflow}
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
