import type { Post } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { formatTime } from '#web/ui/format.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'
import { useRecentPosts } from './overview.data.ts'

const text = overviewText.feedback
const MAX_POSTS = 5

/** Posts created or changed since the last visit; on a first visit the newest posts. */
export function FeedbackPanel() {
  const { query, wait, lastVisit } = useRecentPosts()
  const since = lastVisit && formatTime(new Date(lastVisit))
  return (
    <Panel title={since ? text.since : text.latest} to={paths.posts()} query={query} wait={wait}>
      {(page) => (
        <>
          {page.data.length === 0 && <p>{since ? text.none(since) : text.noPosts}</p>}
          <ul>
            {page.data.slice(0, MAX_POSTS).map((post) => (
              <PanelRow
                key={post.id}
                id={post.id}
                to={paths.post(post.id)}
                fact={formatVotes(post)}
              >
                {post.title}
              </PanelRow>
            ))}
          </ul>
          {since && page.data.length > 0 && (
            <PanelNote>{text.countSince(formatCount(page), since)}</PanelNote>
          )}
        </>
      )}
    </Panel>
  )
}

function formatVotes(post: Post) {
  const total = totalVotes(post)
  return total === undefined ? undefined : text.votes(total)
}

function formatCount({ data, paging }: ResponseBody<'GET /feedback/posts'>) {
  if (paging.total !== undefined) return text.posts(paging.total)
  return paging.next ? text.atLeast(data.length) : text.posts(data.length)
}
