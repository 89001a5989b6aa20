import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const SHOW_AFTER_MS = 200
const MIN_VISIBLE_MS = 400

interface Read {
  readonly isPending: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
}

/** The wait for a first response, as `ui/page-states.tsx` draws it. */
export interface LoadingState {
  /** Draw the skeleton: nothing came yet, or it came so shortly after the skeleton that it would only flash. */
  readonly showSkeleton: boolean
  /** `stopped` by the person, `offline` until the network is back. */
  readonly state: 'loading' | 'stopped' | 'offline'
  readonly onCancel: () => void
  readonly onRetry: () => void
}

/** Follows the wait for these reads, the first of them first. */
export function useLoadingState(reads: readonly Read[], keys: readonly QueryKey[]): LoadingState {
  const queryClient = useQueryClient()
  const pending = reads.find(({ isPending }) => isPending)
  const states = { fetching: 'loading', paused: 'offline', idle: 'stopped' } as const
  return {
    showSkeleton: useSkeletonVisible(pending !== undefined),
    state: states[pending?.fetchStatus ?? 'fetching'],
    onCancel: () => keys.forEach((queryKey) => void queryClient.cancelQueries({ queryKey })),
    onRetry: () => keys.forEach((queryKey) => void queryClient.refetchQueries({ queryKey })),
  }
}

/** True as long as `pending`; and once it lasted 200 ms, when the skeleton appears, until that was there for 400 ms. */
function useSkeletonVisible(pending: boolean): boolean {
  const [skeleton, setSkeleton] = useState<'unseen' | 'seen' | 'seen enough'>('unseen')
  useEffect(() => {
    if (!pending && skeleton === 'seen enough') setSkeleton('unseen')
    if (!pending || skeleton !== 'unseen') return
    const timer = setTimeout(() => setSkeleton('seen'), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pending, skeleton])
  useEffect(() => {
    if (skeleton !== 'seen') return
    const timer = setTimeout(() => setSkeleton('seen enough'), MIN_VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [skeleton])
  return pending || skeleton === 'seen'
}
