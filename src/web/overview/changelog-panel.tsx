import { useQuery } from '@tanstack/react-query'

import { unpublishedQuery, waiting } from '#web/feedback/changelog/changelog.data.ts'
import { overview } from '#web/messages/en/overview.ts'
import { useWait } from '#web/query/use-loading-state.ts'
import { useCan } from '#web/session/use-capabilities.ts'
import { Time } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'

const said = overview.changelog
const DRAFTS = 4

/** What goes out next, and what is being written. */
export function ChangelogPanel() {
  const asked = unpublishedQuery(useCan('filters'))
  const query = useQuery(asked)
  const wait = useWait([query], [asked.queryKey])
  return (
    <Panel title={said.title} query={query} wait={wait}>
      {({ data, paging }) => {
        const { drafts, scheduled } = waiting(data, now())
        const [next] = scheduled
        return (
          <>
            {!next && drafts.length === 0 && <p>{said.none}</p>}
            <ul>
              {next?.publish_at && (
                <PanelRow
                  fact={
                    <>
                      {said.next} <Time at={next.publish_at} />
                    </>
                  }
                >
                  {next.title}
                </PanelRow>
              )}
              {drafts.slice(0, DRAFTS).map((draft) => (
                <PanelRow key={draft.id} fact={said.draft}>
                  {draft.title}
                </PanelRow>
              ))}
            </ul>
            {drafts.length > 0 && (
              <PanelNote>{said[paging.next ? 'atLeast' : 'drafts'](drafts.length)}</PanelNote>
            )}
          </>
        )
      }}
    </Panel>
  )
}
