import { useEffect, useMemo, useState } from 'react'

import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { useSession } from '#web/session/session.ts'
import { globalCommands, pageCommands, pageItems } from './palette-commands.ts'
import {
  type PaletteGroup,
  type PaletteItem,
  type PaletteQuery,
  rankMatches,
  type SearchStatus,
} from './palette-search.rules.ts'
import {
  getCachedItems,
  getPublishCommands,
  isLocalQuery,
  searchRemote,
} from './palette-sources.ts'
import { getRecentIds, placeId } from './recent-places.ts'

const paletteText = shellDialogText.palette
const MAX_PLACES = 8
const MAX_RECENT = 5
const DEBOUNCE_MS = 180

/** Groups of items for a query. All but the last group are local, so results that arrive later move nothing. */
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
  const { items, status } = useRemoteSearch(query)

  const localGroups = useMemo(
    () => buildLocalGroups(query, { places, commands, recentIds }),
    // `query` is a new object after each key.
    [query.kind, query.text, places, commands, recentIds], // oxlint-disable-line react/exhaustive-deps
  )
  const localIds = new Set(localGroups.flatMap(({ items }) => items.map(({ id }) => id)))
  const remoteItems = items.filter(({ id }) => !localIds.has(id))
  return {
    groups: [...localGroups, { heading: paletteText.live, items: remoteItems }].filter(
      ({ items }) => items.length > 0,
    ),
    status,
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
}

function buildLocalGroups(
  { kind, text }: PaletteQuery,
  { places, commands, recentIds }: LocalItems,
): PaletteGroup[] {
  if (kind === 'contact') return []
  if (kind === 'actions' || text) {
    const actions = rankMatches([...commands.page, ...commands.global], text, [])
    const actionGroup = { heading: paletteText.act, items: actions }
    if (kind === 'actions') return [actionGroup]
    const matches = rankMatches(places, text, recentIds).slice(0, MAX_PLACES)
    return [{ heading: paletteText.jump, items: matches }, actionGroup]
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
  return [
    { heading: paletteText.recent, items: recent },
    { heading: paletteText.thisPage, items: commands.page },
    { heading: paletteText.jump, items: others.slice(0, MAX_PLACES - recent.length) },
    { heading: paletteText.act, items: commands.global },
  ]
}

interface RemoteResults {
  searchKey: string
  items: PaletteItem[]
  status: SearchStatus
}

/** Remote results in order of arrival; a new query aborts the previous search. */
function useRemoteSearch({ kind, text }: PaletteQuery) {
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
    if (isLocalQuery({ kind, text })) return
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
  }, [session, searchKey, kind, text])

  if (isLocalQuery({ kind, text })) return { items: [], status: 'done' as const }
  if (results?.searchKey !== searchKey) return { items: [], status: 'searching' as const }
  return results
}
