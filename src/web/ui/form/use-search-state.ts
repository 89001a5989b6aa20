import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext as DataRouterContext,
  useNavigate,
  useSearchParams,
} from 'react-router-dom'

type SearchChange = (search: URLSearchParams) => URLSearchParams
type SetSearch = (change: SearchChange, options?: NavigateOptions) => void

/**
 * The search of the URL as the page shows it, and how a control changes it. Each change is made of the newest search, which
 * `useSearchParams` does not do: there a control that renders late takes back what another one has changed.
 */
export function useSearchState(): readonly [URLSearchParams, SetSearch] {
  const [search] = useSearchParams()
  const router = useRouter()
  const navigate = useNavigate()
  const setSearch: SetSearch = useCallback(
    (change, options) => {
      const next = change(new URLSearchParams(latestSearch(router.state)))
      void navigate(`?${next.toString()}`, options)
    },
    [router, navigate],
  )
  return [search, setSearch]
}

/** The newest search, for controls that show a choice at once: that of the navigation under way on this page, if any. */
export function useLatestSearch(): URLSearchParams {
  const router = useRouter()
  const subscribe = useCallback((listener: () => void) => router.subscribe(listener), [router])
  const search = useSyncExternalStore(subscribe, () => latestSearch(router.state))
  return useMemo(() => new URLSearchParams(search), [search])
}

function useRouter() {
  const context = useContext(DataRouterContext)
  if (!context) throw new Error('The search of the URL needs a data router.')
  return context.router
}

type RouterState = ReturnType<typeof useRouter>['state']

/** A navigation to another page is left aside: a change of this page's search replaces it. */
function latestSearch({ location, navigation }: RouterState): string {
  const next = navigation.location
  return next?.pathname === location.pathname ? next.search : location.search
}
