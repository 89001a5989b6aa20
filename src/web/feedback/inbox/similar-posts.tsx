import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postSearchQuery, similarPostsQuery } from '#web/feedback/posts/posts.data.ts'
import { messages } from '#web/messages/en/app.ts'
import { newPostText as text } from '#web/messages/en/new-post.ts'
import { paths } from '#web/paths.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'

const MIN_LENGTH = 3
const MAX_LENGTH = 200
const MAX_POSTS = 5

interface SimilarPostsProps {
  title: string
  /** The post that gets a vote right now. */
  pendingId: string | undefined
  onVote: (post: Post) => void
}

/** Posts like the one that is being written, each with the offer of a vote. As high without any, so that nothing below moves. */
export function SimilarPosts({ title, pendingId, onVote }: SimilarPostsProps) {
  const statuses = useStatuses()
  const isRanked = useCapability('posts.similar')
  const typed = title.trim().slice(0, MAX_LENGTH)
  const settled = useDebouncedText(typed)
  const isLong = settled.length >= MIN_LENGTH
  const options = { placeholderData: keepPreviousData }
  const similar = useQuery({
    ...similarPostsQuery(settled),
    ...options,
    enabled: isLong && isRanked,
  })
  const search = useQuery({ ...postSearchQuery(settled), ...options, enabled: isLong && !isRanked })
  const query = isRanked ? similar : search
  const found: readonly (Post & { match?: readonly string[] })[] = query.data?.data ?? []
  // A merged post takes no votes; the server names none of them as similar.
  const open = found.filter(({ merged_into_id }) => !merged_into_id)
  const posts = isLong ? open.slice(0, MAX_POSTS) : []
  const hint = isRanked ? text.similarHint : text.searchHint
  const none = isRanked ? text.noSimilar : text.noneFound
  // What is shown stays until the answer for the new title is there, but says nothing of that title.
  const isCurrent = settled === typed && query.isSuccess && !query.isPlaceholderData
  // The search has more posts than are shown: how many, it does not say.
  const hasMore = !isRanked && (open.length > MAX_POSTS || query.data?.paging.next != null)
  const count = hasMore ? text.first(posts.length) : text.found(posts.length)
  const status = !isCurrent ? hint : posts.length > 0 ? count : none
  return (
    <section
      aria-label={text.similar}
      className="flex h-52 flex-col gap-2 overflow-y-auto rounded-card border border-line bg-sunken px-4 py-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-medium">{text.similar}</h2>
        <p role="status" className="text-meta text-ink-3">
          {isLong ? (query.isError ? text.similarFailed : status) : hint}
        </p>
        {isLong && query.isError && (
          <Button size="small" onClick={() => void query.refetch()}>
            {messages.app.tryAgain}
          </Button>
        )}
      </div>
      <ul>
        {posts.map((post) => (
          <li
            key={post.id}
            data-id={post.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-1.5 max-sm:grid-cols-1"
          >
            <Link
              to={paths.post(post.id)}
              className="font-medium wrap-anywhere text-accent-ink hover:underline"
            >
              <bdi>{post.title}</bdi>
            </Link>
            <p className="row-start-2 flex flex-wrap items-center gap-2 text-meta text-ink-3">
              <PostStatusPill value={post.status} statuses={statuses} />
              {formatCount(post)}
              {post.match && post.match.length > 0 && (
                <span className="wrap-anywhere">{text.shares(post.match)}</span>
              )}
            </p>
            <Button
              size="small"
              className="row-span-2 max-sm:row-span-1 max-sm:justify-self-start"
              busy={pendingId === post.id}
              aria-label={text.voteFor(post.title)}
              onClick={() => onVote(post)}
            >
              {text.voteInstead}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatCount(post: Post) {
  const total = totalVotes(post)
  return total === undefined ? undefined : text.votes(total)
}
