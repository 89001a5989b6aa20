import './data-table.css'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { tableText } from '#web/messages/en/table.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isTyping } from '#web/ui/keyboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { CursorPages } from './use-cursor-pages.ts'

interface TablePagerProps {
  pages: CursorPages
  /** `paging.next` of the page on screen; null on the last one. */
  next: string | null | undefined
  /** Rows of the page on screen. */
  rowCount: number
  pageSize: number
  /** Other sizes, where the server has them; another one begins with the first page. */
  onPageSize?: ((size: number) => void) | undefined
  /** With the rows of all pages, exact or an estimate. */
  total?: { count: number; isEstimate?: boolean } | undefined
  /** Another page is on its way; the one on screen is dimmed. */
  isLoading: boolean
  /** Why the next page cannot be loaded at this moment. */
  blocked?: string | undefined
  /** The pointer or the focus nears Next. */
  onPrefetch?: (next: string) => void
  /** `[` and `]` page from anywhere on the page. */
  singleKeys?: boolean
}

/** Also where a list of one page has a line instead. */
export const pagerClass =
  'flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-cell text-ink-2'

/** Where in a list the table is, with Previous and Next; nothing for a list of one page. */
export function TablePager(props: TablePagerProps) {
  const { pages, next, rowCount, pageSize, total, isLoading, onPrefetch, singleKeys = true } = props
  const { blocked } = props
  const { hasPrevious, isDetached } = pages
  // The rows on screen are those of the page before, until the next one is loaded.
  const [page, setPage] = useState(pages.page)
  if (!isLoading && page !== pages.page) setPage(pages.page)
  const canGoNext = typeof next === 'string' && !isLoading && blocked === undefined
  const goToNext = () => {
    if (canGoNext) pages.goToNext(next)
    else if (blocked !== undefined) announce(blocked)
  }
  const goToPrevious = () => hasPrevious && pages.goToPrevious()

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!singleKeys || isTyping(event) || document.querySelector('dialog[open]')) return
    if (event.key !== '[' && event.key !== ']') return
    event.preventDefault()
    if (event.key === ']') goToNext()
    else goToPrevious()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  useAnnouncedPage(page, rowCount, isLoading)

  const prefetch = () => {
    if (canGoNext && onPrefetch) onPrefetch(next)
  }
  if (!next && page === 1) return null
  const from = (page - 1) * pageSize + 1
  const range = { page, from, to: from + rowCount - 1, total: total?.count }
  return (
    <nav aria-label={tableText.pages} data-pager className={pagerClass}>
      <p className={isLoading ? 'opacity-70' : ''}>
        {rowCount > 0 && !isDetached
          ? tableText.range({ ...range, isEstimate: total?.isEstimate === true })
          : tableText.pageOnly(page)}
      </p>
      <div data-avoid-toasts className="flex items-center gap-2">
        {props.onPageSize && <PageSize size={pageSize} onChange={props.onPageSize} />}
        <Button aria-disabled={!hasPrevious || undefined} onClick={goToPrevious}>
          <Icon of={ChevronLeft} className="rtl:-scale-x-100" />
          {isDetached ? tableText.firstPage : tableText.previous}
        </Button>
        <Button
          aria-disabled={!canGoNext || undefined}
          aria-busy={isLoading || undefined}
          {...(blocked !== undefined && { 'data-tip': blocked, 'aria-description': blocked })}
          onPointerEnter={prefetch}
          onFocus={prefetch}
          onClick={goToNext}
        >
          {tableText.next}
          <Icon of={ChevronRight} className="rtl:-scale-x-100" />
        </Button>
      </div>
    </nav>
  )
}

const SIZES = [25, 50, 100]

interface PageSizeProps {
  size: number
  onChange: (size: number) => void
}

const PageSize = ({ size, onChange }: PageSizeProps) => (
  <select
    aria-label={tableText.pageSize}
    value={size}
    onChange={({ target }) => onChange(Number(target.value))}
    className="h-control rounded-control border border-transparent bg-transparent px-1 text-cell text-ink-2 hover:bg-hover hover:text-ink max-md:hidden"
  >
    {SIZES.map((one) => (
      <option key={one} value={one}>
        {tableText.aPage(one)}
      </option>
    ))}
  </select>
)

function useAnnouncedPage(page: number, rowCount: number, isLoading: boolean) {
  const announced = useRef<number>(undefined)
  useEffect(() => {
    if (isLoading) return
    // The page that a route begins with is not news.
    if (announced.current !== undefined && announced.current !== page)
      announce(tableText.pageLoaded(page, rowCount))
    announced.current = page
  }, [page, rowCount, isLoading])
}
