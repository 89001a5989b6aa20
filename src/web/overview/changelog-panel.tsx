import { useQuery } from '@tanstack/react-query'

import { unpublishedEntries, unpublishedQuery } from '#web/feedback/changelog/changelog.data.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'

const text = overviewText.changelog
const DRAFTS = 4

/** The next scheduled entry, and the drafts. */
export function ChangelogPanel() {
  const options = unpublishedQuery(useCapability('filters'))
  const query = useQuery(options)
  const wait = useLoadingState([query], [options.queryKey])
  return (
    <Panel title={text.title} query={query} wait={wait}>
      {({ data, paging }) => {
        const { drafts, scheduled } = unpublishedEntries(data, now())
        const [next] = scheduled
        return (
          <>
            {!next && drafts.length === 0 && <p>{text.none}</p>}
            <ul>
              {next?.publish_at && (
                <PanelRow
                  id={next.id}
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
                <PanelRow key={draft.id} id={draft.id} fact={text.draft}>
                  {draft.title}
                </PanelRow>
              ))}
            </ul>
            {drafts.length > 0 && (
              <PanelNote>{text[paging.next ? 'atLeast' : 'drafts'](drafts.length)}</PanelNote>
            )}
          </>
        )
      }}
    </Panel>
  )
}
