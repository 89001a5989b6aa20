import { Link } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { EntryLabels } from '#web/feedback/entry/entry-labels.tsx'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { paths } from '#web/paths.ts'
import {
  useCanWrite,
  useCapability,
  useSessionCapabilities,
} from '#web/session/use-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { EntryBar } from './entry-bar.tsx'
import type { OpenEntry } from './use-open-entry.ts'

// A reader cannot publish, so the first load does without it.
const publishButton = lazyChunk(() => import('#web/feedback/entry/publish-button.tsx'))
const entryWriter = lazyChunk(() => import('./entry-writer.tsx'))

interface EntryPaneProps {
  /** Undefined for a new entry. */
  open: OpenEntry | undefined
  onCreate: (entry: Entry) => void
}

/** The entry of the URL in each of its states. A key that may not write reads it. */
export function EntryPane({ open, onCreate }: EntryPaneProps) {
  const { me, seed_only } = useSessionCapabilities()
  const canWrite = useCanWrite()
  const canEdit = useCapability('changelog.edit')
  const isSettled = me !== undefined || seed_only
  // The text of an entry that was deleted meanwhile stays on the screen.
  if (open?.isMissing && !(open.entry && canWrite && canEdit)) return <MissingEntry />
  if (!isSettled || (open && !open.entry)) {
    if (open?.error)
      return <ErrorState isPage title={text.entryFailed} error={open.error} onRetry={open.retry} />
    return <EntrySkeleton />
  }
  const entry = open?.entry
  if (!canWrite && !entry) return <MissingEntry />
  if (entry && open?.state && !(canWrite && canEdit))
    return <EntryReader entry={entry} state={open.state} />
  return (
    <Lazy chunk={entryWriter} fallback={<EntrySkeleton />}>
      {({ EntryWriter }) => (
        <EntryWriter entry={entry} isMissing={open?.isMissing ?? false} onCreate={onCreate} />
      )}
    </Lazy>
  )
}

const EntrySkeleton = () => (
  <Skeleton label={text.entryLoading}>
    <div className="changelog-skeleton">
      <div />
    </div>
  </Skeleton>
)

const MissingEntry = () => (
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

interface EntryReaderProps {
  entry: Entry
  state: 'draft' | 'scheduled' | 'published'
}

/** An entry to read: its state, its labels and its text as readers will see it. */
function EntryReader({ entry, state }: EntryReaderProps) {
  const title = entry.title.trim() || text.untitled
  useTitle(title, text.title)
  const at = entry.published_at ?? entry.publish_at
  const canWrite = useCanWrite()
  const { label_ids = [], post_ids = [] } = entry
  return (
    <>
      <EntryBar entry={entry} state={state}>
        {canWrite && (
          <Lazy chunk={publishButton}>
            {({ PublishButton }) => (
              <PublishButton
                entry={entry}
                content={{ title: entry.title, body: entry.body, label_ids, post_ids }}
                save={() => Promise.resolve(entry)}
              />
            )}
          </Lazy>
        )}
      </EntryBar>
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
          <MarkdownBlocks source={entry.body} headingLevel={2} />
        )}
      </article>
    </>
  )
}
