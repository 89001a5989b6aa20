import { useEffect, useState, useRef, useSyncExternalStore } from 'react'

import { useOnline } from '#web/external-store.ts'
import { connectionText as text } from '#web/messages/en/connection.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { formatClock, useDateSettings } from '#web/ui/format.ts'
import { Banner, BannerAction } from './banner.tsx'

/** Shown while offline, and for three seconds after reconnecting. */
export function OfflineBanner() {
  const online = useOnline()
  const justReconnected = useJustReconnected(online)
  if (online) return justReconnected && <Banner tone="ok" text={text.online} />
  return <OfflineNotice />
}

function OfflineNotice() {
  useDateSettings()
  const oldest = useOldestData()
  const dataAge = oldest > 0 ? text.savedCopy(formatClock(new Date(oldest))) : ''
  return (
    <Banner text={text.offline}>
      <span>
        {text.offline} {dataAge}
      </span>
    </Banner>
  )
}

/** When the oldest data on the page was loaded; 0 where some of it never was. */
function useOldestData(): number {
  const queries = useSession().queryClient.getQueryCache()
  return useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () => {
      const active = queries.findAll({ type: 'active', predicate: isPageQuery })
      return active.length > 0 ? Math.min(...active.map(({ state }) => state.dataUpdatedAt)) : 0
    },
  )
}

/** Not what every page reads: the key, and the counts of the sidebar (nav-counts.tsx), which come late. */
const isPageQuery = ({ queryKey: [name, input] }: { queryKey: readonly unknown[] }) =>
  name !== 'GET /me' && name !== 'GET /feedback/statuses' && !isCount(input)

const isCount = (input: unknown) =>
  typeof input === 'object' && input !== null && 'limit' in input && input.limit === 1

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

const NOTICE_AFTER_MS = 2000

/** Online without a response for two seconds: counts down to the next attempt. */
export function UnreachableBanner() {
  const { reachable } = useSession()
  const isReachable = useSyncExternalStore(reachable.subscribe, reachable.get)
  return useOnline() && !isReachable && <UnreachableNotice />
}

function UnreachableNotice() {
  const isLate = useIsLate(NOTICE_AFTER_MS)
  return isLate && <RetryCountdown />
}

function useIsLate(milliseconds: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLate
}

const RETRY_SECONDS = 8

function RetryCountdown() {
  const session = useSession()
  const { call, mutate } = session
  const unsaved = useSyncExternalStore(mutate.subscribe, mutate.pendingCount)
  const [announcement] = useState(() => text.unreachable(RETRY_SECONDS, unsaved))
  const [secondsLeft, setSecondsLeft] = useState(RETRY_SECONDS)
  const retry = () => {
    setSecondsLeft(RETRY_SECONDS)
    // One small request: refetching everything would turn error states back into skeletons.
    call('GET /me', {}).catch(() => undefined)
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
  useEffect(() => () => void (session.reachable.get() && refetchPage(session)), [session])

  return (
    <Banner text={announcement}>
      {text.unreachable(secondsLeft, unsaved)}
      <BannerAction onClick={retry}>{text.tryNow}</BannerAction>
    </Banner>
  )
}

/** Data that is shown is refetched only after pending mutations, which it does not have yet. */
function refetchPage({ queryClient, mutate }: KeySession) {
  const isMutating = mutate.isMutating()
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => !isMutating || state.data === undefined,
  })
  if (!isMutating) return
  const stop = mutate.subscribe(() => {
    if (mutate.isMutating()) return
    stop()
    void queryClient.refetchQueries({ type: 'active' })
  })
}
