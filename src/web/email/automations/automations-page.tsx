import { useInfiniteQuery } from '@tanstack/react-query'
import Workflow from 'lucide-react/icons/workflow'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useMatch, useNavigate, useSearchParams } from 'react-router-dom'

import type { Automation, List } from '#client/resources.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import { automationsText as text } from '#web/messages/en/automations.ts'
import { paths } from '#web/paths.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { formatNumber, useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ReadOnlyHint } from '#web/ui/page-states.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import {
  NamedActions,
  NamedTable,
  type RowMenu,
  useNamedTable,
} from '#web/ui/table/named-table.tsx'
import { type Column, None } from '#web/ui/table/table-row.tsx'
import { AutomationDialog } from './automation-dialog.tsx'
import { AutomationDrawer } from './automation-drawer.tsx'
import { AutomationMenu } from './automation-menu.tsx'
import { automationPages } from './automations.data.ts'

const menu = ({ row, ...props }: RowMenu<Automation>) => (
  <AutomationMenu automation={row} {...props} />
)

/** All automations; the address may name one, which opens over them. */
export function Component() {
  const isSupported = useCapability('automations.write')
  const canWrite = useCanWrite()
  const options = automationPages()
  const table = useNamedTable(useAllItems(useInfiniteQuery(options), options.queryKey), {
    singleKeys: usePreference('single_key_shortcuts') === 'on',
    create:
      canWrite && isSupported ? (onClose) => <AutomationDialog onClose={onClose} /> : undefined,
  })
  const automation_id = useMatch('/email/automations/:automation_id')?.params.automation_id
  const closeDrawer = useCloseDrawer(automation_id)
  const automation = table.items?.find(({ id }) => id === automation_id)
  const [search] = useSearchParams()
  const query = String(search)
  const link = useCallback(
    ({ id }: Automation) => ({ pathname: paths.automation(id), search: query }),
    [query],
  )
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <NamedActions {...{ table, text }}>
            <ViewMenu />
          </NamedActions>
        }
      />
      {!canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
      <ViewTabs className="mt-3" />
      <NamedTable caption={text.title} icon={Workflow} {...{ table, columns, link, menu, text }} />
      {automation_id !== undefined && (automation || table.isComplete) && (
        <AutomationDrawer
          key={automation_id}
          automation_id={automation_id}
          automation={automation}
          onClose={closeDrawer}
        />
      )}
    </>
  )
}

/** With the names of the lists. */
function useColumns(): readonly Column<Automation>[] {
  const settings = useDateSettings()
  const options = listPages()
  const { items: lists } = useAllItems(useInfiniteQuery(options), options.queryKey)
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show numbers
  return useMemo(() => createColumns(lists ?? []), [lists, settings])
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

/** Goes back to the table if it is the page before this one, else replaces the address. */
function useCloseDrawer(automation_id: string | undefined) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isOverTable = useRef(false)
  useEffect(() => {
    if (automation_id === undefined) isOverTable.current = true
  }, [automation_id])
  return () => {
    if (isOverTable.current) return void navigate(-1)
    void navigate({ pathname: paths.automations(), search }, { replace: true })
  }
}
