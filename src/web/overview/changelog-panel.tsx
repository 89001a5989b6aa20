import { useInfiniteQuery } from '@tanstack/react-query'

import { unpublishedEntries, unpublishedPages } from '#web/feedback/changelog/changelog.data.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'

const text = overviewText.changelog
const DRAFTS = 4

/** The next scheduled entry, and the drafts. */
export function ChangelogPanel() {
  const options = unpublishedPages(useCapability('filters'))
  const query = useInfiniteQuery(options)
  const wait = useLoadingState([query], [options.queryKey])
  return (
    <Panel title={text.title} to={paths.changelog()} query={query} wait={wait}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data)
        const { drafts, scheduled } = unpublishedEntries(entries, now())
        const [next] = scheduled
        return (
          <>
            {!next && drafts.length === 0 && <p>{text.none}</p>}
            <ul>
              {next?.publish_at && (
                <PanelRow
                  id={next.id}
                  to={paths.entry(next.id)}
                  fact={
                    <>
                      {text.next} <RelativeTime at={next.publish_at} />
                    </>
                  }
                >
                  {next.title}
                </PanelRow>
              )}
              {drafts.slice(0, DRAFTS).map((draft) => (
                <PanelRow key={draft.id} id={draft.id} to={paths.entry(draft.id)} fact={text.draft}>
                  {draft.title}
                </PanelRow>
              ))}
            </ul>
            {drafts.length > 0 && (
              <PanelNote>{text[query.hasNextPage ? 'atLeast' : 'drafts'](drafts.length)}</PanelNote>
            )}
          </>
        )
      }}
    </Panel>
  )
}
