import Check from 'lucide-react/icons/check'
import CircleDot from 'lucide-react/icons/circle-dot'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

import type { Post, PostStatus } from '#client/resources.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ROW_HEIGHT } from './post-row.tsx'

/** Pixels of a finger until its direction is known. */
const SLOP = 10
/** Pixels from which a release acts. */
const THRESHOLD = 88
/** Of the width of the window: from there browsers go back by a swipe. */
const EDGE = 20

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const EASING = 'cubic-bezier(.2,.8,.2,1)'

interface RowSwipeProps {
  list: RefObject<HTMLElement | null>
  posts: readonly Post[]
  /** What a swipe along the reading direction sets; without it that swipe does nothing. */
  closed: PostStatus | undefined
  onClose: (post: Post) => void
  onChoose: (post: Post, row: Element) => void
}

interface Press {
  readonly pointerId: number
  readonly x: number
  readonly y: number
  readonly row: HTMLElement
  readonly post: Post
  /** -1 where the reading direction goes to the left. */
  readonly direction: 1 | -1
  offset: number
  isSwiping: boolean
}

interface Reveal {
  readonly top: number
  readonly action: 'close' | 'choose'
  readonly isArmed: boolean
}

/**
 * A finger that moves a row of the list sideways closes its post, or in the other direction opens its statuses. Up and
 * down the browser scrolls (`touch-action` in post-row.tsx). Renders what the row uncovers.
 */
export function RowSwipe(props: RowSwipeProps) {
  const { list, closed } = props
  const [reveal, setReveal] = useState<Reveal | null>(null)
  const canMove = useEffectEvent(
    (press: Press, by: number) =>
      by < 0 || (props.closed !== undefined && keyOfStatus(props.closed) !== press.post.status),
  )
  const findPost = useEffectEvent((id: string | undefined) =>
    props.posts.find((post) => post.id === id),
  )
  const finish = useEffectEvent(async (press: Press) => {
    const { row, post, offset, direction } = press
    const isArmed = Math.abs(offset) >= THRESHOLD
    const isClose = isArmed && offset > 0
    await slide(row, offset * direction, isClose ? direction * row.offsetWidth : 0)
    release(row)
    setReveal(null)
    if (isClose) props.onClose(post)
    else if (isArmed) props.onChoose(post, row)
  })

  useEffect(() => {
    const { current } = list
    if (!current) return
    const controller = new AbortController()
    const { signal } = controller
    let press: Press | undefined
    // The click that follows a swipe opens no post.
    let isClickDropped = false

    const onDown = (event: PointerEvent) => {
      const { pointerType, isPrimary, pointerId, clientX: x, clientY: y, target } = event
      if (press?.isSwiping) return
      press = undefined
      isClickDropped = false
      const row = target instanceof Element && target.closest<HTMLElement>('li[data-id]')
      if (!row || pointerType !== 'touch' || !isPrimary) return
      if (x < EDGE || x > innerWidth - EDGE) return
      const post = findPost(row.dataset['id'])
      const direction = getComputedStyle(row).direction === 'rtl' ? -1 : 1
      if (post) press = { pointerId, x, y, row, post, direction, offset: 0, isSwiping: false }
    }
    const onMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (!press || pointerId !== press.pointerId) return
      const across = (clientX - press.x) * press.direction
      if (!press.isSwiping) {
        const along = Math.abs(clientY - press.y)
        if (Math.max(along, Math.abs(across)) < SLOP) return
        if (along > Math.abs(across)) return void (press = undefined)
        press.isSwiping = true
        press.row.dataset['swiping'] = ''
        isClickDropped = true
      }
      const by = across - Math.sign(across) * SLOP
      // Where there is nothing to do the row gives way a little.
      press.offset = canMove(press, by) ? by : by / 6
      press.row.style.transform = `translateX(${press.offset * press.direction}px)`
      const action = by > 0 ? 'close' : 'choose'
      const isArmed = Math.abs(press.offset) >= THRESHOLD
      const top = press.row.offsetTop
      setReveal((previous) =>
        previous?.action === action && previous.isArmed === isArmed && previous.top === top
          ? previous
          : { action, isArmed, top },
      )
    }
    const onEnd = (event: PointerEvent) => {
      if (!press || event.pointerId !== press.pointerId) return
      const ended = press
      press = undefined
      if (!ended.isSwiping) return
      void finish(event.type === 'pointerup' ? ended : { ...ended, offset: 0 })
    }
    const onClick = (event: MouseEvent) => {
      if (!isClickDropped) return
      isClickDropped = false
      event.preventDefault()
      event.stopPropagation()
    }
    current.addEventListener('pointerdown', onDown, { signal })
    current.addEventListener('pointermove', onMove, { signal })
    current.addEventListener('pointerup', onEnd, { signal })
    current.addEventListener('pointercancel', onEnd, { signal })
    current.addEventListener('click', onClick, { signal, capture: true })
    return () => {
      controller.abort()
      if (press) release(press.row)
      setReveal(null)
    }
  }, [list])

  if (!reveal) return null
  const { top, action, isArmed } = reveal
  return (
    <div
      aria-hidden
      className={`absolute inset-x-0 -z-1 flex items-center gap-2 px-5 text-cell ${action === 'choose' ? 'justify-end' : ''} ${isArmed ? 'bg-accent font-semibold text-on-accent' : 'bg-sunken font-medium text-ink-2'}`}
      style={{ top, height: ROW_HEIGHT }}
    >
      <Icon of={action === 'close' ? Check : CircleDot} className={isArmed ? 'scale-125' : ''} />
      {action === 'close' ? closed?.name : text.status}
    </div>
  )
}

function release(row: HTMLElement) {
  row.style.transform = ''
  delete row.dataset['swiping']
}

/** Moves the row to its place, at once for those who want less motion. */
async function slide(row: HTMLElement, from: number, to: number) {
  if (reducedMotion.matches || from === to) return
  const keyframes = { transform: [from, to].map((x) => `translateX(${x}px)`) }
  await row.animate(keyframes, { duration: 180, easing: EASING, fill: 'forwards' }).finished
  for (const animation of row.getAnimations()) animation.cancel()
}
