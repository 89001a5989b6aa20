import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { unmergePost } from '#web/feedback/posts/post-changes.data.ts'
import { namesOf } from '#web/feedback/posts/post-changes.rules.ts'
import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { formatPostStatus } from '#web/feedback/posts/post-options.rules.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { restoreLostFocus } from '#web/ui/focus-return.ts'
import type { PostActions } from './use-post-actions.ts'

interface MergedNoticeProps {
  post: Post
  into: string
  search: string
}

/** Where a merged post went, and taking it out again. */
export function MergedNotice({ post, into, search }: MergedNoticeProps) {
  const session = useSession()
  const canMerge = useCapability('posts.merge')
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const { data: target } = useQuery(postQuery(into))
  const unmerge = async () => {
    await unmergePost(session, post)
    requestAnimationFrame(restoreLostFocus)
  }
  return (
    <div className="post-notice">
      <p role="note" aria-live="polite">
        {text.merged}
      </p>
      <p className="post-buttons">
        <Link to={paths.post(into, search)}>{target?.title ?? text.mergedLink}</Link>
        {canMerge && canWrite && (
          <Button {...offlineProps} size="small" onClick={() => offlineProps || void unmerge()}>
            {text.unmerge}
          </Button>
        )}
      </p>
    </div>
  )
}

/** What someone else saved in the same fields. */
export function ConflictNotice({ actions }: { actions: PostActions }) {
  const statuses = useStatuses()
  const { conflict } = actions
  if (!conflict) return null
  const { current, changes } = conflict
  const names = namesOf(changes)
  const format = (name: (typeof names)[number]) => {
    if (name === 'status') return formatPostStatus(statuses, current.status)
    if (name === 'owner') return current.owner?.name
    return name === 'tags' ? current.tags.join(', ') : current[name]
  }
  return (
    <div role="alert" className="post-notice">
      <p>{text.conflict}</p>
      <dl className="post-versions">
        {names.map((name) => (
          <div key={name}>
            <dt>{text.fields[name]}</dt>
            <dd>
              <bdi>{format(name) || text.none}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="post-buttons">
        <Button size="small" onClick={() => void actions.force()}>
          {text.force}
        </Button>
        <Button size="small" onClick={actions.keepTheirs}>
          {text.keepTheirs}
        </Button>
      </div>
    </div>
  )
}
