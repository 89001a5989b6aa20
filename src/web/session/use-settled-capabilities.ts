import { useQuery } from '@tanstack/react-query'

import type { Capability } from '#contract/capabilities.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'

/**
 * The capabilities once `GET /me` has settled: earlier, pages would be requested twice, with and without additions. A
 * server that fails it is treated as one of the public API.
 */
export function useSettledCapabilities() {
  // The session requests it and repeats it.
  const options = { ...endpointQuery('GET /me', {}), refetchOnMount: false, retryOnMount: false }
  const query = useQuery(options)
  return {
    query,
    queryKey: options.queryKey,
    isSettled: !query.isPending,
    can: (capability: Capability) => query.data?.capabilities?.includes(capability) ?? false,
  }
}
