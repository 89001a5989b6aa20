import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Post } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { postsSinceQuery } from '#web/feedback/posts/posts.data.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey, tabStore } from '#web/session/storage.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { formatTime } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'

const text = overviewText.feedback
const POSTS = 5

/** Posts created or changed since the last visit; on a first visit the newest posts. */
export function FeedbackPanel() {
  const { fingerprint } = useSession().connection
  const [since] = useState(() => lastVisit(fingerprint, now()))
  const options = postsSinceQuery(since, useCapability('totals'))
  const query = useQuery(options)
  const wait = useLoadingState([query], [options.queryKey])
  const sinceText = since && formatTime(new Date(since))
  return (
    <Panel title={since ? text.since : text.latest} query={query} wait={wait}>
      {(page) => (
        <>
          {page.data.length === 0 && <p>{sinceText ? text.none(sinceText) : text.noPosts}</p>}
          <ul>
            {page.data.slice(0, POSTS).map((post) => (
              <PanelRow key={post.id} fact={formatVotes(post)}>
                {post.title}
              </PanelRow>
            ))}
          </ul>
          {sinceText && page.data.length > 0 && (
            <PanelNote>{text.countSince(formatCount(page), sinceText)}</PanelNote>
          )}
        </>
      )}
    </Panel>
  )
}

const formatVotes = ({ vote_count }: Post) =>
  vote_count === undefined ? undefined : text.votes(vote_count)

function formatCount({ data, paging }: ResponseBody<'GET /feedback/posts'>) {
  if (paging.total !== undefined) return text.posts(paging.total)
  return paging.next ? text.atLeast(data.length) : text.posts(data.length)
}

const NAME = 'last-visit'

/** The last visit before this tab was opened; undefined on a first visit. Constant for the life of the tab. */
function lastVisit(fingerprint: string, now: Date): string | undefined {
  const entry = entryKey(fingerprint, NAME)
  const stored = tabStore.get(entry)
  if (stored !== null) return stored || undefined
  const last = deviceStore.get(entry) ?? ''
  tabStore.set(entry, last)
  deviceStore.set(entry, now.toISOString())
  return last || undefined
}
