import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'

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

/** J and K open the next and the previous post of the list, U the list. */
export function useInboxKeys(posts: readonly Post[] = []) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const navigate = useNavigate()
  // Keys may be faster than the navigation, and that faster than the next render.
  const target = useRef<{ readonly path: string }>(undefined)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const letter = keyLetter(event)
    const by = { j: 1, k: -1 }[letter]
    if ((!by && letter !== 'u') || !singleKeys || event.shiftKey || isTyping(event)) return
    if (document.querySelector('dialog[open]')) return
    const from = target.current?.path ?? location.pathname
    const index = posts.findIndex(({ id }) => paths.post(id) === from)
    const next = by === undefined ? undefined : posts[index < 0 ? 0 : index + by]
    const path = by === undefined ? paths.posts() : next && paths.post(next.id)
    if (path === undefined || path === from) return
    event.preventDefault()
    const own = (target.current = { path })
    const onEnd = () => {
      if (target.current === own) target.current = undefined
    }
    void Promise.resolve(navigate(path + location.search)).finally(onEnd)
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
