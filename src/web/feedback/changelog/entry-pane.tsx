import ChevronLeft from 'lucide-react/icons/chevron-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash from 'lucide-react/icons/trash-2'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { EntryLabels } from '#web/feedback/entry/entry-labels.tsx'
import { PublishButton } from '#web/feedback/entry/publish-button.tsx'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Countdown } from './countdown.tsx'
import { deleteEntry } from './deleted-entries.ts'
import type { OpenEntry } from './use-open-entry.ts'

/** The entry of the URL in each of its states. */
export function EntryPane({ open }: { open: OpenEntry }) {
  const { entry, isMissing, error, retry, state } = open
  if (isMissing)
    return (
      <PageState
        state="missing"
        isPage
        title={text.missing}
        action={
          <Link to={paths.changelog()} className={buttonClass()}>
            {text.back}
          </Link>
        }
      >
        {text.missingDescription}
      </PageState>
    )
  if (!entry || !state) {
    if (error) return <ErrorState isPage title={text.entryFailed} error={error} onRetry={retry} />
    return (
      <Skeleton label={text.entryLoading}>
        <div className="changelog-skeleton">
          <div />
        </div>
      </Skeleton>
    )
  }
  return <EntryReader entry={entry} state={state} />
}

interface EntryReaderProps {
  entry: Entry
  state: 'draft' | 'scheduled' | 'published'
}

/** An entry to read: its state, its labels and its text as readers will see it. */
function EntryReader({ entry, state }: EntryReaderProps) {
  const title = entry.title.trim() || text.untitled
  useTitle(title, text.title)
  const at = entry.published_at ?? entry.publish_at
  const { label_ids = [], post_ids = [] } = entry
  return (
    <>
      <header className="entry-bar">
        <Link to={paths.changelog()} className="entry-back">
          <Icon of={ChevronLeft} size={20} className="rtl:-scale-x-100" />
          <span className="sr-only">{text.back}</span>
        </Link>
        <StatusPill kind="entry" value={state} />
        {state === 'scheduled' && entry.publish_at && <Countdown at={entry.publish_at} />}
        <span className="entry-bar-end">
          <PublishButton
            entry={entry}
            content={{ title: entry.title, body: entry.body, label_ids, post_ids }}
            save={() => Promise.resolve(entry)}
          />
          <EntryMenu entry={entry} />
        </span>
      </header>
      <article className="entry-page">
        <p className="changelog-facts">
          <EntryLabels ids={entry.label_ids} />
          {at && <RelativeTime at={at} />}
        </p>
        <h1 tabIndex={-1} dir="auto" className="font-display text-detail">
          {title}
        </h1>
        {entry.body.trim() === '' ? (
          <p>{text.nothing}</p>
        ) : (
          <Markdown source={entry.body} headingLevel={2} />
        )}
      </article>
    </>
  )
}

/** What can be done to an entry besides writing it. */
function EntryMenu({ entry }: { entry: Entry }) {
  const session = useSession()
  const navigate = useNavigate()
  const canEdit = useCapability('changelog.edit')
  const canDelete = useCanWrite() && canEdit
  const items = useMemo(
    () => async () => () => (
      <MenuItem
        icon={Trash}
        tone="bad"
        onSelect={() => {
          deleteEntry(session, entry)
          void navigate(paths.changelog())
        }}
      >
        {text.delete}
      </MenuItem>
    ),
    [session, navigate, entry],
  )
  if (!canDelete) return null
  return (
    <Menu
      label={text.actions}
      align="end"
      items={items}
      trigger={<IconButton icon={Ellipsis} label={text.actions} />}
    />
  )
}
