import { useQuery } from '@tanstack/react-query'

import { draftCountText } from '#web/messages/en/draft-count.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useCapability } from '#web/session/use-capabilities.ts'

/** How many drafts of the changelog there are, where the server can count them without sending them. */
export function DraftCount() {
  const canChoose = useCapability('filters')
  const canCount = useCapability('totals')
  const { data } = useQuery({
    ...endpointQuery('GET /feedback/changelog/entries', {
      include_drafts: true,
      include_total: true,
      status: 'draft',
      limit: 1,
    }),
    enabled: canChoose && canCount,
  })
  const count = data?.paging.total
  if (!count) return null
  return <span className="ms-auto text-meta text-ink-3 rail:sr-only">{draftCountText(count)}</span>
}
