import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { EntryLabels } from '#web/feedback/entry/entry-labels.tsx'
import { stateOf } from '#web/feedback/entry/entry.rules.ts'
import { PublishButton } from '#web/feedback/entry/publish-button.tsx'
import { entryText } from '#web/messages/en/changelog-entry.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { ItemHeading } from '#web/ui/list-detail/item-heading.tsx'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { EntryBar } from './entry-bar.tsx'

interface EntryReaderProps {
  entry: Entry
}

/** An entry to read: its state, its labels and its text as readers will see it. */
export function EntryReader({ entry }: EntryReaderProps) {
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
      <article className="entry-page">
        <p className="changelog-facts">
          <EntryLabels ids={entry.label_ids} />
          {at && <RelativeTime at={at} />}
        </p>
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
