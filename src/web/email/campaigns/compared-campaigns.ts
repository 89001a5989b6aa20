import { useQuery } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import type { Campaign } from '#client/resources.ts'
import { campaignQuery } from './campaigns.data.ts'

/** One column: a campaign, or why it could not be loaded. */
export interface ComparedCampaign {
  readonly id: string
  readonly query: {
    readonly data: Campaign | undefined
    readonly error: ApiError | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly fetchStatus: 'fetching' | 'paused' | 'idle'
    readonly refetch: () => unknown
  }
}

/** One query for each column, in parallel; one that fails leaves the others alone. */
export function useComparedCampaigns(ids: readonly string[]): readonly ComparedCampaign[] {
  const [a, b, c, d, e, f] = ids
  // Written out, because the hook for a list of queries is larger than this page.
  const slots = [
    useCampaign(a),
    useCampaign(b),
    useCampaign(c),
    useCampaign(d),
    useCampaign(e),
    useCampaign(f),
  ]
  return slots.flatMap((query, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ id, query }]
  })
}

const useCampaign = (id: string | undefined): ComparedCampaign['query'] =>
  useQuery({ ...campaignQuery(id ?? ''), enabled: id !== undefined })
