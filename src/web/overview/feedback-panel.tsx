import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Post } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { postsSinceQuery } from '#web/feedback/posts/posts.data.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { deviceStore, entryName, tabStore } from '#web/session/storage.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { formatTime } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'

const text = overviewText.feedback
const POSTS = 5

/** What people wrote or did to posts since the last visit; on a first visit the newest posts. */
export function FeedbackPanel() {
  const { fingerprint } = useSession().connection
  const [since] = useState(() => lastVisit(fingerprint, now()))
  const asked = postsSinceQuery(since, useCapability('totals'))
  const query = useQuery(asked)
  const wait = useLoadingState([query], [asked.queryKey])
  const when = since && formatTime(new Date(since))
  return (
    <Panel title={since ? text.since : text.latest} query={query} wait={wait}>
      {(page) => (
        <>
          {page.data.length === 0 && <p>{when ? text.none(when) : text.noPosts}</p>}
          <ul>
            {page.data.slice(0, POSTS).map((post) => (
              <PanelRow key={post.id} fact={votesOf(post)}>
                {post.title}
              </PanelRow>
            ))}
          </ul>
          {when && page.data.length > 0 && (
            <PanelNote>{text.countSince(countOf(page), when)}</PanelNote>
          )}
        </>
      )}
    </Panel>
  )
}

const votesOf = ({ vote_count }: Post) =>
  vote_count === undefined ? undefined : text.votes(vote_count)

function countOf({ data, paging }: ResponseBody<'GET /feedback/posts'>) {
  if (paging.total !== undefined) return text.posts(paging.total)
  return paging.next ? text.atLeast(data.length) : text.posts(data.length)
}

const NAME = 'last-visit'

/** When this workspace was last looked at before this tab was opened; undefined on a first visit. Stays the same while the tab lives. */
function lastVisit(fingerprint: string, now: Date): string | undefined {
  const entry = entryName(fingerprint, NAME)
  const kept = tabStore.get(entry)
  if (kept !== null) return kept || undefined
  const last = deviceStore.get(entry) ?? ''
  tabStore.set(entry, last)
  deviceStore.set(entry, now.toISOString())
  return last || undefined
}
