import { endpointQuery } from '#web/query/endpoint-query.ts'

/** Posts that are new or changed since a moment, or without one the newest. */
export const postsSinceQuery = (updated_since: string | undefined, totals: boolean) =>
  endpointQuery('GET /feedback/posts', {
    ...(updated_since && { updated_since }),
    ...(totals && { include_total: true }),
  })
