import './votes.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Post } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { formatVoteParts } from '#web/feedback/posts/format-votes.ts'
import { votesText as text } from '#web/messages/en/votes.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { AddVote } from './add-vote.tsx'
import {
  describeVote,
  type OwnVote,
  removeVote,
  useOwnVotes,
  usePendingRemovals,
  votePages,
} from './votes.data.ts'

/** How many voters are listed before "Show all". */
const FIRST_VOTERS = 5

interface PostVotesProps {
  post: Post
  /** Asks for whom at once. */
  startsAdding?: boolean
}

/** The votes of a post, who gave them where that is known, and adding one for a user. */
export function PostVotes({ post, startsAdding = false }: PostVotesProps) {
  const canList = useCapability('feedback.votes.list')
  const hasWriteKey = useCanWrite()
  const canWrite = hasWriteKey && !post.deleted_at && !post.merged_into_id
  const { votes_total, imported_votes = 0 } = post
  const total = totalVotes(post)
  // Those that it keeps count for the other post too, and return when it is unmerged.
  if (post.merged_into_id) return null
  return (
    <section aria-label={text.title} className="grid grid-cols-1 gap-2">
      {total !== undefined && (
        <p className="text-ink-3">
          <span className="font-medium text-ink">{text.count(total)}</span>
          {formatVoteParts(post)}
          {imported_votes > 0 && votes_total === undefined && `. ${text.uncounted(imported_votes)}`}
        </p>
      )}
      {canWrite && <AddVote post={post} startsOpen={startsAdding} />}
      {canList ? (
        <Voters post={post} canRemove={canWrite} />
      ) : (
        <OwnVotes post={post} canRemove={canWrite} />
      )}
    </section>
  )
}

interface VotersProps {
  post: Post
  canRemove: boolean
}

function Voters({ post, canRemove }: VotersProps) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(votePages(post.id))
  const removed = usePendingRemovals()
  if (query.isError && !query.data)
    return (
      <p className="flex flex-wrap items-center gap-2" role="alert">
        {text.failed}
        <Button size="small" onClick={() => void query.refetch()}>
          {text.retry}
        </Button>
      </p>
    )
  // The space of the rows that are coming, so that nothing below moves.
  if (!query.data)
    return (
      <div
        aria-busy
        aria-label={text.loading}
        role="status"
        style={{ height: `${Math.min(Math.max(post.vote_count ?? 0, 0), FIRST_VOTERS) * 1.75}rem` }}
      />
    )
  const votes = query.data.pages.flatMap(({ data }) => data).filter(({ id }) => !removed.has(id))
  const rows = isWhole ? votes : votes.slice(0, FIRST_VOTERS)
  const showAll = () => {
    // The button goes: its first new row takes the focus.
    flushSync(() => setWhole(true))
    const row = list.current?.children[FIRST_VOTERS]
    const target = row?.querySelector('button') ?? list.current
    target?.focus()
  }
  const hasMore = votes.length > FIRST_VOTERS || query.hasNextPage
  return (
    <>
      {rows.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={text.voters}
          className="votes-list"
          data-state="ready"
        >
          {rows.map((vote) => (
            <VoteRow key={vote.id} vote={describeVote(post.id, vote)} canRemove={canRemove} />
          ))}
        </ul>
      )}
      {!isWhole && hasMore && (
        <Button size="small" className="justify-self-start" onClick={showAll}>
          {text.showAll(post.vote_count ?? votes.length)}
        </Button>
      )}
      {query.isFetchNextPageError && <p role="alert">{text.failedMore}</p>}
      {isWhole && query.hasNextPage && (
        <Button
          size="small"
          className="justify-self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {text.loadMore}
        </Button>
      )}
    </>
  )
}

/** Without the list of voters: the votes that were added here, which can be removed. */
function OwnVotes({ post, canRemove }: VotersProps) {
  const removed = usePendingRemovals()
  const votes = useOwnVotes(post.id).filter(({ id }) => !removed.has(id))
  if (votes.length === 0) return null
  return (
    <ul aria-label={text.addedHere} className="votes-list">
      {votes.map((vote) => (
        <VoteRow key={vote.id} vote={vote} canRemove={canRemove} />
      ))}
    </ul>
  )
}

interface VoteRowProps {
  vote: OwnVote
  canRemove: boolean
}

function VoteRow({ vote, canRemove }: VoteRowProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const { name, user_id, created_at } = vote
  return (
    <li data-testid="vote" data-id={vote.id} className="flex min-h-7 items-center gap-2">
      <Avatar id={user_id} name={name} decorative />
      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
      {created_at && <RelativeTime at={created_at} className="text-meta text-ink-3" />}
      {canRemove && user_id !== '' && (
        <IconButton
          {...offlineProps}
          icon={X}
          label={text.remove(name)}
          onClick={() => offlineProps || void removeVote(session, vote)}
        />
      )}
    </li>
  )
}
