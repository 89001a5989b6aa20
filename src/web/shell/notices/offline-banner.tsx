import { useEffect, useState, useRef } from 'react'

import { asApiError } from '#client/api-error.ts'
import { connectionText as text } from '#web/messages/en/connection.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { useOnline } from '#web/session/use-connection.ts'
import { formatClock } from '#web/ui/format.ts'
import { Banner, BannerAction } from './banner.tsx'

/** Shown while offline, and for three seconds after reconnecting. */
export function OfflineBanner() {
  const online = useOnline()
  const justReconnected = useJustReconnected(online)
  if (online) return justReconnected && <Banner tone="ok" text={text.online} />
  return <OfflineNotice />
}

function OfflineNotice() {
  const { queryClient } = useSession()
  const queries = queryClient.getQueryCache().findAll({ type: 'active', predicate: isPageQuery })
  // The oldest data on the page.
  const oldest = Math.min(...queries.map(({ state }) => state.dataUpdatedAt))
  const dataAge = Number.isFinite(oldest) ? text.savedCopy(formatClock(new Date(oldest))) : ''
  return (
    <Banner text={text.offline}>
      <span>
        {text.offline} {dataAge}
      </span>
    </Banner>
  )
}

const isPageQuery = (query: { queryKey: readonly unknown[]; state: { data: unknown } }) =>
  query.queryKey[0] !== 'GET /me' && query.state.data !== undefined

function useJustReconnected(online: boolean): boolean {
  const [wasOnline, setWasOnline] = useState(online)
  const [justReconnected, setJustReconnected] = useState(false)
  if (wasOnline !== online) {
    setWasOnline(online)
    setJustReconnected(online)
  }
  useEffect(() => {
    if (!justReconnected) return
    const timer = setTimeout(() => setJustReconnected(false), 3000)
    return () => clearTimeout(timer)
  }, [justReconnected])
  return justReconnected
}

/** Online without a reachable service: counts down to the next retry. */
export function UnreachableBanner() {
  const unreachable = useUnreachable()
  return useOnline() && unreachable && <RetryCountdown />
}

const isUnreachable = (error: unknown) => error != null && asApiError(error).code === 'unreachable'

/** Whether the query that settled last got no response. */
function useUnreachable() {
  const { queryClient } = useSession()
  const [unreachable, setUnreachable] = useState(() => hasUnreachableQuery(queryClient))
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        if (event.action.type === 'success') setUnreachable(false)
        // `failed` is retried, `error` is final.
        if (event.action.type === 'failed' || event.action.type === 'error') {
          setUnreachable(isUnreachable(event.action.error))
        }
      }),
    [queryClient],
  )
  return unreachable
}

// This code loads after the first queries, so their failures are read from the cache.
const hasUnreachableQuery = (queryClient: KeySession['queryClient']) =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => isUnreachable(state.error ?? state.fetchFailureReason))

const RETRY_SECONDS = 8

function RetryCountdown() {
  const { call, queryClient } = useSession()
  const [secondsLeft, setSecondsLeft] = useState(RETRY_SECONDS)
  const retry = () => {
    setSecondsLeft(RETRY_SECONDS)
    const refetchPage = () => void queryClient.refetchQueries({ type: 'active' })
    // Probes with one small request: refetching everything would turn error states back into skeletons.
    call('GET /me', {}).then(refetchPage, (error) => isUnreachable(error) || refetchPage())
  }
  const latestRetry = useRef(retry)
  useEffect(() => void (latestRetry.current = retry))
  useEffect(() => {
    const timer = setTimeout(
      () => (secondsLeft > 1 ? setSecondsLeft(secondsLeft - 1) : latestRetry.current()),
      1000,
    )
    return () => clearTimeout(timer)
  }, [secondsLeft])

  return (
    <Banner text={text.unreachable(RETRY_SECONDS)}>
      {text.unreachable(secondsLeft)}
      <BannerAction onClick={retry}>{text.tryNow}</BannerAction>
    </Banner>
  )
}
