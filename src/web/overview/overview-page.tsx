import { useInfiniteQuery, useQueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'
import { unpublishedPages } from '#web/feedback/changelog/changelog.data.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CampaignsPanel } from './campaigns-panel.tsx'
import { ChangelogPanel } from './changelog-panel.tsx'
import { DueCardsPanel } from './due-cards-panel.tsx'
import { FeedbackPanel } from './feedback-panel.tsx'
import { GettingStarted } from './getting-started.tsx'
import { PanelFrame } from './overview-panel.tsx'
import { OverviewStats, OverviewStatsSkeleton } from './overview-stats.tsx'
import { useIsEmptyWorkspace } from './overview.data.ts'

/** Each panel has its own queries, loading state and error state. */
export function Component() {
  useDateSettings() // the panels show dates
  const boards = useInfiniteQuery(boardsQuery(false))
  const entries = unpublishedPages(useCapability('filters')).queryKey
  const showAll = useFirstContent(useQueryClient().getQueryData(entries) !== undefined)
  const isEmpty = useIsEmptyWorkspace(showAll ? boards.data?.pages[0]?.data.length : undefined)
  return (
    <>
      <PageHeader title={overviewText.title} />
      {isEmpty ? (
        <GettingStarted />
      ) : (
        <div className="mt-5 grid grid-cols-1 items-stretch gap-4 lg:grid-cols-2">
          <div className="lg:col-span-2">
            {showAll ? <OverviewStats /> : <OverviewStatsSkeleton />}
          </div>
          {showAll ? <DueCardsPanel /> : <PanelFrame hasTwoLines />}
          <CampaignsPanel />
          {showAll ? <FeedbackPanel /> : <PanelFrame />}
          {showAll ? <ChangelogPanel /> : <PanelFrame />}
        </div>
      )}
    </>
  )
}

const MAX_DELAY_MS = 2000

/**
 * True once the panel that index.html prefetches is painted: until then the other panels leave it the bandwidth, for at
 * most two seconds. `isCached` is true when their data is in the cache already.
 */
function useFirstContent(isCached: boolean): boolean {
  const { isPending, failureCount } = useQuery(sentCampaignsQuery())
  const [painted, setPainted] = useState(isCached)
  const isSettled = !isPending || failureCount > 0
  useEffect(() => {
    if (!isSettled) return
    const frame = requestAnimationFrame(() => setPainted(true))
    return () => cancelAnimationFrame(frame)
  }, [isSettled])
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), MAX_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return painted
}
