import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'

import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'

// With their composer and its search for users, which a reader of the post need not wait for.
// In the first load it would also move code that the changelog shares.
const comments = lazyChunk(() => import('#web/feedback/comments/post-comments.tsx'))

/** The post of the URL beside its list, in each of its states. */
export function PostPane({ post_id }: { post_id: string }) {
  const [search] = useSearchParams()
  const query = useQuery(postQuery(post_id))
  const post = query.data
  useTitle(post?.title)
  if (query.error?.code === 'not_found')
    return (
      <PageState
        state="missing"
        isPage
        title={text.missing}
        action={
          <Link to={paths.posts(search.size > 0 ? `?${search}` : '')} className={buttonClass()}>
            {text.back}
          </Link>
        }
      >
        {text.missingDescription}
      </PageState>
    )
  if (!post)
    return query.error ? (
      <ErrorState
        isPage
        title={text.failed}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton label={text.loading}>
        <div className="h-14 rounded-card bg-sunken" />
      </Skeleton>
    )
  return (
    <article className="min-h-0 flex-1 overflow-y-auto px-6 py-5">
      <h1 tabIndex={-1} className="font-display text-detail wrap-anywhere">
        {post.title}
      </h1>
      <p className="wrap-anywhere whitespace-pre-wrap">{post.details || text.noDetails}</p>
      <Lazy chunk={comments}>{({ PostComments }) => <PostComments post={post} />}</Lazy>
    </article>
  )
}
