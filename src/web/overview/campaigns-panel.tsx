import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Campaign } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { reportQuery, sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'
import {
  compareRate,
  earlierRates,
  latestSent,
  metricOf,
} from '#web/email/campaigns/sent-campaigns.rules.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { DotStrip, DotStripLegend } from '#web/ui/chart/dot-strip.tsx'
import { formatRate, formatPoints } from '#web/ui/format.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Panel, PanelNote } from './overview-panel.tsx'

const text = overviewText.campaigns

type CampaignPage = ResponseBody<'GET /campaigns'>

/** The last three sent campaigns, each compared with those before it, as its report does. */
export function CampaignsPanel() {
  const options = sentCampaignsQuery()
  const query = useQuery(options)
  const wait = useLoadingState([query], [options.queryKey])
  return (
    <Panel title={text.title} query={query} wait={wait}>
      {(page) => {
        const rows = latestSent(page.data).slice(0, 3)
        return (
          <>
            {rows.length === 0 && <p>{text.none}</p>}
            <ul className="grid grid-cols-1 gap-4">
              {rows.map((campaign) => (
                <CampaignRow key={campaign.id} campaign={campaign} page={page} />
              ))}
            </ul>
            {rows.some((one) => comparisonOf(one, one.stats, page)) && (
              <DotStripLegend {...text.legend} />
            )}
          </>
        )
      }}
    </Panel>
  )
}

/** The open rate among those that the report compares it with; undefined for too few, or while some are not loaded. */
function comparisonOf(campaign: Campaign, stats: unknown, page: CampaignPage) {
  const rate = metricOf(stats, 'open_rate')
  const earlier = earlierRates('open_rate', campaign, page)
  if (rate?.kind !== 'fraction' || !earlier) return undefined
  const result = compareRate('open_rate', rate.value, earlier)
  return result && { ...result, rate: rate.value, earlier }
}

function CampaignRow({ campaign, page }: { campaign: Campaign; page: CampaignPage }) {
  const report = useQuery({ ...reportQuery(campaign.id), enabled: !campaign.stats })
  const stats = campaign.stats ?? report.data?.stats
  const clicks = stats?.click_rate
  const comparison = comparisonOf(campaign, stats, page)
  return (
    <li data-testid="row" data-id={campaign.id} className="grid grid-cols-1 gap-1">
      <p className="flex items-baseline justify-between gap-3">
        <Link
          to={paths.campaign(campaign.id)}
          className="min-w-0 truncate rounded-chip font-medium hover:text-accent-ink hover:underline"
        >
          {campaign.name}
        </Link>
        {campaign.sent_at && (
          <RelativeTime at={campaign.sent_at} className="shrink-0 text-meta text-ink-3" />
        )}
      </p>
      {stats && stats.delivered > 0 && (
        <>
          <PanelNote>
            {text.rates(
              formatRate(stats.open_rate, stats.delivered),
              clicks === undefined ? undefined : formatRate(clicks, stats.delivered),
            )}
          </PanelNote>
          {comparison && <RateStrip {...comparison} />}
        </>
      )}
    </li>
  )
}

/** The open rate among those of the campaigns before, and the same in words. */
const RateStrip = ({ rate, earlier, mean, direction }: RateStripProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
    <DotStrip values={[...earlier, rate]} current={rate} mean={mean} />
    <span className="text-meta text-ink-3">
      {direction === undefined
        ? text.usual
        : (direction === 'up' ? text.above : text.below)(formatPoints(rate, mean))}
    </span>
  </div>
)

type RateStripProps = NonNullable<ReturnType<typeof comparisonOf>>
