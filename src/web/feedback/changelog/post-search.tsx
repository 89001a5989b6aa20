import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useRef, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { editorText } from '#web/messages/en/changelog-editor.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { IconButton } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { escapeAddress, escapeText } from '#web/ui/markdown/escape-markdown.ts'
import { toSafeUrl } from '#web/ui/markdown/markdown.rules.ts'

const text = editorText.posts
const MAX_POSTS = 6

/** Posts for what is typed after `[[`, and which of them is active; undefined closes it. */
export function usePostSearch(query: string | undefined) {
  const listboxId = useId()
  const isOpen = query !== undefined
  const settled = useDebouncedText(query ?? '')
  const result = useQuery({
    ...endpointQuery(
      'GET /feedback/posts',
      settled.trim() === '' ? {} : { search: settled.trim() },
    ),
    enabled: isOpen,
  })
  const isCurrent = settled === (query ?? '')
  const posts = isOpen && isCurrent ? (result.data?.data.slice(0, MAX_POSTS) ?? []) : []
  const [active, setActive] = useState({ query, index: 0 })
  const index = active.query === query ? Math.min(active.index, posts.length - 1) : 0

  const onKeyDown = (
    event: KeyboardEvent,
    { onChoose, onClose }: { onChoose: (post: Post) => void; onClose: () => void },
  ): boolean => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const post = posts[index]
    if (event.key === 'Escape') onClose()
    else if (by && posts.length > 0)
      setActive({ query, index: (index + by + posts.length) % posts.length })
    else if ((event.key === 'Enter' || event.key === 'Tab') && post && !event.shiftKey)
      onChoose(post)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    posts,
    index,
    listboxId,
    onKeyDown,
    status: result.isError ? 'failed' : isCurrent && result.isSuccess ? 'ready' : 'loading',
    fieldProps: isOpen
      ? {
          'aria-controls': listboxId,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': posts[index] && `${listboxId}-${index}`,
        }
      : undefined,
  } as const
}

interface PostSearchProps {
  search: ReturnType<typeof usePostSearch>
  onChoose: (post: Post) => void
}

/** The posts that were found, under the text. The focus stays in the text. */
export function PostSearch({ search, onChoose }: PostSearchProps) {
  const { posts, index, listboxId, status } = search
  return (
    <div className="border-t border-line bg-sunken px-2 py-1.5 md:px-5">
      <p role="status" className={posts.length > 0 ? 'sr-only' : 'px-2 py-1 text-meta text-ink-3'}>
        {status === 'ready' ? text.found(posts.length) : text[status]}
      </p>
      <div role="listbox" id={listboxId} aria-label={text.label}>
        {posts.map((post, position) => (
          <div
            key={post.id}
            id={`${listboxId}-${position}`}
            role="option"
            aria-selected={position === index}
            className="flex min-h-8 cursor-pointer items-center justify-between gap-3 rounded-control px-2 aria-selected:bg-selected pointer-coarse:min-h-11"
            // The text keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(post)}
          >
            <bdi className="truncate">{post.title}</bdi>
            <VoteCount post={post} />
          </div>
        ))}
      </div>
    </div>
  )
}

function VoteCount({ post }: { post: Post }) {
  const total = totalVotes(post)
  if (total === undefined) return null
  return <span className="shrink-0 text-meta text-ink-3">{text.votes(total)}</span>
}

/** A link to the post where it has a page, or else its title. */
export function formatPostLink({ title, url }: Post): string {
  const address = toSafeUrl(url ?? '')
  return address ? `[${escapeText(title)}](${escapeAddress(address)})` : title
}

interface LinkingText {
  readonly body: string
  readonly post_ids: readonly string[]
}

/** Links each post that is chosen, as long as the text names it: undo of the choice takes the link back, redo restores it. */
export function usePostLinks(
  { post_ids }: LinkingText,
  onChange: (changes: Partial<LinkingText>) => void,
) {
  const chosen = useRef(new Map<string, Post>())
  const remove = (post_id: string) => {
    chosen.current.delete(post_id)
    onChange({ post_ids: post_ids.filter((id) => id !== post_id) })
  }
  return {
    link: (post: Post) => {
      chosen.current.set(post.id, post)
      if (!post_ids.includes(post.id)) onChange({ post_ids: [...post_ids, post.id] })
    },
    remove,
    changeBody: (body: string) => {
      const changed = [...chosen.current.values()].filter(
        (post) => isNamed(post, body) !== post_ids.includes(post.id),
      )
      if (changed.length === 0) return onChange({ body })
      const isChanged = (post_id: string) => changed.some(({ id }) => id === post_id)
      const added = changed.filter(({ id }) => !post_ids.includes(id)).map(({ id }) => id)
      onChange({ body, post_ids: [...post_ids.filter((id) => !isChanged(id)), ...added] })
      for (const { id, title } of changed)
        announce(added.includes(id) ? editorText.postLinked(title) : text.removed(title))
    },
  }
}

function isNamed({ title, url }: Post, body: string): boolean {
  const address = toSafeUrl(url ?? '')
  if (address) return body.includes(`(${escapeAddress(address)})`)
  return body.toLowerCase().includes(title.toLowerCase())
}

interface LinkedPostsProps {
  ids: readonly string[]
  onRemove: (post_id: string) => void
}

/** How many feedback posts the entry links, and which. */
export function LinkedPosts({ ids, onRemove }: LinkedPostsProps) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  if (ids.length === 0) return <span className="pointer-coarse:hidden">{text.how}</span>
  return (
    <span className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        className="min-h-6 rounded-chip underline decoration-line-strong underline-offset-2 hover:text-ink"
        onClick={() => setOpen(!isOpen)}
      >
        {text.links(ids.length)}
      </button>
      {isOpen && (
        <ul
          id={listId}
          aria-label={text.linked}
          className="absolute start-0 bottom-full z-10 mb-2 grid w-72 max-w-[80vw] rounded-card border border-line-strong bg-surface p-1 text-body text-ink shadow-float"
        >
          {ids.map((id) => (
            <LinkedPost key={id} id={id} onRemove={() => onRemove(id)} />
          ))}
        </ul>
      )}
    </span>
  )
}

function LinkedPost({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data, error } = useQuery(endpointQuery('GET /feedback/posts/:post_id', { post_id: id }))
  const title = data?.title ?? (error ? text.missing : text.loading)
  return (
    <li className="flex items-center justify-between gap-2 ps-2">
      <bdi className="truncate">{title}</bdi>
      <IconButton icon={X} label={text.remove(title)} onClick={onRemove} />
    </li>
  )
}
