import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useSession } from '#web/session/session.ts'
import { globalCommands, pageCommands, pageItems } from './palette-commands.ts'
import {
  type PaletteGroup,
  type PaletteItem,
  type PaletteQuery,
  narrowMatches,
  rankMatches,
  type SearchStatus,
} from './palette-search.rules.ts'
import {
  getCachedItems,
  getPublishCommands,
  isLocalQuery,
  searchRemote,
  toSearchGroups,
} from './palette-sources.ts'
import { getRecentIds, placeId } from './recent-places.ts'

const paletteText = shellDialogText.palette
const MAX_PLACES = 8
const MAX_RECENT = 5
const DEBOUNCE_MS = 180

/** Groups of items for a query. The local ones are first, so that results which arrive later move nothing. */
export function usePaletteResults(query: PaletteQuery): {
  groups: PaletteGroup[]
  status: SearchStatus
} {
  const session = useSession()
  const [recentIds] = useState(() => getRecentIds(session.connection.fingerprint))
  const [places] = useState(() => [...pageItems(session), ...getCachedItems(session.queryClient)])
  const [global] = useState(() => [
    ...globalCommands(session),
    ...(session.capabilities.get().can_write ? getPublishCommands(session.queryClient) : []),
  ])
  const page = usePageCommands()
  const commands = useMemo(() => ({ page, global }), [page, global])
  const canSearch = session.capabilities.can('search')
  const remote = useRemoteGroups(query, canSearch)

  const localGroups = useMemo(
    () => buildLocalGroups(query, { places, commands, recentIds, canSearch }),
    // `query` is a new object after each key.
    [query.kind, query.text, places, commands, recentIds, canSearch], // oxlint-disable-line react/exhaustive-deps
  )
  const localIds = new Set(localGroups.flatMap(({ items }) => items.map(({ id }) => id)))
  const remoteGroups = remote.groups.map(({ heading, items }) => ({
    heading,
    items: items.filter(({ id }) => !localIds.has(id)),
  }))
  return {
    groups: [...localGroups, ...remoteGroups].filter(({ items }) => items.length > 0),
    status: remote.status,
  }
}

/** The actions of the page; one that is still loading when the palette opens adds its actions later. */
function usePageCommands() {
  const [commands, setCommands] = useState(pageCommands)
  useEffect(() => {
    const content = document.getElementById('content')
    if (!content) return
    const idsOf = (items: readonly PaletteItem[]) => items.map(({ id }) => id).join()
    const update = () =>
      setCommands((current) => {
        const next = pageCommands()
        return idsOf(next) === idsOf(current) ? current : next
      })
    const observer = new MutationObserver(update)
    observer.observe(content, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    update()
    return () => observer.disconnect()
  }, [])
  return commands
}

interface LocalItems {
  places: readonly PaletteItem[]
  commands: { page: readonly PaletteItem[]; global: readonly PaletteItem[] }
  recentIds: readonly string[]
  canSearch: boolean
}

function buildLocalGroups(
  { kind, text }: PaletteQuery,
  { places, commands, recentIds, canSearch }: LocalItems,
): PaletteGroup[] {
  if (kind === 'contact') return []
  if (kind === 'actions' || text) {
    const actions = rankMatches([...commands.page, ...commands.global], text, [])
    const actionGroup = { heading: paletteText.act, items: actions }
    if (kind === 'actions') return [actionGroup]
    // What the service finds has these words. A loaded item with one in the middle of a word must not come before it.
    const candidates = canSearch
      ? [
          ...places.filter(isPage),
          ...narrowMatches(
            places.filter((place) => !isPage(place)),
            text,
          ),
        ]
      : places
    const matches = rankMatches(candidates, text, recentIds).slice(0, MAX_PLACES)
    return [{ heading: paletteText.jump, items: matches }, actionGroup]
  }
  const here = placeId(location.pathname)
  const recent = recentIds
    .filter((id) => id !== here)
    .flatMap((id) => places.find((place) => place.id === id) ?? [])
    .slice(0, MAX_RECENT)
  // Cards, campaigns and entries are found by typing: the loaded ones are no choice of anyone.
  const others = places
    .filter(
      (place) =>
        place.id !== here && !recent.includes(place) && !/^(card|campaign|entry):/.test(place.id),
    )
    .toSorted((one, other) => Number(isBoard(other)) - Number(isBoard(one)))
  return [
    { heading: paletteText.recent, items: recent },
    { heading: paletteText.jump, items: others.slice(0, MAX_PLACES - recent.length) },
    { heading: paletteText.thisPage, items: commands.page },
    { heading: paletteText.act, items: commands.global },
  ]
}

const isBoard = ({ id }: PaletteItem) => id.startsWith('board:')
const isPage = ({ id }: PaletteItem) => id.startsWith('page:')

interface RemoteGroups {
  groups: readonly PaletteGroup[]
  status: SearchStatus
}

/** What the service finds, or on one that cannot search, what its lists have. */
function useRemoteGroups(query: PaletteQuery, canSearch: boolean): RemoteGroups {
  const found = useWorkspaceSearch(query, canSearch)
  const { items, status } = useRemoteSearch(query, !canSearch)
  return canSearch ? found : { groups: [{ heading: paletteText.live, items }], status }
}

const MAX_LENGTH = 200

/** One request for each pause of typing. The next one, or closing the palette, aborts it. */
function useWorkspaceSearch({ kind, text }: PaletteQuery, isEnabled: boolean): RemoteGroups {
  const q = [...text].slice(0, MAX_LENGTH).join('')
  const settled = useDebouncedText(q)
  const isSearched = isEnabled && kind !== 'actions' && q.length > 1
  const types = kind === 'contact' ? 'contact' : undefined
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...endpointQuery('GET /search', { q: settled, types }),
    enabled: isSearched && settled === q,
    placeholderData: keepPreviousData,
    // What was found for the same text before may have changed, and a failure is told at once.
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (!isSearched) return { groups: [], status: 'done' }
  const groups = toSearchGroups(data?.data ?? [])
  const isCurrent = settled === q && !isPlaceholderData
  if (isCurrent && isError && !isFetching) return { groups, status: 'failed' }
  return {
    groups: isCurrent
      ? groups
      : groups.map(({ heading, items }) => ({ heading, items: narrowMatches(items, text) })),
    status: isCurrent && data && !isFetching ? 'done' : 'searching',
  }
}

interface RemoteResults {
  searchKey: string
  items: PaletteItem[]
  status: SearchStatus
}

/** Remote results in order of arrival; a new query aborts the previous search. */
function useRemoteSearch({ kind, text }: PaletteQuery, isEnabled: boolean) {
  const session = useSession()
  const searchKey = `${kind} ${text}`
  const [results, setResults] = useState<RemoteResults>()

  useEffect(() => {
    const abort = new AbortController()
    const addResults = (items: readonly PaletteItem[], status: SearchStatus) => {
      if (abort.signal.aborted) return
      setResults((current) => {
        const previous = current?.searchKey === searchKey ? current.items : []
        const newItems = items.filter(({ id }) => previous.every((item) => item.id !== id))
        return { searchKey, items: [...previous, ...newItems], status }
      })
    }
    if (!isEnabled || isLocalQuery({ kind, text })) return
    const timer = setTimeout(() => {
      const onResults = (items: readonly PaletteItem[]) => addResults(items, 'searching')
      searchRemote(session, { kind, text }, onResults, abort.signal).then(
        () => addResults([], 'done'),
        () => addResults([], 'failed'),
      )
    }, DEBOUNCE_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [session, searchKey, kind, text, isEnabled])

  if (isLocalQuery({ kind, text })) return { items: [], status: 'done' as const }
  if (results?.searchKey !== searchKey) return { items: [], status: 'searching' as const }
  return results
}
