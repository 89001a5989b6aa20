import './inbox.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router-dom'

import { PostPane } from '#web/feedback/post/post-pane.tsx'
import { deletedPosts } from '#web/feedback/posts/cached-posts.ts'
import { postPages } from '#web/feedback/posts/posts.data.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { EmptyState, PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'

/** The posts beside the one that is open; on a phone one of both. */
export function InboxView() {
  const { post_id } = useParams()
  const [search] = useSearchParams()
  const isOpen = post_id !== undefined
  useTitle(isOpen ? undefined : text.title)
  const Heading = isOpen ? 'p' : 'h1'
  return (
    <div className="inbox" data-open={isOpen || undefined}>
      <div className="inbox-list">
        <header className="inbox-head">
          <Heading tabIndex={isOpen ? undefined : -1} className="font-display text-title">
            {text.title}
          </Heading>
        </header>
        <PostList openId={post_id} search={search.size > 0 ? `?${search}` : ''} />
      </div>
      <div className="inbox-post">
        {isOpen ? (
          <PostPane key={post_id} post_id={post_id} />
        ) : (
          <PageState state="empty" title={text.none} />
        )}
      </div>
    </div>
  )
}

function PostList({ openId, search }: { openId: string | undefined; search: string }) {
  const options = postPages({})
  const query = useInfiniteQuery(options)
  const loadingState = useLoadingState([query], [options.queryKey])
  const deleted = deletedPosts.useIds()
  const posts = query.data?.pages.flatMap(({ data }) => data).filter(({ id }) => !deleted.has(id))
  if (query.isError && !posts)
    return (
      <ErrorState title={text.failed} error={query.error} onRetry={() => void query.refetch()} />
    )
  if (loadingState.showSkeleton || !posts)
    return (
      <Skeleton label={text.loading} loading={loadingState}>
        <div className="h-20 rounded-card bg-sunken" />
      </Skeleton>
    )
  if (posts.length === 0) return <EmptyState title={text.empty}>{text.emptyDescription}</EmptyState>
  return (
    <div className="inbox-scroller" data-state="ready">
      <ul aria-label={text.list}>
        {posts.map((post) => (
          <li key={post.id} data-testid="row" data-id={post.id} className="inbox-row">
            <Link
              to={paths.post(post.id, search)}
              aria-current={post.id === openId ? 'page' : undefined}
            >
              <bdi>{post.title}</bdi>
              {post.vote_count !== undefined && <span>{text.votes(post.vote_count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text.loadMore}
        </Button>
      )}
    </div>
  )
}
