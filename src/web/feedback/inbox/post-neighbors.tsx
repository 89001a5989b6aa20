import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { Link, useSearchParams } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

interface PostNeighborsProps {
  posts: readonly Post[]
  total: number | undefined
  openId: string
}

/** Above an open post: back, the posts before and after it, and its place. */
export function PostNeighbors({ posts, total, openId }: PostNeighborsProps) {
  const [search] = useSearchParams()
  const filter = search.size > 0 ? `?${search}` : ''
  const index = posts.findIndex(({ id }) => id === openId)
  const neighbor = (by: number, label: string, icon: typeof ChevronUp, key: string) => {
    const post = index < 0 ? undefined : posts[index + by]
    return post ? (
      <Link
        to={paths.post(post.id, filter)}
        aria-label={label}
        title={label}
        aria-keyshortcuts={key}
        className="inbox-neighbor"
      >
        <Icon of={icon} />
      </Link>
    ) : (
      <span className="inbox-neighbor" data-off>
        <Icon of={icon} />
      </span>
    )
  }
  return (
    <nav aria-label={text.neighbors} className="inbox-neighbors">
      <Link
        to={paths.posts(filter)}
        aria-label={text.back}
        title={text.back}
        className="inbox-back"
      >
        <Icon of={ArrowLeft} />
      </Link>
      {neighbor(-1, text.previous, ChevronUp, 'k')}
      {neighbor(1, text.next, ChevronDown, 'j')}
      {index >= 0 && total !== undefined && (
        <span className="inbox-position">{text.position(index + 1, total)}</span>
      )}
    </nav>
  )
}
