import { type FocusEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'

import type { Comment } from '#client/resources.ts'
import { commentsText as text } from '#web/messages/en/comments.ts'
import { useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'
import { CommentItem } from './comment-item.tsx'
import { type CommentThread, estimateHeight } from './comments.rules.ts'

/** More threads than these are rendered only in view. */
const MAX_THREADS = 10
/** Between two of them, as in the classes of the list (gap-4). */
const GAP = 16
const OVERSCAN = 120

const visibleInWindow = (box: HTMLElement) => {
  const { top } = box.getBoundingClientRect()
  return { from: -top, to: innerHeight - top }
}

interface CommentThreadsProps {
  post_id: string
  threads: readonly CommentThread<Comment>[]
  onReply: ((comment: Comment) => void) | undefined
  /** Items after the last thread. */
  children: ReactNode
}

/** All threads of a post, or of many those in view: their heights are estimated until they were rendered once. */
export function CommentThreads({ post_id, threads, onReply, children }: CommentThreadsProps) {
  const list = useRef<HTMLUListElement>(null)
  const range = useVisibleRange(list, 'y', 0.25, OVERSCAN, visibleInWindow)
  const { heights, attach } = useHeights()
  // It stays rendered while it is scrolled out of view, with what is typed in it.
  const [focusedId, setFocusedId] = useState<string>()
  const isVirtual = threads.length > MAX_THREADS
  const items = layoutItems(
    threads.map((thread) => heights.get(thread.comment.id) ?? estimateHeight(thread)),
    GAP,
  )
  const focused = threads.findIndex(({ comment }) => comment.id === focusedId)
  const indexes = isVirtual ? visibleIndexes(items, range, [focused]) : [...threads.keys()]
  const onFocus = ({ target }: FocusEvent) => {
    const item = [...(list.current?.children ?? [])].find((child) => child.contains(target))
    setFocusedId(item instanceof HTMLElement ? item.dataset['id'] : undefined)
  }
  let end = -GAP
  const rows = indexes.flatMap((index) => {
    const [thread, item] = [threads[index], items[index]]
    if (!thread || !item) return []
    const space = item.start - end - GAP
    end = item.start + item.size
    return [{ ...thread, index, space }]
  })
  const rest = lengthOf(items) - end - GAP
  return (
    <ul
      ref={list}
      aria-label={text.title}
      // What takes the focus is scrolled to above the composer.
      className="grid grid-cols-1 gap-4 [&_:is(a,button,textarea,time)]:scroll-mb-52"
      data-state="ready"
      onFocus={onFocus}
    >
      {rows.map(({ comment, replies, index, space }) => (
        <CommentItem
          key={comment.id}
          post_id={post_id}
          comment={comment}
          onReply={onReply}
          place={isVirtual ? { index, count: threads.length, space, attach } : undefined}
        >
          {replies.length > 0 && (
            <ul className="ms-4 mt-3 grid grid-cols-1 gap-3 border-s border-line ps-3 md:ms-9">
              {replies.map((reply) => (
                <CommentItem key={reply.id} post_id={post_id} comment={reply} onReply={onReply} />
              ))}
            </ul>
          )}
        </CommentItem>
      ))}
      {isVirtual && rest > 0 && <li aria-hidden style={{ height: rest }} />}
      {children}
    </ul>
  )
}

/** The heights of the items that were rendered, by id. */
function useHeights() {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [state] = useState(() => {
    const heights = new Map<string, number>()
    const observer = new ResizeObserver((entries) => {
      let isChanged = false
      for (const { target, borderBoxSize } of entries) {
        const id = target instanceof HTMLElement ? target.dataset['id'] : undefined
        const height = borderBoxSize[0]?.blockSize
        if (id === undefined || !height || heights.get(id) === height) continue
        heights.set(id, height)
        isChanged = true
      }
      if (isChanged) render()
    })
    const attach = (item: HTMLElement | null) => {
      if (!item) return undefined
      observer.observe(item)
      return () => observer.unobserve(item)
    }
    return { heights, observer, attach }
  })
  useEffect(() => () => state.observer.disconnect(), [state])
  return state
}
