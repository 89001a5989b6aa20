import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { Link } from 'react-router-dom'

import { ReadAhead } from '#web/feedback/post/post-comments.tsx'
import { PostPane } from '#web/feedback/post/post-pane.tsx'
import { postText as text } from '#web/messages/en/post.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FOCUS_ROW } from '#web/ui/use-list-keys.ts'
import type { Inbox } from './use-inbox.ts'

interface OpenPostProps {
  inbox: Inbox
  openId: string
  /** The query string, which the addresses of its neighbors keep. */
  filter: string
}

/** The post of the URL beside the list. Apart from the list, which is there without it. */
export function OpenPost({ inbox, openId, filter }: OpenPostProps) {
  const index = inbox.posts?.findIndex(({ id }) => id === openId) ?? -1
  const nextId = index < 0 ? undefined : inbox.posts?.[index + 1]?.id
  return (
    <>
      <PostPane
        key={openId}
        post_id={openId}
        neighbors={<PostNeighbors {...{ inbox, openId, filter }} />}
      />
      {/* After the pane: it must read the next post before this one stops. */}
      {nextId !== undefined && inbox.filter.view !== 'deleted' && (
        <ReadAhead openId={openId} nextId={nextId} />
      )}
    </>
  )
}

/** Above an open post: back, the posts before and after it, and its place. */
function PostNeighbors({ inbox, openId, filter }: OpenPostProps) {
  const { posts = [], total } = inbox
  const index = posts.findIndex(({ id }) => id === openId)
  const neighbor = (by: number, label: string, icon: typeof ChevronUp, key: string) => {
    const post = index < 0 ? undefined : posts[index + by]
    return post ? (
      <Link
        to={paths.post(post.id, filter)}
        aria-label={label}
        title={label}
        aria-keyshortcuts={key}
        className="grid size-control place-items-center rounded-control text-ink-2 hover:bg-hover active:bg-pressed"
      >
        <Icon of={icon} />
      </Link>
    ) : (
      <span className="pointer-events-none grid size-control place-items-center text-ink-3 opacity-50">
        <Icon of={icon} />
      </span>
    )
  }
  return (
    <nav aria-label={text.neighbors} className="me-auto flex min-w-0 items-center md:gap-1">
      <Link
        to={paths.posts(filter)}
        state={FOCUS_ROW}
        aria-label={text.back}
        title={text.back}
        className="grid size-control place-items-center rounded-control text-ink-2 hover:bg-hover active:bg-pressed md:hidden"
      >
        <Icon of={ArrowLeft} />
      </Link>
      {neighbor(-1, text.previous, ChevronUp, 'k')}
      {neighbor(1, text.next, ChevronDown, 'j')}
      {index >= 0 && total !== undefined && (
        <span className="min-w-0 truncate ps-1 text-cell text-ink-3">
          {text.position(index + 1, total)}
        </span>
      )}
    </nav>
  )
}
