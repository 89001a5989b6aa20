import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { ApiKey } from '#client/resources.ts'
import { keyStateOf } from '#web/developers/keys/keys.rules.ts'
import { interruptedText as text, rateLimitText } from '#web/messages/en/interrupted-mutations.ts'
import { expiringKeyText as keyText, replaceKeyText } from '#web/messages/en/replace-key.ts'
import { paths } from '#web/paths.ts'
import {
  getDelayedMutations,
  type PendingMutation,
} from '#web/session/mutations/delayed-mutations.ts'
import { useSession } from '#web/session/session.ts'
import { useKeyState, useSessionCapabilities } from '#web/session/use-capabilities.ts'
import { formatMoment, useDateSettings } from '#web/ui/format.ts'
import { useCurrentTime } from '#web/ui/server-time.ts'
import { Banner, BannerAction, BannerLink } from './banner.tsx'

/** What is rarely there: a refused key, one that expires soon, a wait for the rate limit, and delayed mutations that were interrupted because their tab was closed. */
export function RareBanners() {
  const isRefused = useKeyState() === 'dismissed'
  const isLimited = useIsFetching({ predicate: isRateLimited }) > 0
  const [mutations] = useState(getDelayedMutations(useSession()).interrupted)
  return (
    <>
      {isRefused ? <RefusedKeyBanner /> : <ExpiringKeyBanner />}
      {isLimited && <RateLimitBanner />}
      <InterruptedBanners mutations={mutations} />
    </>
  )
}

const isRateLimited = ({ state }: { state: { fetchFailureReason: ApiError | null } }) =>
  state.fetchFailureReason?.status === 429

/** A banner for each kind: sends the mutations now, or discards them. */
function InterruptedBanners({ mutations }: { mutations: readonly PendingMutation[] }) {
  const delayedMutations = getDelayedMutations(useSession())
  const [pending, setPending] = useState(mutations)
  const settle = (
    kind: PendingMutation['kind'],
    resolve: (mutations: readonly PendingMutation[]) => void,
  ) => {
    resolve(pending.filter((mutation) => mutation.kind === kind))
    setPending(pending.filter((mutation) => mutation.kind !== kind))
  }
  const kinds = [...new Set(pending.map(({ kind }) => kind))].filter(
    (kind) => kind in text.interrupted,
  )
  return kinds.map((kind) => {
    const count = pending.filter((mutation) => mutation.kind === kind).length
    const sentence = text.interrupted[kind](count)
    return (
      <Banner key={kind} text={sentence}>
        {sentence}
        <BannerAction onClick={() => settle(kind, delayedMutations.sendInterrupted)}>
          {text.sendInterruptedNow[kind]}
        </BannerAction>
        <BannerAction onClick={() => settle(kind, delayedMutations.discardInterrupted)}>
          {text.discardInterrupted}
        </BannerAction>
      </Banner>
    )
  })
}

/** The dialog for a refused key was dismissed. */
function RefusedKeyBanner() {
  const { apiKey } = useSession()
  return (
    <Banner text={`${replaceKeyText.refused}.`}>
      {replaceKeyText.refused}.
      <BannerAction onClick={() => void apiKey.requestReplacementKey()}>
        {replaceKeyText.enterKey}
      </BannerAction>
    </Banner>
  )
}

/** For the last week of the key in use. Dismissed until the page is reloaded, or another key is used that expires too. */
function ExpiringKeyBanner() {
  useDateSettings()
  const now = useCurrentTime()
  const { me, can_write, capabilities } = useSessionCapabilities()
  const canCreate = can_write && capabilities.has('keys.manage') && me?.key.admin
  const [dismissed, setDismissed] = useState<string>()
  // A server may leave out what the public API does not name.
  const { expires_at = null }: Partial<ApiKey> = me?.key ?? {}
  if (expires_at === null || expires_at === dismissed) return null
  if (keyStateOf({ expires_at }, now) !== 'expiring') return null
  const expiry = keyText.expires(formatMoment(new Date(expires_at), now))
  const sentence = canCreate ? expiry : `${expiry} ${keyText.askAdmin}`
  return (
    <Banner text={sentence}>
      {sentence}
      {canCreate && <BannerLink to={paths.keys()}>{keyText.createKey}</BannerLink>}
      <BannerAction onClick={() => setDismissed(expires_at)}>{keyText.dismiss}</BannerAction>
    </Banner>
  )
}

/** Counts down to the next attempt of reads that the server rejected because there were too many. */
function RateLimitBanner() {
  const { queryClient } = useSession()
  const [secondsLeft, setSecondsLeft] = useState<number>()
  useEffect(() => {
    const cache = queryClient.getQueryCache()
    const attempts = new Map<string, { failures: number; until: number }>()
    const update = () => {
      for (const { queryHash, state } of cache.findAll({ fetchStatus: 'fetching' })) {
        const { fetchFailureCount: failures, fetchFailureReason: reason } = state
        const wait = reason?.status === 429 ? reason.retry_after : undefined
        if (wait !== undefined && attempts.get(queryHash)?.failures !== failures)
          attempts.set(queryHash, { failures, until: Date.now() + wait * 1000 })
      }
      const last = Math.max(...[...attempts.values()].map(({ until }) => until))
      const seconds = Math.ceil((last - Date.now()) / 1000)
      setSecondsLeft(seconds > 0 ? seconds : undefined)
    }
    update()
    const timer = setInterval(update, 1000)
    const stop = cache.subscribe(update)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [queryClient])
  // Read out once; the number changes each second.
  return <Banner text={rateLimitText(undefined)}>{rateLimitText(secondsLeft)}</Banner>
}
