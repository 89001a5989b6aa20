import { queryOptions, useQuery } from '@tanstack/react-query'

import type { Campaign } from '#client/resources.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { campaignQuery } from './campaigns.data.ts'

export const MAX_IN_FLIGHT = 6

/** Runs tasks in the order they were added, a few at a time. A task that is aborted while it waits is never started. */
function createLimiter(max: number) {
  const waiting: (() => void)[] = []
  let inFlight = 0
  const startNext = () => {
    if (inFlight < max) waiting.shift()?.()
  }
  return <T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const start = () => {
        if (signal.aborted) {
          reject(signal.reason)
          return startNext()
        }
        inFlight += 1
        task()
          .then(resolve, reject)
          .finally(() => {
            inFlight -= 1
            startNext()
          })
      }
      waiting.push(start)
      startNext()
    })
}

const limitRequests = createLimiter(MAX_IN_FLIGHT)

/** One campaign with its stats, for a server whose list omits them. Rows that scroll away are not requested. */
export const statsQuery = ({ call }: Pick<KeySession, 'call'>, campaign_id: string) =>
  queryOptions({
    ...campaignQuery(campaign_id),
    queryFn: ({ signal }) =>
      limitRequests(() => call('GET /campaigns/:campaign_id', { campaign_id }, { signal }), signal),
  })

interface RowStats {
  readonly stats: unknown
  readonly state: 'ready' | 'loading' | 'failed'
  readonly onRetry: () => void
}

/** The stats of a campaign whose row came without them. */
export function useFetchedStats(campaign: Campaign): RowStats {
  const query = useQuery(statsQuery(useSession(), campaign.id))
  const state = query.isError ? 'failed' : query.isPending ? 'loading' : 'ready'
  return { stats: query.data?.stats, state, onRetry: () => void query.refetch() }
}
