import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Campaign } from '#client/resources.ts'
import { reportQuery, sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'
import { latestSent, meanOpenRate } from '#web/email/campaigns/sent-campaigns.rules.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { DotStrip, DotStripLegend } from '#web/ui/chart/dot-strip.tsx'
import { formatRate, formatPoints } from '#web/ui/format.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Panel, PanelNote } from './overview-panel.tsx'

const text = overviewText.campaigns

/** The last three sent campaigns, each compared with the average of the loaded ones. */
export function CampaignsPanel() {
  const options = sentCampaignsQuery()
  const query = useQuery(options)
  const wait = useLoadingState([query], [options.queryKey])
  return (
    <Panel title={text.title} query={query} wait={wait}>
      {({ data }) => (
        <>
          {data.length === 0 && <p>{text.none}</p>}
          <ul className="grid grid-cols-1 gap-4">
            {latestSent(data)
              .slice(0, 3)
              .map((campaign) => (
                <CampaignRow key={campaign.id} campaign={campaign} all={data} />
              ))}
          </ul>
          {meanOpenRate(data) !== undefined && <DotStripLegend {...text.legend} />}
        </>
      )}
    </Panel>
  )
}

function CampaignRow({ campaign, all }: { campaign: Campaign; all: readonly Campaign[] }) {
  const report = useQuery({ ...reportQuery(campaign.id), enabled: !campaign.stats })
  const stats = campaign.stats ?? report.data?.stats
  const clicks = stats?.click_rate
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
          <RateStrip
            rate={stats.open_rate}
            mean={meanOpenRate(all)}
            all={all.flatMap((one) => one.stats?.open_rate ?? [])}
          />
        </>
      )}
    </li>
  )
}

interface RateStripProps {
  rate: number
  mean: number | undefined
  all: readonly number[]
}

/** The open rate among those of the other campaigns, and the same in words. */
function RateStrip({ rate, mean, all }: RateStripProps) {
  if (mean === undefined) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
      <DotStrip values={all} current={rate} mean={mean} />
      <span className="text-meta text-ink-3">{formatComparison(rate, mean)}</span>
    </div>
  )
}

function formatComparison(rate: number, mean: number) {
  const points = formatPoints(rate, mean)
  if (Math.abs(rate - mean) < 0.0005) return text.usual
  return rate > mean ? text.above(points) : text.below(points)
}
