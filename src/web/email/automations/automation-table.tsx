import { useInfiniteQuery } from '@tanstack/react-query'
import Workflow from 'lucide-react/icons/workflow'
import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Automation, List } from '#client/resources.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import { automationsText as text } from '#web/messages/en/automations.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { formatNumber, useDateSettings } from '#web/ui/format.ts'
import { ReadOnlyHint } from '#web/ui/page-states.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { NamedPages } from '#web/ui/table/named-pages.tsx'
import { NamedTable } from '#web/ui/table/named-table.tsx'
import { TableEmptyState } from '#web/ui/table/table-empty-state.tsx'
import { type Column, None } from '#web/ui/table/table-row.tsx'
import { AutomationMenu } from './automation-menu.tsx'

const rowId = ({ id }: Automation) => id
const menu = (
  automation: Automation,
  trigger: ReactElement<ComponentProps<'button'>>,
  openDialog: (dialog: ReactNode) => void,
) => <AutomationMenu {...{ automation, trigger, openDialog }} />

interface AutomationTableProps {
  pages: NamedPages<Automation>
  singleKeys: boolean
  /** Omitted where this key or server cannot create automations. */
  onCreate: (() => void) | undefined
}

export function AutomationTable({ pages, singleKeys, onCreate }: AutomationTableProps) {
  const settings = useDateSettings()
  const canWrite = useCanWrite()
  const [search] = useSearchParams()
  const query = String(search)
  const link = useCallback(
    ({ id }: Automation) => ({ pathname: paths.automation(id), search: query }),
    [query],
  )
  const lists = useInfiniteQuery(listPages())
  useAllPages(lists, true)
  const columns = useMemo(
    () => createColumns(lists.data?.pages.flatMap(({ data }) => data) ?? []),
    // oxlint-disable-next-line react/exhaustive-deps -- the cells show numbers
    [lists.data, settings],
  )
  return (
    <>
      {!canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
      <NamedTable
        caption={text.title}
        {...{ pages, columns, rowId, link, menu, text, singleKeys }}
        empty={<TableEmptyState icon={Workflow} onCreate={onCreate} text={text} />}
      />
    </>
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
