import { type PointerEvent, useEffect, useRef, useState } from 'react'

import type { RefetchLock } from '#web/query/refetch-lock.ts'

interface RowDrag {
  readonly id: string
  /** Where it would be dropped, among the other rows. */
  readonly index: number
}

interface RowDragOptions {
  /** From top to bottom. */
  ids: readonly string[]
  refetchLock: RefetchLock
  onDrop: (id: string, index: number) => void
}

/** Drags the rows of a short list by their handles, with a mouse, a pen or a finger. Esc cancels. */
export function useRowDrag({ ids, refetchLock, onDrop }: RowDragOptions) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  const start = (event: PointerEvent<HTMLElement>, id: string) => {
    if (event.button !== 0 || !event.isPrimary) return
    stop.current()
    const handle: HTMLElement = event.currentTarget
    // Nothing is dropped by a press alone: that is a click on the handle.
    let index: number | undefined
    const ended = new AbortController()
    const { signal } = ended
    const unlock = refetchLock.acquire()
    const end = () => {
      ended.abort()
      unlock()
      setDrag(null)
    }
    stop.current = end
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const others = [...(list.current?.children ?? [])].filter((_, row) => ids[row] !== id)
        index = others.filter((row) => middleOf(row) < clientY).length
        setDrag({ id, index })
      },
      { signal },
    )
    handle.addEventListener(
      'pointerup',
      () => {
        end()
        if (index !== undefined && index !== ids.indexOf(id)) onDrop(id, index)
      },
      { signal },
    )
    handle.addEventListener('pointercancel', end, { signal })
    document.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return
        key.preventDefault()
        key.stopPropagation()
        end()
      },
      { signal, capture: true },
    )
  }

  /** Marks the row that is dragged, and the edge where it would be dropped. */
  const marksOf = (id: string) => {
    if (!drag) return {}
    if (drag.id === id) return { 'data-dragged': true }
    const others = ids.filter((one) => one !== drag.id)
    if (drag.index === ids.indexOf(drag.id)) return {}
    if (others[drag.index] === id) return { 'data-drop': 'before' }
    return drag.index === others.length && others.at(-1) === id ? { 'data-drop': 'after' } : {}
  }
  return { list, start, marksOf }
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}
