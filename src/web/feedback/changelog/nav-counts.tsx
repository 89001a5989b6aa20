import { useQuery } from '@tanstack/react-query'

import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { navCountsText as text } from '#web/messages/en/nav-counts.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { CountBadge } from '#web/ui/label/count-badge.tsx'

/** What waits on a page of the sidebar. */
const counts: Readonly<Record<string, () => React.ReactNode>> = {
  [paths.posts()]: OpenPosts,
  [paths.changelog()]: Drafts,
}

export function NavCount({ to }: { to: string }) {
  const Count = counts[to]
  return (
    Count && (
      <span className="ms-auto flex rail:sr-only">
        <Count />
      </span>
    )
  )
}

/** The posts on which nobody has decided yet, where the server says which statuses mean that. */
function OpenPosts() {
  const open = useStatuses().filter(({ category }) => category === 'open')
  const count = open.reduce((sum, { post_count = 0 }) => sum + post_count, 0)
  return <CountBadge count={count} label={text.openPosts(count)} />
}

/** The drafts of the changelog, where the server can count them without sending them. */
function Drafts() {
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
  return count ? <span className="text-meta text-ink-3">{text.drafts(count)}</span> : null
}
