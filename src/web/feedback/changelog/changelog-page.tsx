import Plus from 'lucide-react/icons/plus'
import Tag from 'lucide-react/icons/tag'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { paths } from '#web/paths.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { SingleFilter } from '#web/ui/form/filters.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { ListDetail } from '#web/ui/list-detail.tsx'
import { PageState, ReadOnlyHint } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useListKeys } from '#web/ui/use-list-keys.ts'
import { ChangelogMenu } from './changelog-menu.tsx'
import {
  entryAddress,
  type EntryFilter,
  keepEntryFilter,
  parseEntryFilter,
} from './changelog.data.ts'
import { type Entries, EntryList, type EntryTab, parseTab, useEntries } from './entry-list.tsx'
import { EntryPane, useOpenEntry } from './entry-pane.tsx'
import { useLabels } from './labels.data.ts'

/** The entries by state, label and words beside the one that is open; on a phone one of both. */
export function Component() {
  useDateSettings() // the rows show dates
  const { entry_id } = useParams()
  const navigate = useNavigate()
  const { pathname, key, search: query } = useLocation()
  const isNew = pathname === paths.newEntry()
  const [search] = useSearchState()
  const canFilter = useSettledCapabilities().can('filters')
  const filter = parseEntryFilter(search, canFilter)
  const open = useOpenEntry(isNew ? undefined : entry_id)
  const tab = search.has('tab') ? parseTab(search.get('tab')) : tabOfState(open.state)
  const list = useEntries(tab, filter)
  const viewSearch = searchOfTab(search, tab)
  const canWrite = useCanWrite()
  const isOpen = isNew || entry_id !== undefined
  useTitle(isOpen ? undefined : text.title)
  useListKeys(list.entries?.map(({ id }) => paths.entry(id)) ?? [], {
    isOn: usePreference('single_key_shortcuts') === 'on',
    keepSearch: keepEntryFilter,
  })
  // A text that became an entry stays in its field.
  const [created, setCreated] = useState<{ id: string; paneKey: string }>()
  const paneKey =
    entry_id === undefined ? `new-${key}` : created?.id === entry_id ? created.paneKey : entry_id
  const onCreate = ({ id }: Entry) => {
    setCreated({ id, paneKey })
    // For shell/route-focus.ts: the text keeps the focus.
    void navigate(entryAddress(id, query), { replace: true, state: 'keep focus' })
  }
  return (
    <ListDetail
      title={text.title}
      listClass="gap-2.5 px-4 md:w-list md:px-3 [&>header]:px-1.5"
      itemClass="@container/entry"
      isOpen={isOpen}
      actions={
        <>
          <ViewMenu isIcon search={viewSearch} />
          <ChangelogMenu />
          {canWrite && (
            <Link
              to={paths.newEntry()}
              data-create
              aria-label={text.new}
              title={text.new}
              className="grid size-control place-items-center rounded-control border border-line-strong bg-surface text-ink hover:bg-hover active:bg-pressed pointer-coarse:size-11"
            >
              <Icon of={Plus} />
            </Link>
          )}
        </>
      }
      list={
        <>
          {!canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
          {canFilter && <EntryFilters filter={filter} />}
          <EntryTabs tab={tab} counts={list.counts} />
          <ViewTabs search={viewSearch} />
          <EntryList
            key={tab}
            list={list}
            tab={tab}
            openId={entry_id}
            isNewOpen={isNew}
            canCreate={canWrite}
          />
        </>
      }
    >
      {isOpen ? (
        <EntryPane key={paneKey} open={isNew ? undefined : open} onCreate={onCreate} />
      ) : (
        <PageState state="empty" title={text.none}>
          {canWrite && text.noneDescription}
        </PageState>
      )}
    </ListDetail>
  )
}

const tabOfState = (state: 'draft' | 'scheduled' | 'published' | undefined): EntryTab =>
  state === undefined || state === 'draft' ? 'drafts' : state

/** With the tab that is shown, which an address without one takes from the entry that is open. */
function searchOfTab(search: string | URLSearchParams, tab: EntryTab): string {
  const params = new URLSearchParams(search)
  if (tab === 'drafts') params.delete('tab')
  else params.set('tab', tab)
  return String(params)
}

const tabs = ['drafts', 'scheduled', 'published'] as const

/** Every tab keeps the filter. */
function EntryTabs({ tab, counts }: { tab: EntryTab; counts: Entries['counts'] }) {
  const { search } = useLocation()
  const to = (one: EntryTab) => ({
    pathname: paths.changelog(),
    search: searchOfTab(keepEntryFilter(search), one),
  })
  return (
    <Tabs
      label={text.which}
      look="line"
      dense
      tabs={tabs.map((one) => ({
        to: to(one),
        label: text.tabs[one],
        current: one === tab,
        count: counts[one],
      }))}
    />
  )
}

function EntryFilters({ filter: { label } }: { filter: EntryFilter }) {
  const labels = useLabels() ?? []
  const [, setSearch] = useSearchState()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const change = (value: string | undefined) =>
    setSearch((search) => {
      if (value === undefined) search.delete('label')
      else search.set('label', value)
      return search
    })
  // The label of a link stays an option, whether or not it exists.
  const isMissing = label !== undefined && !labels.some(({ id }) => id === label)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField label={text.find} singleKeys={singleKeys} className="min-w-0" />
      <SingleFilter
        label={text.label}
        icon={Tag}
        options={[
          ...labels.map(({ id, name, color = 'gray' }) => ({
            value: id,
            label: name,
            content: <LabelChip label={{ name, color }} />,
          })),
          ...(isMissing ? [{ value: label, label }] : []),
        ]}
        value={label}
        onChange={change}
      />
    </div>
  )
}
