import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { sentCampaignsQuery } from '#web/email/campaigns.data.ts'
import { useSession } from '#web/session/session.ts'
import { boardsPages } from '#web/tasks/boards.data.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { overview } from '#web/words/en-overview.ts'
import { CampaignsPanel } from './campaigns-panel.tsx'
import { ChangelogPanel } from './changelog-panel.tsx'
import { DuePanel } from './due-panel.tsx'
import { FeedbackPanel } from './feedback-panel.tsx'
import { panelHeight } from './overview-panel.tsx'
import { StartList, useIsEmpty } from './start-list.tsx'

/** The state of the three daily jobs, and of what people wrote. Each panel asks, waits and fails for itself. */
export function Component() {
  const boards = useInfiniteQuery(boardsPages(false))
  const isEmpty = useIsEmpty(boards.data?.pages[0]?.data.length)
  const painted = usePainted()
  return (
    <>
      <PageHeader title={overview.title} />
      <div className="mt-6 grid grid-cols-1 gap-4">
        {isEmpty && <StartList />}
        <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-2">
          <DuePanel />
          {painted ? (
            <>
              <CampaignsPanel />
              <FeedbackPanel />
              <ChangelogPanel />
            </>
          ) : (
            [1, 2, 3].map((panel) => <div key={panel} className={panelHeight} />)
          )}
        </div>
      </div>
    </>
  )
}

/** True after the first paint, which does not share the line with questions of panels further down; at once on coming back. */
function usePainted(): boolean {
  const { cache } = useSession()
  const [painted, setPainted] = useState(
    () => cache.getQueryData(sentCampaignsQuery().queryKey) !== undefined,
  )
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return painted
}
