import GitMerge from 'lucide-react/icons/git-merge'
import LinkIcon from 'lucide-react/icons/link'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import {
  formatPostStatus,
  useBoardName,
  useStatuses,
} from '#web/feedback/posts/post-options.data.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { sharedLink } from '#web/session/workspace-ref.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PostProperties } from './post-properties.tsx'
import { PostText } from './post-text.tsx'
import { type PostActions, usePostActions } from './use-post-actions.ts'

// With their composer and its search for users, which a reader of the post need not wait for.
const comments = lazyChunk(() => import('#web/feedback/comments/post-comments.tsx'))
const mergeDialog = lazyChunk(() => import('./merge-post-dialog.tsx'))
const cards = lazyChunk(() => import('#web/feedback/post-cards/post-cards.tsx'))
const votes = lazyChunk(() => import('#web/feedback/votes/post-votes.tsx'))

interface PostViewProps {
  post: Post
  /** The filter of the list, for links to other posts. */
  search: string
  neighbors: ReactNode
}

/** A post that is loaded, with its properties. */
export function PostView({ post, search, neighbors }: PostViewProps) {
  const actions = usePostActions(post)
  const canWrite = useCanWrite()
  return (
    <article className="post" data-state="ready">
      <PostBar post={post} actions={actions} canWrite={canWrite}>
        {neighbors}
      </PostBar>
      <div className="post-columns">
        <div className="post-head">
          {post.merged_into_id && (
            <p role="note" className="post-notice">
              {text.merged}{' '}
              <Link to={paths.post(post.merged_into_id, search)}>{text.mergedLink}</Link>
            </p>
          )}
          {actions.conflict && <ConflictNotice actions={actions} />}
          <PostText post={post} actions={actions} canWrite={canWrite}>
            <Byline post={post} />
          </PostText>
          <Lazy chunk={comments}>{({ PostComments }) => <PostComments post={post} />}</Lazy>
        </div>
        <aside aria-label={text.properties} className="post-side">
          <PostProperties post={post} actions={actions} canWrite={canWrite} />
          <Lazy chunk={votes}>{({ PostVotes }) => <PostVotes post={post} />}</Lazy>
          <Lazy chunk={cards}>
            {({ PostCards }) => (
              <PostCards post={post} onSetStatus={(status) => void actions.save({ status })} />
            )}
          </Lazy>
        </aside>
      </div>
    </article>
  )
}

interface PostBarProps {
  post: Post
  actions: PostActions
  canWrite: boolean
  children: ReactNode
}

function PostBar({ post, actions, canWrite, children }: PostBarProps) {
  const { connection, capabilities } = useSession()
  const canMerge = useCapability('posts.merge')
  const [isMerging, setMerging] = useState(false)
  const copyLink = () => {
    const { name } = capabilities.get().me?.workspace ?? connection
    const address = new URL(paths.post(post.id), location.href).href
    void copyToClipboard(sharedLink(address, { ...connection, name }), text.linkCopied)
  }
  return (
    <header className="post-bar">
      {children}
      <Button variant="quiet" icon={LinkIcon} onClick={copyLink}>
        {text.copyLink}
      </Button>
      {canWrite && !post.merged_into_id && (
        <Button variant="quiet" icon={GitMerge} onClick={() => setMerging(true)}>
          {canMerge ? text.merge : text.markDuplicate}
        </Button>
      )}
      {isMerging && (
        <Lazy chunk={mergeDialog} fallback={null}>
          {({ MergePostDialog }) => (
            <MergePostDialog post={post} onClose={() => setMerging(false)} />
          )}
        </Lazy>
      )}
      {canWrite && (
        <Button variant="quiet" icon={Trash} onClick={actions.remove}>
          {text.delete}
        </Button>
      )}
    </header>
  )
}

/** Who wrote it, where and when; a server may omit each. */
function Byline({ post: { author, board_id, created_at } }: { post: Post }) {
  const board = useBoardName(board_id)
  const name = author && (author.name || text.unnamedAuthor)
  return (
    <p className="post-byline">
      {author && (
        <>
          <Avatar id={author.id} name={name ?? ''} decorative />
          <bdi>{name}</bdi>
        </>
      )}
      {board && <span>{text.inBoard(board)}</span>}
      {created_at && <RelativeTime at={created_at} />}
    </p>
  )
}

/** What someone else saved in the same fields. */
function ConflictNotice({ actions }: { actions: PostActions }) {
  const statuses = useStatuses()
  const { conflict } = actions
  if (!conflict) return null
  const { current, changes } = conflict
  const names = (['title', 'details', 'status', 'tags', 'owner', 'eta'] as const).filter(
    (name) => name in changes,
  )
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
