import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { entryText } from '#web/messages/en/changelog-entry.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { paths } from '#web/paths.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ItemHeading } from '#web/ui/item-heading.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { entryQuery, keepEntryFilter, publishedPages, unpublishedPages } from './changelog.data.ts'
import { EntryBar } from './entry-bar.tsx'
import { EntryFacts, EntryLabels } from './entry-labels.tsx'
import { stateOf } from './entry.rules.ts'
import { PublishButton } from './publish-panel.tsx'

const entryWriter = lazyChunk(() => import('./entry-writer.tsx'))

interface EntryPaneProps {
  /** Undefined for a new entry. */
  open: OpenEntry | undefined
  onCreate: (entry: Entry) => void
}

/** The entry of the URL in each of its states. A key that may not write reads it. */
export function EntryPane({ open, onCreate }: EntryPaneProps) {
  const { isSettled } = useSettledCapabilities()
  const canWrite = useCanWrite()
  const canEdit = useCapability('changelog.edit')
  // The text of an entry that was deleted meanwhile stays on the screen.
  if (open?.isMissing && !(open.entry && canWrite && canEdit)) return <MissingEntry />
  if (!isSettled || (open && !open.entry)) {
    if (open?.error)
      return <ErrorState isPage title={text.entryFailed} error={open.error} onRetry={open.retry} />
    return <EntrySkeleton />
  }
  const entry = open?.entry
  if (!canWrite && !entry) return <ReadOnlyEntry />
  if (entry && !(canWrite && canEdit)) return <EntryReader entry={entry} />
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
    <div className="m-3 h-14 rounded-card bg-sunken" />
  </Skeleton>
)

const MissingEntry = () => <NoEntry title={text.missing}>{text.missingDescription}</NoEntry>

/** The page of a new entry, for those who cannot write one. */
const ReadOnlyEntry = () => <NoEntry title={text.cannotWrite}>{useDisabledReason()}</NoEntry>

function NoEntry({ title, children }: { title: string; children: ReactNode }) {
  const { search } = useLocation()
  return (
    <PageState
      state="missing"
      isPage
      title={title}
      action={
        <Link to={paths.changelog() + keepEntryFilter(search)} className={buttonClass()}>
          {text.back}
        </Link>
      }
    >
      {children}
    </PageState>
  )
}

interface EntryReaderProps {
  entry: Entry
}

/** An entry to read: its state, its labels and its text as readers will see it. */
function EntryReader({ entry }: EntryReaderProps) {
  const title = entry.title.trim() || text.untitled
  useTitle(title, text.title)
  const at = entry.published_at ?? entry.publish_at
  const { label_ids = [], post_ids = [] } = entry
  return (
    <>
      <EntryBar entry={entry} state={stateOf(entry, now())}>
        <PublishButton
          entry={entry}
          content={{ title: entry.title, body: entry.body, label_ids, post_ids }}
          save={() => Promise.resolve(entry)}
        />
      </EntryBar>
      <article className="grid min-h-0 content-start gap-3 overflow-y-auto px-4 pt-2 pb-8 md:px-8">
        <EntryFacts>
          <EntryLabels ids={entry.label_ids} />
          {at && <RelativeTime at={at} />}
        </EntryFacts>
        <ItemHeading className="font-display text-detail">{title}</ItemHeading>
        {entry.body.trim() === '' ? (
          <p>{entryText.nothing}</p>
        ) : (
          <MarkdownBlocks source={entry.body} headingLevel={2} />
        )}
      </article>
    </>
  )
}

/**
 * The entry of the URL. A service that cannot read one entry has it in the pages of all, which the list loads; the pages
 * also show it before the response.
 */
export function useOpenEntry(entry_id: string | undefined) {
  const { isSettled, can } = useSettledCapabilities()
  const canRead = can('changelog.edit')
  const one = useQuery({
    ...entryQuery(entry_id ?? ''),
    enabled: entry_id !== undefined && canRead,
  })
  const unpublished = useInfiniteQuery({
    ...unpublishedPages(can('filters')),
    enabled: isSettled,
  })
  const published = useInfiniteQuery({ ...publishedPages(), enabled: false })
  const find = ({ data }: typeof published): Entry | undefined =>
    data?.pages.flatMap((page) => page.data).find(({ id }) => id === entry_id)

  const entry: Entry | undefined = one.data ?? find(unpublished) ?? find(published)
  const isMissing = canRead
    ? one.error?.code === 'not_found'
    : isSettled && unpublished.data !== undefined && !unpublished.hasNextPage && !entry
  return {
    entry_id,
    /** Of one that was deleted meanwhile the last copy. */
    entry,
    isMissing,
    error: entry ? null : canRead ? one.error : unpublished.error,
    retry: () => void (canRead ? one.refetch() : unpublished.refetch()),
    state: entry && stateOf(entry, now()),
  }
}

type OpenEntry = ReturnType<typeof useOpenEntry>
