import { useQuery } from '@tanstack/react-query'

import type { Campaign } from '#contract/email/campaigns.ts'
import {
  clickRateIn,
  latestSent,
  meanRate,
  reportQuery,
  sentCampaignsQuery,
  statsIn,
} from '#web/email/campaigns/campaigns.data.ts'
import { overview } from '#web/messages/en/overview.ts'
import { useWait } from '#web/query/use-loading-state.ts'
import { formatRate } from '#web/ui/rate.ts'
import { Time } from '#web/ui/relative-time.tsx'
import { Panel, PanelNote } from './overview-panel.tsx'
import { RateStrip } from './rate-strip.tsx'

const said = overview.campaigns

/** The last three that went out, each against the average of those known. */
export function CampaignsPanel() {
  const asked = sentCampaignsQuery()
  const query = useQuery(asked)
  const wait = useWait([query], [asked.queryKey])
  return (
    <Panel title={said.title} query={query} wait={wait}>
      {({ data }) => (
        <>
          {data.length === 0 && <p>{said.none}</p>}
          <ul className="grid grid-cols-1 gap-4">
            {latestSent(data)
              .slice(0, 3)
              .map((campaign) => (
                <Sent key={campaign.id} campaign={campaign} all={data} />
              ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function Sent({ campaign, all }: { campaign: Campaign; all: readonly Campaign[] }) {
  const own = statsIn(campaign)
  const report = useQuery({ ...reportQuery(campaign.id), enabled: !own })
  const stats = own ?? report.data?.stats
  const clicks = stats && clickRateIn(stats)
  return (
    <li data-testid="row" data-id={campaign.id} className="grid grid-cols-1 gap-1">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">{campaign.name}</span>
        {campaign.sent_at && (
          <Time at={campaign.sent_at} className="shrink-0 text-meta text-ink-3" />
        )}
      </p>
      {stats && stats.delivered > 0 && (
        <>
          <PanelNote>
            {said.rates(
              formatRate(stats.open_rate, stats.delivered),
              clicks === undefined ? undefined : formatRate(clicks, stats.delivered),
            )}
          </PanelNote>
          <RateStrip
            rate={stats.open_rate}
            mean={meanRate(all, 'open_rate')}
            all={all.flatMap((one) => statsIn(one)?.open_rate ?? [])}
          />
        </>
      )}
    </li>
  )
}
