import { onlineManager, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { matchPath } from 'react-router-dom'

import { canRetryRead } from '#client/retry-policy.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability, useSessionCapabilities } from '#web/session/use-capabilities.ts'
import { subscribeToPageCommands } from '#web/ui/popup/page-commands.ts'
import {
  getImportCommands,
  getPageItems,
  getSubjectGroups,
  globalCommands,
  pageItems,
} from './palette-commands.ts'
import {
  type PaletteGroup,
  type PaletteItem,
  type PaletteQuery,
  narrowMatches,
  parsePaletteQuery,
  rankMatches,
  type SearchStatus,
} from './palette-search.rules.ts'
import {
  getCachedItems,
  getCachedLists,
  getPublishCommands,
  isLocalQuery,
  searchRemote,
  toSearchGroups,
} from './palette-sources.ts'
import { getRecentIds, placeId } from './recent-places.ts'

const paletteText = shellDialogText.palette
const MAX_PLACES = 8
const MAX_RECENT = 5
const MAX_IMPORTS = 5
const DEBOUNCE_MS = 180

/**
 * Groups of items for a query, for what had the focus before the palette. The local ones are first, so that results which
 * arrive later move nothing; loaded items with the text inside a word come after those results, and with them.
 */
export function usePaletteResults(
  query: PaletteQuery,
  focused: Element | null,
): {
  groups: PaletteGroup[]
  status: SearchStatus
} {
  const session = useSession()
  const capabilities = useSessionCapabilities()
  const [recentIds] = useState(() => getRecentIds(session.connection.fingerprint))
  const places = useMemo(
    () => [...pageItems(capabilities), ...getCachedItems(session.queryClient)],
    [capabilities, session],
  )
  const { subjects, page } = useOpenPage(focused)
  const commands = useMemo(() => {
    const { queryClient } = session
    const pageLabels = new Set(page.map(({ label }) => label))
    return {
      subjects,
      page,
      global: [
        // The page may have a button of the same name.
        ...globalCommands(session, capabilities).filter(({ label }) => !pageLabels.has(label)),
        ...(capabilities.can_write ? getPublishCommands(queryClient) : []),
      ],
      imports: capabilities.can_write ? getImportCommands(getCachedLists(queryClient)) : [],
    }
  }, [subjects, page, session, capabilities])
  const canSearch = useCapability('search')
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
  const isAdded =
    canSearch && query.kind === 'all' && query.text !== '' && remote.status !== 'searching'
  const shownIds = new Set([
    ...localIds,
    ...remoteGroups.flatMap(({ items }) => items.map(({ id }) => id)),
  ])
  const others = isAdded
    ? rankMatches(places, query.text, recentIds).filter(({ id }) => !shownIds.has(id))
    : []
  const otherGroup = { heading: paletteText.others, items: others.slice(0, MAX_PLACES) }
  return {
    groups: [...localGroups, ...remoteGroups, otherGroup].filter(({ items }) => items.length > 0),
    status: remote.status,
  }
}

interface OpenPage {
  /** What can be done with the card that had the focus, or with the selected cards. */
  readonly subjects: readonly PaletteGroup[]
  readonly page: readonly PaletteItem[]
}

/** The actions of the page; one that is still loading when the palette opens adds its actions later. */
function useOpenPage(focused: Element | null): OpenPage {
  const read = (): OpenPage => ({
    subjects: getSubjectGroups(focused),
    page: getPageItems(focused),
  })
  const [commands, setCommands] = useState(read)
  const update = useEffectEvent(() =>
    setCommands((current) => {
      const next = read()
      return idsOf(next) === idsOf(current) ? current : next
    }),
  )
  useEffect(() => {
    const content = document.getElementById('content')
    const observer = new MutationObserver(() => update())
    if (content)
      observer.observe(content, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    const stop = subscribeToPageCommands(() => update())
    update()
    return () => {
      observer.disconnect()
      stop()
    }
  }, [])
  return commands
}

const idsOf = ({ subjects, page }: OpenPage) =>
  [...subjects.flatMap(({ heading, items }) => [heading, ...items]), ...page]
    .map((one) => (typeof one === 'string' ? one : one.id))
    .join('\n')

interface LocalItems {
  places: readonly PaletteItem[]
  commands: OpenPage & {
    readonly global: readonly PaletteItem[]
    readonly imports: readonly PaletteItem[]
  }
  recentIds: readonly string[]
  canSearch: boolean
}

function buildLocalGroups(
  { kind, text }: PaletteQuery,
  { places, commands, recentIds, canSearch }: LocalItems,
): PaletteGroup[] {
  if (kind === 'contact') return []
  if (kind === 'actions' || text) {
    // They come before boards and pages, so words count from their beginning.
    const subjects = commands.subjects.map(({ heading, items }) => ({
      heading,
      items: rankMatches(narrowMatches(items, text), text, []),
    }))
    const actions = [
      ...rankMatches([...commands.page, ...commands.global], text, []),
      ...rankMatches(commands.imports, text, []).slice(0, MAX_IMPORTS),
    ]
    const actionGroup = { heading: paletteText.act, items: actions }
    if (kind === 'actions') return [...subjects, actionGroup]
    // What the service finds has words that begin so. A loaded item with one inside a word must not come before it.
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
    return [...subjects, { heading: paletteText.jump, items: matches }, actionGroup]
  }
  const here = placeId(location.pathname)
  const recent = recentIds
    .filter((id) => id !== here)
    .flatMap((id) => places.find((place) => place.id === id) ?? [])
    .slice(0, MAX_RECENT)
  // Cards, campaigns and entries are found by typing: the loaded ones are no choice of anyone.
  const others = places.filter(
    (place) =>
      place.id !== here && !recent.includes(place) && !/^(card|campaign|entry):/.test(place.id),
  )
  const room = MAX_PLACES - recent.length
  // Half of them at most, so that pages stay.
  const boards = others
    .filter((place) => isBoard(place) && !place.isArchived)
    .slice(0, Math.ceil(room / 2))
  const jump = [...boards, ...others.filter((place) => !isBoard(place))].slice(0, room)
  // Of the open list; those of the others are found by typing.
  const imports = commands.imports.filter(
    ({ id }) =>
      id === `import:${matchPath('/email/lists/:list_id/*', location.pathname)?.params.list_id}`,
  )
  return [
    ...commands.subjects,
    { heading: paletteText.recent, items: recent },
    { heading: paletteText.jump, items: jump },
    { heading: paletteText.thisPage, items: [...commands.page, ...imports] },
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
  const q = kind === 'actions' ? '' : [...text].slice(0, MAX_LENGTH).join('')
  const input = kind === 'contact' ? `@${q}` : q
  const settledInput = useDebouncedText(input)
  const settled = parsePaletteQuery(settledInput)
  const types = settled.kind === 'contact' ? 'contact' : undefined
  const isSearched = isEnabled && q !== ''
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...endpointQuery('GET /search', { q: settled.text, types }),
    enabled: isSearched && settledInput === input,
    placeholderData: (previous, query) =>
      query?.queryKey[1].types === types ? previous : undefined,
    // What was found for the same text before may have changed.
    staleTime: 0,
    // Offline it fails at once: a request that waits for the network looks like a search that goes on.
    networkMode: 'always',
    retry: (failures, error) =>
      failures === 0 && onlineManager.isOnline() && canRetryRead(error, 1),
    refetchOnWindowFocus: false,
  })
  if (!isSearched) return { groups: [], status: 'done' }
  const groups = settled.kind === kind ? toSearchGroups(data?.data ?? []) : []
  const isCurrent = settledInput === input && !isPlaceholderData
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
