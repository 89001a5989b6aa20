import { useEffect, useRef } from 'react'

import type { BoardList } from '#client/resources.ts'
import { listViewText as text } from '#web/messages/en/list-view.ts'
import { useSession } from '#web/session/session.ts'
import { useBoardActions } from '#web/tasks/board-state/board-context.ts'
import { setListView } from '#web/tasks/board-state/list-views.ts'
import { announce } from '#web/ui/live-region.tsx'

let focusOnMount: string | null = null

/** A list that a person collapses has the focus once it is rendered as a spine. */
export const focusSpine = (list_id: string) => {
  focusOnMount = list_id
}

interface ListSpineProps {
  list: BoardList
  /** "4 of 5", as in the header of an open list. */
  count: string
}

/** A collapsed list: its name and count. A card dropped on it goes to its bottom. */
export function ListSpine({ list, count }: ListSpineProps) {
  const { fingerprint } = useSession().connection
  const { registry } = useBoardActions()
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    registry.columns.set(list.id, {
      list_id: list.id,
      landsAtBottom: true,
      cards: () => [],
      scroller: () => section.current,
      indexAt: () => 0,
      positionAt: () => {
        const { left = 0, top = 0 } = section.current?.getBoundingClientRect() ?? {}
        return { left, top }
      },
      // A card that was moved here is not rendered; the focus stays near it.
      reveal: () => registry.dragged.get() ?? button.current?.focus(),
      showDropIndicator: () => {},
      highlight: (over) => section.current?.toggleAttribute('data-over', over),
    })
    return () => void registry.columns.delete(list.id)
  }, [registry, list.id])

  useEffect(() => {
    if (focusOnMount !== list.id) return
    focusOnMount = null
    button.current?.focus()
  }, [list.id])

  const expand = () => {
    setListView(fingerprint, list.id, { isCollapsed: false })
    announce(text.expanded(list.name))
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-list-menu="${CSS.escape(list.id)}"]`)?.focus(),
    )
  }
  return (
    <section
      ref={section}
      data-testid="board-list"
      data-list-id={list.id}
      data-state="collapsed"
      data-surface
      aria-label={list.name}
      className="flex max-h-full flex-col rounded-tray border border-line bg-sunken data-over:border-accent-line data-over:bg-[color-mix(in_oklab,var(--accent-soft)_55%,var(--sunken))]"
    >
      <h2 className="sr-only">{list.name}</h2>
      <button
        ref={button}
        type="button"
        aria-expanded={false}
        aria-label={text.expand(list.name, count)}
        title={text.expand(list.name, count)}
        onClick={expand}
        className="flex min-h-0 items-center gap-2 rounded-tray px-2.5 py-3 text-start [writing-mode:vertical-rl] hover:bg-hover"
      >
        <span className="max-h-72 min-h-0 truncate text-body font-semibold">{list.name}</span>
        <span className="text-meta text-ink-3">{count}</span>
      </button>
    </section>
  )
}
