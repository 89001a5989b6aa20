import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'

import { getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'

const postView = lazyChunk(() => import('./post-view.tsx'))

/** The post of the URL beside its list, in each of its states. */
export function PostPane({ post_id }: { post_id: string }) {
  const session = useSession()
  const [search] = useSearchParams()
  const query = useQuery({
    ...postQuery(post_id),
    // The list has the title at once.
    placeholderData: () => getCachedPost(session, post_id),
  })
  const post = query.data
  useTitle(post?.title)
  if (query.error?.code === 'not_found' || post?.deleted_at)
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
  if (post)
    return (
      <Lazy chunk={postView} fallback={<TitleOnly title={post.title} />}>
        {({ PostView }) => <PostView post={post} search={search.size > 0 ? `?${search}` : ''} />}
      </Lazy>
    )
  return query.error ? (
    <ErrorState
      isPage
      title={text.failed}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <Skeleton label={text.loading}>
      <div className="mx-6 mt-17 h-8 rounded-card bg-sunken" />
    </Skeleton>
  )
}

/** Where the title is once the code of the post has come. */
const TitleOnly = ({ title }: { title: string }) => (
  <div className="px-6 pt-18">
    <h1 tabIndex={-1} className="font-display text-detail wrap-anywhere">
      <bdi>{title}</bdi>
    </h1>
  </div>
)
