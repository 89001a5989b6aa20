import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Tag from 'lucide-react/icons/tag'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Campaign, Contact } from '#client/resources.ts'
import { reportPeopleText as text } from '#web/messages/en/report-people.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFieldValidation, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TablePager } from '#web/ui/table/table-pager.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { useCursorPages } from '#web/ui/table/use-cursor-pages.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { exportPeople, peopleQuery, type PeopleView, tagPeople } from './people.data.ts'
import { reportFileName } from './report-export.rules.ts'
import { ReportPanel } from './report-panel.tsx'
import { peopleCount, peopleEvents } from './report.rules.ts'

const PAGE_SIZE = 100
/** From here on only the rows in view are rendered. */
const MANY = 20

const columns: readonly Column<Contact>[] = [
  {
    id: 'email_address',
    label: text.columns.email,
    width: 20,
    cell: (one) => one.email_address,
  },
  {
    id: 'status',
    label: text.columns.status,
    width: 10,
    onPhone: true,
    cell: ({ status }) => <StatusPill kind="contact" value={status} />,
  },
  {
    id: 'tags',
    label: text.columns.tags,
    width: 20,
    onPhone: true,
    cell: ({ tags }) => tags.join(', '),
  },
]
const rowId = ({ id }: Contact) => id
const rowName = ({ email_address }: Contact) => email_address

/** The recipients by what they did, each as a table of contacts. */
export function PeoplePanel({ campaign, stats }: { campaign: Campaign; stats: unknown }) {
  const session = useSession()
  const [search] = useSearchParams()
  const event = peopleEvents.find((one) => one === search.get('people')) ?? 'opened'
  const view: PeopleView = { campaign_id: campaign.id, event }
  const pages = useCursorPages()
  const hasTotals = useCapability('totals')
  const query = useQuery({
    ...peopleQuery(view, pages.cursor, hasTotals),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = query
  const [isTagging, setTagging] = useState(false)
  const canTag = useCanTag()
  const offlineProps = useOfflineProps()
  const tabs = useMemo(() => peopleTabs(search), [search])
  const total = data?.paging.total
  const hasPeople = data !== undefined && data.data.length > 0
  const isVirtual = data !== undefined && data.data.length > MANY
  return (
    <ReportPanel
      title={text.title}
      name="people"
      // People are exported.
      isPrinted={false}
      actions={
        hasPeople && (
          <>
            {canTag && (
              <Button {...offlineProps} size="small" icon={Tag} onClick={() => setTagging(true)}>
                {text.addTag}
              </Button>
            )}
            <Button
              size="small"
              icon={Download}
              onClick={() => exportPeople(session, view, reportFileName(campaign, event, 'csv'))}
            >
              {text.export}
            </Button>
          </>
        )
      }
    >
      <Tabs
        label={text.title}
        look="line"
        tabs={tabs.map((tab) => ({ ...tab, current: tab.event === event }))}
      />
      {data && !hasPeople ? (
        <p className="text-ink-2">{peopleCount(stats, event) ? text.totalsOnly : text.none}</p>
      ) : (
        <div className={`report-links report-people max-h-144 ${isVirtual ? 'h-80' : ''}`}>
          <DataTable
            isVirtual={isVirtual}
            caption={text.caption(text.tabs[event])}
            columns={columns}
            rows={error && !data ? [] : data?.data}
            rowId={rowId}
            rowName={rowName}
            view={`${event} ${pages.cursor ?? ''}`}
            isLoadingPage={isPlaceholderData}
            count={{ total, offset: (pages.page - 1) * PAGE_SIZE }}
            failure={
              error && !data
                ? { title: text.failed, error, onRetry: () => void query.refetch() }
                : undefined
            }
            empty={null}
          />
        </div>
      )}
      {data && (
        <TablePager
          pages={pages}
          next={data.paging.next}
          rowCount={data.data.length}
          pageSize={PAGE_SIZE}
          total={total === undefined ? undefined : { count: total }}
          isLoading={isPlaceholderData}
          singleKeys={false}
        />
      )}
      {isTagging && (
        <TagDialog
          title={text.addTagTo(text.tabs[event])}
          onTag={(tag) => void tagPeople(session, view, tag)}
          onClose={() => setTagging(false)}
        />
      )}
    </ReportPanel>
  )
}

function useCanTag(): boolean {
  const [hasBatch, hasMaps] = [useCapability('contacts.batch'), useCapability('contacts.edit')]
  return useCanWrite() && hasBatch && hasMaps
}

/** Each tab begins with its first page. */
function peopleTabs(search: URLSearchParams) {
  return peopleEvents.map((event) => {
    const next = new URLSearchParams(search)
    for (const name of ['people', 'after', 'page']) next.delete(name)
    if (event !== 'opened') next.set('people', event)
    return { event, to: { search: next.toString() }, label: text.tabs[event] }
  })
}

interface TagDialogProps {
  title: ReactNode
  onTag: (tag: string) => void
  onClose: () => void
}

function TagDialog({ title, onTag, onClose }: TagDialogProps) {
  const [tag, setTag] = useState('')
  const name = tag.trim().replaceAll(/\s+/g, ' ')
  const { issue, onBlur, validate } = useFieldValidation(name, (value) =>
    value === '' ? text.tagNeeded : undefined,
  )
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const submit = () => {
    if (!validate()) return focusFirstIssue()
    onTag(name)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label={text.tag}
          hint={text.tagHint}
          issue={issue}
          value={tag}
          maxLength={64}
          onBlur={onBlur}
          data-autofocus
          onChange={({ target }) => setTag(target.value)}
        />
        <div>
          <Button type="submit" variant="primary">
            {text.addTag}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
