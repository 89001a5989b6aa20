import type { ApiRequest } from './build-request.ts'

/** Requests of the inline script in index.html, sent while the code was loading, by path relative to the API URL. */
export interface PrefetchedResponses {
  readonly base_url: string
  readonly key: string
  readonly responses: Record<string, Promise<Response>>
}

// After this time an unused response is stale.
const MAX_AGE = 15_000

/** Returns each response once, to its own key only, and drops the rest at the first mutation or when they are stale. */
export function createPrefetchedResponses(
  prefetched: PrefetchedResponses | undefined,
  base_url: string,
  key: string,
) {
  const expiresAt = Date.now() + MAX_AGE
  let responses =
    prefetched?.base_url === base_url && prefetched.key === key ? prefetched.responses : undefined

  return ({ method, path }: ApiRequest): Promise<Response> | undefined => {
    if (!responses) return undefined
    if (method !== 'GET' || Date.now() > expiresAt) {
      for (const name of Object.keys(responses)) delete responses[name]
      responses = undefined
      return undefined
    }
    const response = Object.hasOwn(responses, path) ? responses[path] : undefined
    delete responses[path]
    return response
  }
}
