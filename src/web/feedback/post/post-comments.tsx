import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Comment, Post } from '#client/resources.ts'
import { commentPages, postQuery } from '#web/feedback/posts/posts.data.ts'
import { commentsText as text } from '#web/messages/en/comments.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { usePaintedValue } from '#web/query/use-painted-value.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/page-states.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { PendingItem } from './comment-item.tsx'
import { CommentThreads } from './comment-threads.tsx'
import { usePendingComments, usePendingDeletions } from './comments.data.ts'
import { buildThreads } from './comments.rules.ts'
import { KeptDrafts } from './kept-drafts.tsx'
import { votePages } from './votes.data.ts'

/** The comments and internal notes of a post, and where one is written. */
export function PostComments({ post }: { post: Post }) {
  const [parent, setParent] = useState<Comment>()
  const canWrite = useCanWrite()
  const disabledReason = useDisabledReason()
  const closedReason = post.deleted_at
    ? text.deleted
    : post.merged_into_id
      ? text.merged
      : canWrite
        ? undefined
        : disabledReason
  const isOpen = closedReason === undefined
  return (
    <section
      aria-label={text.title}
      data-testid="comments"
      className="flex flex-1 flex-col gap-4 border-t border-line pt-4"
    >
      <CommentList post_id={post.id} onReply={isOpen ? setParent : undefined} />
      {isOpen ? (
        <CommentComposer post_id={post.id} parent={parent} onParent={setParent} />
      ) : (
        <>
          <p className="text-ink-3">{closedReason}</p>
          <KeptDrafts post_id={post.id} />
        </>
      )}
    </section>
  )
}

interface CommentListProps {
  post_id: string
  onReply: ((comment: Comment) => void) | undefined
}

function CommentList({ post_id, onReply }: CommentListProps) {
  const options = commentPages(post_id)
  const query = useInfiniteQuery(options)
  const loadingState = useLoadingState([query], [options.queryKey])
  const pending = usePendingComments(post_id)
  const deleted = usePendingDeletions()
  if (query.isError && !query.data)
    return (
      <ErrorState title={text.failed} error={query.error} onRetry={() => void query.refetch()} />
    )
  if (query.isPending && loadingState.state === 'offline')
    return (
      <p role="status" className="text-ink-3">
        {text.offline}
      </p>
    )
  if (loadingState.showSkeleton || !query.data)
    return (
      <Skeleton label={text.loading} loading={loadingState}>
        <div className="h-20 rounded-card bg-sunken" />
      </Skeleton>
    )
  const comments = query.data.pages.flatMap(({ data }) => data).filter(({ id }) => !deleted.has(id))
  const threads = buildThreads(comments)
  if (threads.length === 0 && pending.length === 0 && !query.hasNextPage)
    return <p className="text-ink-3">{text.empty}</p>
  return (
    <>
      <CommentThreads post_id={post_id} threads={threads} onReply={onReply}>
        {pending.map((one) => (
          <PendingItem key={one.id} draft={one} />
        ))}
      </CommentThreads>
      {query.isFetchNextPageError && <p role="alert">{text.failedMore}</p>}
      {query.hasNextPage && (
        <Button
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

interface ReadAheadProps {
  openId: string
  nextId: string
}

/** Reads the next post once the open one is painted. Its requests end when neither is shown. */
export function ReadAhead({ openId, nextId }: ReadAheadProps) {
  const canListVotes = useCapability('feedback.votes.list')
  const post = useQuery({ ...postQuery(openId), enabled: false })
  const comments = useInfiniteQuery({ ...commentPages(openId), enabled: false })
  const isPainted = usePaintedValue(openId) === openId
  const options = {
    enabled: post.isSuccess && comments.isSuccess && isPainted,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    notifyOnChangeProps: [],
  }
  useQuery({ ...postQuery(nextId), ...options })
  useInfiniteQuery({ ...commentPages(nextId), ...options })
  useInfiniteQuery({
    ...votePages(nextId),
    ...options,
    enabled: options.enabled && canListVotes,
  })
  return null
}
