import { useInfiniteQuery, useQueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'
import { unpublishedQuery } from '#web/feedback/changelog/changelog.data.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CampaignsPanel } from './campaigns-panel.tsx'
import { ChangelogPanel } from './changelog-panel.tsx'
import { DuePanel } from './due-cards-panel.tsx'
import { FeedbackPanel } from './feedback-panel.tsx'
import { StartList, useIsEmpty } from './getting-started.tsx'
import { PanelFrame } from './overview-panel.tsx'

/** The state of the three daily jobs, and of what people wrote. Each panel asks, waits and fails for itself. */
export function Component() {
  const boards = useInfiniteQuery(boardsQuery(false))
  const entries = unpublishedQuery(useCapability('filters')).queryKey
  const open = useFirstContent(useQueryClient().getQueryData(entries) !== undefined)
  const isEmpty = useIsEmpty(open ? boards.data?.pages[0]?.data.length : undefined)
  return (
    <>
      <PageHeader title={overviewText.title} />
      {isEmpty ? (
        <StartList />
      ) : (
        <div className="mt-6 grid grid-cols-1 items-stretch gap-4 lg:grid-cols-2">
          {open ? <DuePanel /> : <PanelFrame />}
          <CampaignsPanel />
          {open ? <FeedbackPanel /> : <PanelFrame />}
          {open ? <ChangelogPanel /> : <PanelFrame />}
        </div>
      )}
    </>
  )
}

const PATIENCE = 2000

/**
 * True once the panel that index.html asks for is painted: until then no other shares the line with it, unless it fails
 * or keeps them waiting. On coming back, `known` says that the others were there before.
 */
export function useFirstContent(known: boolean): boolean {
  const { isPending, failureCount } = useQuery(sentCampaignsQuery())
  const [painted, setPainted] = useState(known)
  const came = !isPending || failureCount > 0
  useEffect(() => {
    if (!came) return
    const frame = requestAnimationFrame(() => setPainted(true))
    return () => cancelAnimationFrame(frame)
  }, [came])
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return painted
}
