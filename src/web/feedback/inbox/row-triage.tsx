import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Post, PostStatus } from '#client/resources.ts'
import { deletePost, editPost } from '#web/feedback/posts/post-changes.data.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { createGuard, toast } from '#web/ui/toast.ts'
import { type OpenRow, RowActions } from './row-actions.tsx'
import { RowSwipe } from './row-swipe.tsx'

interface RowTriageProps {
  list: RefObject<HTMLElement | null>
  posts: readonly Post[]
  statuses: readonly PostStatus[]
  /** While posts are selected, a finger selects. */
  canSwipe: boolean
  open: OpenRow | null
  onOpen: (row: OpenRow | null) => void
  onSelect: (id: string) => void
}

/** What can be done with a row without opening its post: by swipe, by its menu, and by Shift F10 or the menu key. */
export function RowTriage(props: RowTriageProps) {
  const { list, posts, statuses, canSwipe, open, onOpen, onSelect } = props
  const session = useSession()
  const navigate = useNavigate()
  const guard = createGuard(useDisabledReason())
  const closed = statuses.find(({ category }) => category === 'closed')

  const setStatus = async (post: Post, status: string) => {
    if (status === post.status) return
    const outcome = await editPost(session, post, { status })
    if (outcome.state !== 'gone' && outcome.state !== 'error') return
    const formatReason = (reason: string) => text.notSaved(post.title, reason)
    toast({
      text:
        outcome.state === 'gone'
          ? resourcesText.gone(post.title)
          : formatSaveError(outcome.error, { formatReason }),
      tone: 'bad',
      key: `post:${post.id}`,
    })
  }
  const remove = (post: Post) => {
    deletePost(session, post, () => {})
    if (location.pathname === paths.post(post.id)) void navigate(paths.posts(location.search))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    const row = event.target instanceof Element ? event.target.closest('li') : null
    const post = posts.find(({ id }) => id === row?.dataset['id'])
    if (!row || !post) return
    event.preventDefault()
    onOpen({ kind: 'menu', post, anchor: row.querySelector('[aria-haspopup]') ?? row })
  })
  useEffect(() => {
    const { current } = list
    const listener = (event: KeyboardEvent) => onKey(event)
    current?.addEventListener('keydown', listener)
    return () => current?.removeEventListener('keydown', listener)
  }, [list])

  return (
    <>
      {canSwipe && (
        <RowSwipe
          list={list}
          posts={posts}
          closed={closed}
          onClose={(post) => guard(() => void (closed && setStatus(post, keyOfStatus(closed))))()}
          onChoose={(post, anchor) => guard(() => onOpen({ kind: 'status', post, anchor }))()}
        />
      )}
      {open && (
        <RowActions
          open={open}
          statuses={statuses}
          onStatus={(post, status) => guard(() => void setStatus(post, status))()}
          onSelect={({ id }) => onSelect(id)}
          onDelete={(post) => guard(() => remove(post))()}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  )
}
