import './changelog.css'
import Plus from 'lucide-react/icons/plus'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { PageState, ReadOnlyHint } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ChangelogMenu } from './changelog-menu.tsx'
import { EntryList } from './entry-list.tsx'
import { EntryPane } from './entry-pane.tsx'
import { type Entries, type EntryTab, parseTab, useEntries } from './use-entries.ts'
import { useOpenEntry } from './use-open-entry.ts'

/** The entries by state beside the one that is open; on a phone one of both. */
export function ChangelogView() {
  useDateSettings() // the rows show dates
  const { entry_id } = useParams()
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  const isNew = pathname === paths.newEntry()
  const [search] = useSearchParams()
  const open = useOpenEntry(isNew ? undefined : entry_id)
  const tab = search.has('tab') ? parseTab(search.get('tab')) : tabOfState(open.state)
  const list = useEntries(tab)
  const canWrite = useCanWrite()
  const isOpen = isNew || entry_id !== undefined
  useTitle(isOpen ? undefined : text.title)
  useListKeys(list)
  // A text that became an entry stays in its field.
  const [created, setCreated] = useState<{ id: string; paneKey: string }>()
  const paneKey =
    entry_id === undefined ? `new-${key}` : created?.id === entry_id ? created.paneKey : entry_id
  const onCreate = ({ id }: Entry) => {
    setCreated({ id, paneKey })
    // For shell/route-focus.ts: the text keeps the focus.
    void navigate(paths.entry(id), { replace: true, state: 'keep focus' })
  }
  const Heading = isOpen ? 'p' : 'h1'
  return (
    <div className="changelog" data-open={isOpen || undefined}>
      <div className="changelog-list">
        <header className="changelog-head">
          <Heading tabIndex={isOpen ? undefined : -1} className="font-display text-title">
            {text.title}
          </Heading>
          <ChangelogMenu />
          {canWrite && (
            <Link
              to={paths.newEntry()}
              data-create
              aria-label={text.new}
              title={text.new}
              className="changelog-add"
            >
              <Icon of={Plus} />
            </Link>
          )}
        </header>
        {!canWrite && <ReadOnlyHint>{text.readOnly}</ReadOnlyHint>}
        <EntryTabs tab={tab} counts={list.counts} />
        <EntryList
          key={tab}
          list={list}
          tab={tab}
          openId={entry_id}
          isNewOpen={isNew}
          canCreate={canWrite}
        />
      </div>
      <div className="changelog-entry">
        {isOpen ? (
          <EntryPane key={paneKey} open={isNew ? undefined : open} onCreate={onCreate} />
        ) : (
          <PageState state="empty" title={text.none}>
            {canWrite && text.noneDescription}
          </PageState>
        )}
      </div>
    </div>
  )
}

const tabOfState = (state: 'draft' | 'scheduled' | 'published' | undefined): EntryTab =>
  state === undefined || state === 'draft' ? 'drafts' : state

const tabs = ['drafts', 'scheduled', 'published'] as const

const EntryTabs = ({ tab, counts }: { tab: EntryTab; counts: Entries['counts'] }) => (
  <Tabs
    label={text.which}
    look="line"
    tabs={tabs.map((one) => ({
      to: one === 'drafts' ? paths.changelog() : paths.changelog(one),
      label: text.tabs[one],
      current: one === tab,
      count: counts[one],
    }))}
  />
)

/** J and K open the next and the previous entry of the tab. */
function useListKeys({ entries = [] }: Entries) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const navigate = useNavigate()
  // Keys may be faster than the navigation, and that faster than the next render.
  const target = useRef<{ readonly path: string }>(undefined)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = { j: 1, k: -1 }[keyLetter(event)]
    if (!by || !singleKeys || event.shiftKey || isTyping(event)) return
    if (document.querySelector('dialog[open]')) return
    const from = target.current?.path ?? location.pathname
    const index = entries.findIndex(({ id }) => paths.entry(id) === from)
    const next = entries[index < 0 ? 0 : index + by]
    if (!next) return
    event.preventDefault()
    const own = (target.current = { path: paths.entry(next.id) })
    const onEnd = () => {
      if (target.current === own) target.current = undefined
    }
    void Promise.resolve(navigate(own.path)).finally(onEnd)
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
