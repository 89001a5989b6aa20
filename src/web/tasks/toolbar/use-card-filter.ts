import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Board } from '#client/resources.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { memberNames, type NamedMember } from '#web/tasks/cards/card-copies.rules.ts'
import {
  type CardFilter,
  FILTER_PARAMS,
  parseCardFilter,
} from '#web/tasks/cards/card-filter.rules.ts'
import { useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { useLatestSearch, useSearchState } from '#web/ui/form/use-search-state.ts'
import { formatLabelName } from '#web/ui/label/label-chip.tsx'
import { now } from '#web/ui/server-time.ts'
import { describeFilter, type FilterParam } from './filter-words.rules.ts'

type FilterChanges = Partial<Record<FilterParam, string | null>>

export interface CardFilterControls {
  readonly filter: CardFilter
  readonly parts: ReturnType<typeof describeFilter>
  readonly members: readonly NamedMember[]
  readonly change: (changes: FilterChanges, options?: { replace?: boolean }) => void
  readonly remove: (params: readonly FilterParam[]) => void
  readonly clear: () => void
}

/** The filter in the URL, and how a choice changes it. Each choice is a history entry, so Back undoes it. */
export function useCardFilter(board: Board): CardFilterControls {
  const [, setSearch] = useSearchState()
  // A navigation takes a moment; a control shows what was chosen at once.
  const current = useLatestSearch()
  const filter = parseCardFilter(current, now().getTime())
  const [members] = useBoardMembers(board, filter.member_ids.length > 0)
  const change: CardFilterControls['change'] = (changes, options = {}) =>
    setSearch((search) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value) search.set(name, value)
        else search.delete(name)
      }
      return search
    }, options)
  const parts = describeFilter(filter, {
    query: current.get('q') ?? '',
    labelName: (id) => {
      const label = board.labels.find((one) => one.id === id)
      return label ? formatLabelName(label) : id
    },
    memberName: (id) => memberNames(members).get(id) ?? id,
  })
  const remove: CardFilterControls['remove'] = (params) =>
    change(Object.fromEntries(params.map((name) => [name, null])))
  return { filter, parts, members, change, remove, clear: () => remove(FILTER_PARAMS) }
}

/** Everyone on a card of the board, by name: on loaded cards, and where the server lists them also on the others, page by page. */
export function useBoardMembers(board: Board, isNeeded: boolean) {
  const { cards, isComplete } = useLoadedCards(board)
  const canList = useCapability('members.list')
  const query = useInfiniteQuery({
    ...endpointPages('GET /boards/:board_id/members', { board_id: board.id }),
    enabled: canList && isNeeded && !isComplete,
  })
  const { data } = query
  const members = useMemo(() => {
    const onCards = cards.flatMap((card) => card.members ?? [])
    const listed = data?.pages.flatMap((page) => page.data) ?? []
    const all: NamedMember[] = [...onCards, ...listed]
    const byId = new Map(all.map((member) => [member.id, member]))
    return [...byId.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  }, [cards, data])
  return [members, query] as const
}
