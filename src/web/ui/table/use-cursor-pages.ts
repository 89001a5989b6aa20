import { useLocation } from 'react-router-dom'

import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { extendTrail, parsePage, parseTrail } from './table.rules.ts'

/**
 * The page of a keyset-paged list, in the URL as `after=<cursor>&page=3`. The cursors of earlier pages are kept in the
 * history entry, so Previous, Back and a reload lead to the same rows. A filter that changes must drop both parameters.
 */
export function useCursorPages() {
  const [search, setSearch] = useSearchState()
  const location = useLocation()
  const cursor = search.get('after')
  const page = parsePage(cursor, search.get('page'))
  const trail = cursor === null ? [] : parseTrail(location.state)

  const goTo = (
    after: string,
    number: number,
    nextTrail: readonly string[],
    { replace = false } = {},
  ) =>
    setSearch(
      (current) => {
        current.delete('after')
        current.delete('page')
        if (after !== '') current.set('after', after)
        if (number > 1) current.set('page', String(number))
        return current
      },
      { state: { trail: nextTrail }, preventScrollReset: true, replace },
    )

  return {
    /** From 1. */
    page,
    /** `starting_after` of the request; undefined on the first page. */
    cursor: cursor ?? undefined,
    /** Whether there is a page before this one. */
    hasPrevious: page > 1,
    /** Opened by a link: the pages before this one are unknown, and Previous leads to the first. */
    isDetached: page > 1 && trail.length === 0,
    goToNext: (next: string) => goTo(next, page + 1, extendTrail(trail, cursor ?? '')),
    goToPrevious: () => {
      const isKnown = trail.length > 0
      goTo(trail.at(-1) ?? '', isKnown ? page - 1 : 1, trail.slice(0, -1))
    },
    /** Instead of this page: its cursor is no longer valid. */
    goToFirst: () => goTo('', 1, [], { replace: true }),
    /** For links that open something over the table and return to this page. */
    historyState: location.state as unknown,
  }
}

export type CursorPages = ReturnType<typeof useCursorPages>
