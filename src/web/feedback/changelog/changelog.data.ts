import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'

/** Drafts and scheduled entries; a service that cannot choose sends the published ones too. */
export const unpublishedQuery = (canChoose: boolean) =>
  endpointQuery('GET /feedback/changelog/entries', {
    include_drafts: true,
    ...(canChoose && { status: 'draft,scheduled' }),
  })

/** Drafts, and scheduled entries in the order they will be published. Decided by dates, which every server sends. */
export function unpublishedEntries(entries: readonly Entry[], now: Date) {
  const plan = ({ publish_at }: Entry) => (publish_at ? Date.parse(publish_at) : undefined)
  const scheduled = entries
    .filter((entry) => (plan(entry) ?? 0) > now.getTime() && !entry.published_at)
    .sort((one, other) => (plan(one) ?? 0) - (plan(other) ?? 0))
  const drafts = entries.filter((entry) => !entry.published_at && !entry.publish_at)
  return { drafts, scheduled }
}
