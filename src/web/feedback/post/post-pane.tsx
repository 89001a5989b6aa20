import './post.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { removeOldPosts } from '#web/feedback/posts/post-cache-writes.ts'
import { restorePost } from '#web/feedback/posts/post-changes.data.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { postsText } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { KeptDrafts } from './kept-drafts.tsx'
import { PostBar, PostView } from './post-view.tsx'

interface PostPaneProps {
  post_id: string
  /** Links to the posts before and after it, for the bar. */
  neighbors: ReactNode
}

/** The post of the URL beside its list, in each of its states. */
export function PostPane({ post_id, neighbors }: PostPaneProps) {
  const session = useSession()
  const { search } = useLocation()
  const query = useQuery({
    ...postQuery(post_id),
    // The list has the title at once.
    placeholderData: () => getCachedPost(session, post_id),
  })
  const post = query.data
  useTitle(post?.title, postsText.title)
  useEffect(() => removeOldPosts(session), [session, post_id])
  const cached = getCachedPost(session, post_id)
  // The list of deleted posts has it; alone the server does not return it.
  const gone = post ?? (cached?.deleted_at ? cached : undefined)
  const isMissing = query.error?.code === 'not_found' || Boolean(post?.deleted_at)
  if (post && !isMissing) return <PostView post={post} search={search} neighbors={neighbors} />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PostBar>{neighbors}</PostBar>
      {isMissing ? (
        <MissingPost post_id={post_id} gone={gone} search={search} />
      ) : query.error ? (
        <ErrorState
          isPage
          title={text.failed}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton label={text.loading}>
          <div className="mx-6 mt-5 h-8 rounded-card bg-sunken" />
        </Skeleton>
      )}
    </div>
  )
}

interface MissingPostProps {
  post_id: string
  /** What is known of one that is deleted. */
  gone: Post | undefined
  search: string
}

/** Instead of a post that is not there: what it was, and what can be done. */
function MissingPost({ post_id, gone, search }: MissingPostProps) {
  const session = useSession()
  const canWrite = useCanWrite()
  const canRestore = useCapability('feedback.restore') && canWrite
  const offlineProps = useOfflineProps()
  const title = gone ? text.gone : text.missing
  useEffect(() => {
    // The heading is read where it has the focus.
    if (document.activeElement?.localName !== 'h1') announce(title)
  }, [title])
  return (
    <PageState
      state="missing"
      isPage
      title={title}
      action={
        <p className="flex flex-wrap justify-center gap-2">
          {gone && canRestore && (
            <Button
              {...offlineProps}
              onClick={() => offlineProps || void restorePost(session, post_id)}
            >
              {text.restore}
            </Button>
          )}
          <Link to={paths.posts(search)} className={buttonClass()}>
            {text.back}
          </Link>
        </p>
      }
      details={
        gone?.details && (
          <div className="max-h-[50vh] w-full overflow-y-auto rounded-card border border-line px-4 py-3 text-start wrap-anywhere">
            <Markdown source={gone.details} headingLevel={2} />
          </div>
        )
      }
    >
      {gone ? <bdi className="wrap-anywhere">{gone.title}</bdi> : text.missingDescription}
      <KeptDrafts post_id={post_id} withDetails />
    </PageState>
  )
}
