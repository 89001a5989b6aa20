import './report.css'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Send from 'lucide-react/icons/send'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { Link, useParams } from 'react-router-dom'

import type { Campaign } from '#client/resources.ts'
import { canSend } from '#contract/email/campaigns.rules.ts'
import { AudienceError, useAudience } from '#web/email/campaigns/audience.tsx'
import { missingIn, toValues } from '#web/email/campaigns/campaign-form.rules.ts'
import { campaignQueries } from '#web/email/campaigns/campaigns.data.ts'
import { type SendAction, SendDialog } from '#web/email/campaigns/send-dialog.tsx'
import {
  campaignEditText,
  campaignMenuText as menuText,
  sendCampaignText as sendText,
} from '#web/messages/en/campaign-edit.ts'
import { reportText as text } from '#web/messages/en/report.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { restoreLostFocus, useLostFocus } from '#web/ui/focus-return.ts'
import { formatMoment, useDateSettings } from '#web/ui/format.ts'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { FunnelPanel } from './funnel-panel.tsx'
import { LinksPanel } from './links-panel.tsx'
import { OverTimePanel } from './over-time-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportHeader } from './report-header.tsx'
import { ReportTiles } from './report-tiles.tsx'
import { useEarlierCampaigns, useReport } from './report.data.ts'
import { reportState } from './report.rules.ts'
import { noticeClass, StateNotice } from './state-notice.tsx'
import { StatsPanel } from './stats-panel.tsx'

export function Component() {
  const { campaign_id = '' } = useParams()
  return <CampaignReport key={campaign_id} campaign_id={campaign_id} />
}

/** The report of one campaign in each of its states. */
function CampaignReport({ campaign_id }: { campaign_id: string }) {
  useDateSettings() // the page shows dates and numbers
  const { campaign, report } = useReport(campaign_id)
  const wait = useLoadingState(
    [campaign, report],
    campaignQueries(campaign_id).map(({ queryKey }) => queryKey),
  )
  const isMissing = campaign.error?.code === 'not_found'

  if (!campaign.data && isMissing)
    return (
      <PageState state="missing" title={text.missing} isPage action={<ToCampaigns />}>
        {text.missingText}
      </PageState>
    )
  if (!campaign.data && campaign.error)
    return (
      <ErrorState
        isPage
        title={text.failed}
        error={campaign.error}
        onRetry={() => void campaign.refetch()}
      />
    )
  if (!campaign.data || wait.showSkeleton)
    return (
      <>
        <ReportHeader campaign={campaign.data} />
        <Skeleton label={text.loading} loading={wait}>
          <div className="mt-4 grid gap-4 *:rounded-tray *:bg-sunken">
            <div className="h-44" />
            <div className="h-88" />
            <div className="h-88" />
          </div>
        </Skeleton>
      </>
    )
  return (
    <Report
      campaign={campaign.data}
      isDeleted={isMissing}
      // A server may send the counters with the campaign only.
      stats={report.data?.stats ?? campaign.data.stats}
      links={report.data?.links}
      updatedAt={updateTime(report.data?.generated_at, report.dataUpdatedAt)}
      report={report}
    />
  )
}

/** When the server made the numbers, else when they arrived. */
const updateTime = (generated_at: string | undefined, dataUpdatedAt: number) =>
  generated_at ?? (dataUpdatedAt > 0 ? new Date(dataUpdatedAt).toISOString() : undefined)

interface ReportProps {
  campaign: Campaign
  isDeleted: boolean
  stats: unknown
  links: unknown
  updatedAt: string | undefined
  report: ReturnType<typeof useReport>['report']
}

/** Ink on white: a printout in the colors of the dark theme would be a black page. */
function usePrintInLight() {
  useEffect(() => {
    const { dataset } = document.documentElement
    let theme: string | undefined
    const onBefore = () => {
      theme = dataset['theme']
      dataset['theme'] = 'light'
    }
    const onAfter = () => {
      if (theme) dataset['theme'] = theme
    }
    addEventListener('beforeprint', onBefore)
    addEventListener('afterprint', onAfter)
    return () => {
      removeEventListener('beforeprint', onBefore)
      removeEventListener('afterprint', onAfter)
    }
  }, [])
}

function Report({ campaign, isDeleted, stats, links, updatedAt, report }: ReportProps) {
  usePrintInLight()
  // The heading of the loading state had the focus and is gone.
  useLostFocus()
  const hasSeries = useCapability('reports.timeseries')
  const hasPeople = useCapability('reports.people')
  const canWrite = useCanWrite()
  const isEditable = useCapability('campaigns.write') && canWrite && !isDeleted
  const state = reportState(campaign.status, stats)
  const isCompared = state === 'ready'
  const { isError, retry, earlier } = useEarlierCampaigns(campaign, isCompared)
  const hasNumbers = state !== 'unsent' && state !== 'scheduled'
  useEffect(() => {
    // Edit and the menu had the focus and are gone.
    if (isDeleted) restoreLostFocus()
  }, [isDeleted])
  const when = updatedAt === undefined ? '' : formatMoment(new Date(updatedAt))
  // The tiles are painted before the panels below them are rendered.
  const canShowPanels = useDeferredValue(true, false)
  return (
    <>
      <ReportHeader
        campaign={campaign}
        updatedAt={hasNumbers ? updatedAt : undefined}
        hasReport={hasNumbers}
        actions={
          <ReportActions
            campaign={campaign}
            isDeleted={isDeleted}
            previousId={earlier?.[0]?.id}
            data={hasNumbers ? { campaign, stats, links, earlier } : undefined}
          />
        }
      />
      <div
        className="report mt-4 grid grid-cols-1 gap-4 print:mt-2 print:gap-2"
        data-state={report.isFetching ? 'refreshing' : 'ready'}
      >
        {isDeleted && (
          <p role="status" className={noticeClass}>
            {hasNumbers ? text.deleted(when) : text.deletedUnsent}{' '}
            <Link to={paths.campaigns()} className="text-accent-ink underline">
              {text.toCampaigns}
            </Link>
          </p>
        )}
        {!isDeleted && report.error && report.data && (
          <p role="status" className={noticeClass}>
            {text.stale(when)}
          </p>
        )}
        {campaign.subject && campaign.subject !== campaign.name && (
          <p className="-mt-2 flex gap-2 text-cell">
            <span className="text-ink-3">{text.subject}</span>
            {/* A line of its own direction is cut at its own end. */}
            <bdi title={campaign.subject} className="block min-w-0 truncate">
              {campaign.subject}
            </bdi>
          </p>
        )}
        {!isCompared && (hasNumbers || !isDeleted) && (
          <StateNotice state={state} campaign={campaign} stats={stats} />
        )}
        {isEditable && canSend(campaign) && !hasNumbers && <DraftPanel campaign={campaign} />}
        {!report.data && report.error && hasNumbers && (
          <ErrorState
            title={text.reportFailed}
            error={report.error}
            onRetry={() => void report.refetch()}
          />
        )}
        {isCompared && (
          <ReportTiles
            name={campaign.name}
            stats={stats}
            comparison={isError ? 'failed' : (earlier ?? 'loading')}
            onRetry={retry}
          />
        )}
        {hasNumbers && canShowPanels && (
          <>
            <div className="report-columns">
              <FunnelPanel stats={stats} isSending={state === 'sending'} />
              <StatsPanel stats={stats} />
            </div>
            {hasSeries && <OverTimePanel campaign={campaign} stats={stats} />}
            {report.data && <LinksPanel links={links} stats={stats} />}
            {hasPeople && <PeoplePanel campaign={campaign} stats={stats} />}
          </>
        )}
      </div>
    </>
  )
}

const ToCampaigns = () => (
  <Link to={paths.campaigns()} className={buttonClass('primary')}>
    {text.toCampaigns}
  </Link>
)

/** What a campaign lacks before it can go, how many it would reach, and the two ways to send it. */
function DraftPanel({ campaign }: { campaign: Campaign }) {
  const heading = useId()
  // An object, so that a late response closes only the dialog that it belongs to.
  const [opened, setOpened] = useState<{ readonly action: SendAction }>()
  const close = () => setOpened((current) => (current === opened ? undefined : current))
  const offlineProps = useOfflineProps()
  const missing = missingIn(toValues(campaign))
  const audience = useAudience(campaign.list_id ?? null, campaign.segment_id ?? null)
  const isScheduled = campaign.status === 'scheduled'
  return (
    <section aria-labelledby={heading} data-panel="draft" className={noticeClass} data-no-print>
      <h2 id={heading} className="text-section">
        {campaignEditText.sending}
      </h2>
      <p>{missing.length > 0 ? campaignEditText.missing(missing) : campaignEditText.ready}</p>
      {campaign.list_id && audience.state !== 'failed' && (
        // A line before it is loaded, too: the buttons below stay where they are.
        <p role="status" className="min-h-5 text-ink-2">
          {audience.state === 'ready' ? campaignEditText.reach(audience) : sendText.loadingAudience}
        </p>
      )}
      {audience.state === 'failed' && <AudienceError onRetry={audience.retry} />}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button
          {...offlineProps}
          icon={CalendarClock}
          onClick={() => setOpened({ action: 'schedule' })}
        >
          {isScheduled ? menuText.reschedule : menuText.schedule}…
        </Button>
        <Button {...offlineProps} icon={Send} onClick={() => setOpened({ action: 'send' })}>
          {menuText.send}…
        </Button>
      </div>
      {opened && <SendDialog campaign={campaign} action={opened.action} onClose={close} />}
    </section>
  )
}
