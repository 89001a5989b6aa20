import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'

import type { List } from '#client/resources.ts'
import { listHeaderText as text, listsText } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { formatNumber, useDateSettings } from '#web/ui/format.ts'
import { announce } from '#web/ui/live-region.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { None } from '#web/ui/table/table-row.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { getCachedList, listQuery, segmentPages, tagPages } from './lists.data.ts'

interface ListFrameProps {
  list_id: string
  /** The part of the list on this page; none is a page of its own, such as the import. */
  tab: 'contacts' | 'segments' | 'tags' | null
  /** Names the tab of the browser, where that is not the list alone. */
  section?: string
  actions?: ReactNode
  children: ReactNode
}

/** A page of one list: its header with the parts of the list, or that there is no such list. */
export function ListFrame({ list_id, tab, section, actions, children }: ListFrameProps) {
  useDateSettings() // the header shows numbers
  const queryClient = useQueryClient()
  const { data, error } = useQuery({
    ...listQuery(list_id),
    placeholderData: () => getCachedList(queryClient, list_id),
  })
  const segments = useCount(useInfiniteQuery(segmentPages(list_id)))
  const tags = useCount(useInfiniteQuery(tagPages(list_id)))
  const isMissing = error?.code === 'not_found'
  // Deleted while it was open: what someone is typing on the page stays.
  if (isMissing && !data) return <MissingList />
  return (
    <>
      <PageHeader
        title={data?.name ?? (error ? text.unnamed : undefined)}
        loading={text.loading}
        parent={{ label: listsText.title, to: paths.lists() }}
        {...(section && { section })}
        adornment={data?.archived && <Pill family="mute">{text.archived}</Pill>}
        actions={!isMissing && actions}
      />
      <ListFacts list_id={list_id} list={data} />
      {isMissing && (
        <p role="alert" className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-warn-ink">
          {text.deletedMeanwhile}{' '}
          <Link to={paths.lists()} className="underline">
            {text.back}
          </Link>
        </p>
      )}
      <div className="mt-3">
        <Tabs
          label={text.parts}
          look="line"
          tabs={[
            { to: paths.list(list_id), label: text.contacts, current: tab === 'contacts' },
            {
              to: paths.listSegments(list_id),
              label: text.segments,
              current: tab === 'segments',
              count: segments,
            },
            {
              to: paths.listTags(list_id),
              label: text.tags,
              current: tab === 'tags',
              count: tags,
            },
          ]}
        />
      </div>
      {children}
    </>
  )
}

/** Its height stays while the list loads. */
const ListFacts = ({ list_id, list }: { list_id: string; list: List | undefined }) => (
  <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-5 text-cell text-ink-2 max-md:mt-2">
    {list?.counts && <span>{text.total(list.counts.total)}</span>}
    {list?.subscriber_count !== undefined && <span>{text.subscribed(list.subscriber_count)}</span>}
    <CopyableId id={list_id} label={text.id} />
    {list?.description && (
      <p className="w-full max-w-prose text-ink-3 max-md:hidden">{list.description}</p>
    )}
  </div>
)

/** Undefined until all of them are loaded. */
const useCount = (query: {
  data?: { pages: readonly { data: readonly unknown[] }[] } | undefined
  hasNextPage: boolean
}): number | undefined =>
  query.data && !query.hasNextPage
    ? query.data.pages.reduce((sum, { data }) => sum + data.length, 0)
    : undefined

/** A number of contacts; a phone adds what it counts. */
export const ContactCount = ({ count }: { count: number | undefined }) =>
  count === undefined ? (
    <None />
  ) : (
    <div className="max-md:text-start">
      {formatNumber(count)}
      <span className="md:hidden"> {text.contactUnit(count)}</span>
    </div>
  )

/** Instead of the page of a list that does not exist. */
function MissingList() {
  useEffect(() => announce(text.notFound, 'assertive'), [])
  return (
    <PageState
      isPage
      state="missing"
      icon={Users}
      title={text.notFound}
      action={
        <Link to={paths.lists()} className={buttonClass('primary')}>
          {text.back}
        </Link>
      }
    >
      {text.notFoundDescription}
    </PageState>
  )
}
