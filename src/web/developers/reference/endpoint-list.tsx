import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'

import { referenceTopics } from '#web/messages/en/reference-topics.ts'
import { referenceText as text } from '#web/messages/en/reference.ts'
import { paths } from '#web/paths.ts'
import { scrollTo, useVisibleRange } from '#web/ui/use-virtual-range.ts'
import { layoutItems, lengthOf, visibleIndexes } from '#web/ui/virtual-range.rules.ts'
import { type ListItem, type Open, formatSearch } from './reference.rules.ts'

/** In pixels at the usual size of text, with which they grow. */
const HEIGHTS = { group: 36, topic: 56, endpoint: 56 } as const
/** A section beside the list needs its share of the elements. */
const MAX_AHEAD = 0.25
const OVERSCAN = 2 * HEIGHTS.endpoint

interface EndpointListProps {
  items: readonly ListItem[]
  query: string
  openId: string | undefined
  /** The section that was open before. */
  lastOpenId: string | undefined
}

/** Topics and endpoints in groups; those in view are rendered. Arrow keys move between them. */
export function EndpointList({ items, query, openId, lastOpenId }: EndpointListProps) {
  const scroller = useRef<HTMLElement>(null)
  const [scale] = useState(
    () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
  )
  const layout = layoutItems(
    items.map(({ kind }) => HEIGHTS[kind] * scale),
    0,
  )
  const indexOf = (id: string | undefined) =>
    items.findIndex((item) => item.kind !== 'group' && item.id === id)
  const first = items.findIndex(({ kind }) => kind !== 'group')
  const openIndex = indexOf(openId)
  const [focused, setFocused] = useState<string>()
  // The one that Tab reaches.
  const current = [indexOf(focused), indexOf(lastOpenId), first].find((index) => index >= 0) ?? -1
  const range = useVisibleRange(scroller, 'y', MAX_AHEAD, OVERSCAN)
  const show = (index: number, middle = false) => {
    const place = layout[index]
    if (scroller.current && place) scrollTo(scroller.current, 'y', place, middle)
  }
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [query])
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    show(openIndex, isFirst.current)
    isFirst.current = false
    // oxlint-disable-next-line react/exhaustive-deps -- only another section scrolls the list
  }, [openId])
  useFocusOnReturn(scroller, openId, indexOf(lastOpenId), show)

  const move = (event: KeyboardEvent) => {
    const index = nextIndex(event, items, current)
    const next = items[index]
    if (!next) return
    event.preventDefault()
    // Not in an effect: one of an earlier render would run first, and focus the row that is left.
    flushSync(() => setFocused(next.id))
    show(index)
    if (index !== current) focusRow(scroller.current, index)
  }
  return (
    <nav
      ref={scroller}
      aria-label={text.list}
      className="min-h-0 flex-1 overflow-y-auto border-t border-line"
      onKeyDown={move}
    >
      <ul className="relative" style={{ height: lengthOf(layout) }}>
        {visibleIndexes(layout, range, [current, openIndex]).map((index) => {
          const item = items[index]
          const { start, size } = layout[index] ?? { start: 0, size: 0 }
          return (
            item && (
              <li
                key={`${item.kind} ${item.id}`}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={items.length}
                className="absolute inset-x-0"
                style={{ top: start, height: size }}
              >
                {item.kind === 'group' ? (
                  <h2 className="flex h-full items-end px-3.5 pb-1.5 text-meta font-medium text-ink-3">
                    {item.title}
                  </h2>
                ) : (
                  <Link
                    to={paths.reference() + formatSearch(openOf(item), query)}
                    tabIndex={index === current ? undefined : -1}
                    aria-current={index === openIndex ? 'true' : undefined}
                    className="grid h-full content-center gap-0.5 border-b border-line px-3.5 -outline-offset-2 hover:bg-hover aria-[current]:bg-selected"
                    onFocus={() => setFocused(item.id)}
                  >
                    <Row item={item} />
                  </Link>
                )}
              </li>
            )
          )
        })}
      </ul>
    </nav>
  )
}

type Choice = Exclude<ListItem, { kind: 'group' }>

const openOf = (item: Choice): Open =>
  item.kind === 'topic' ? { topic: item.id } : { endpoint: item.id }

function Row({ item }: { item: Choice }) {
  if (item.kind === 'topic') {
    const { title, summary } = referenceTopics[item.id]
    return (
      <>
        <b className="truncate font-medium">{title}</b>
        <span className="truncate text-meta text-ink-2">{summary}</span>
      </>
    )
  }
  const { method, path, summary, isAddition } = item.endpoint
  return (
    <>
      <span className="flex min-w-0 items-center gap-2 truncate text-cell text-ink">
        <Method method={method} className="w-14" />
        <code dir="ltr" className="min-w-0 truncate font-mono text-code">
          {path}
        </code>
        {isAddition && <Addition className="ms-auto">{text.addition}</Addition>}
      </span>
      <span className="truncate text-meta text-ink-2">{summary}</span>
    </>
  )
}

/** The row that a key leads to; groups have no link. */
function nextIndex(event: KeyboardEvent, items: readonly ListItem[], current: number): number {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return -1
  const rows = [...items.keys()].filter((index) => items[index]?.kind !== 'group')
  const at = rows.indexOf(current)
  const places: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: Math.min(at + 8, rows.length - 1),
    PageUp: Math.max(at - 8, 0),
    Home: 0,
    End: rows.length - 1,
  }
  return rows[places[key] ?? -1] ?? -1
}

const focusRow = (list: HTMLElement | null, index: number) =>
  list?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus({ preventScroll: true })

/** On a phone the list returns, and what had the focus is gone. */
function useFocusOnReturn(
  scroller: { readonly current: HTMLElement | null },
  openId: string | undefined,
  index: number,
  show: (index: number) => void,
) {
  const previous = useRef(openId)
  useEffect(() => {
    const isReturn = previous.current !== undefined && openId === undefined
    previous.current = openId
    const active = document.activeElement
    if (!isReturn || (active !== document.body && active?.checkVisibility())) return
    show(index)
    focusRow(scroller.current, index)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each section that was closed
  }, [openId])
}

const methodColors: Partial<Record<string, string>> = { GET: 'text-ok-ink', DELETE: 'text-bad-ink' }

export const Method = ({ method, className = '' }: { method: string; className?: string }) => (
  <b
    className={`shrink-0 font-mono text-code font-medium ${methodColors[method] ?? 'text-accent-ink'} ${className}`}
  >
    {method}
  </b>
)

interface AdditionProps {
  className?: string
  children: string
}

/** Marks what the public API lacks. */
export const Addition = ({ className = '', children }: AdditionProps) => (
  <em
    className={`shrink-0 rounded-chip bg-plan-soft px-1.75 text-tag text-plan-ink not-italic ${className}`}
  >
    {children}
  </em>
)
