import CircleAlert from 'lucide-react/icons/circle-alert'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'

import type { Campaign } from '#client/resources.ts'
import { sendTime } from '#contract/email/campaigns.rules.ts'
import { campaignStatsText } from '#web/messages/en/campaign-stats.ts'
import { campaignsText as text } from '#web/messages/en/campaigns.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Bar } from '#web/ui/chart/bar.tsx'
import { formatNumber, formatRate } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { dateOf } from './campaign-list.rules.ts'
import type { RateName } from './campaign-stats.rules.ts'
import {
  type CampaignValue,
  hasStats,
  rateValue,
  recipientsValue,
} from './campaign-values.rules.ts'
import { useFetchedStats } from './row-stats.ts'

/** The columns of the table; `canSort` says by what, once everything is loaded. */
export const createCampaignColumns = (canSort: {
  date: boolean
  rates: boolean
}): readonly Column<Campaign>[] => [
  { id: 'name', label: text.name, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'status',
    label: text.status,
    width: 8,
    onPhone: true,
    cell: ({ status }) => <StatusPill kind="campaign" value={status} />,
  },
  {
    id: 'sent_at',
    label: text.date,
    width: 11,
    onPhone: true,
    isSortable: canSort.date,
    firstDirection: 'descending',
    cell: (campaign) => {
      const date = dateOf(campaign)
      if (!date) return <None />
      const time = <RelativeTime at={date} tabIndex={-1} />
      if (sendTime(campaign)) return time
      return (
        <span className="text-ink-3">
          {text.created} {time}
        </span>
      )
    },
  },
  {
    id: 'recipients',
    label: text.recipients,
    width: 7,
    align: 'end',
    cell: (campaign) => (
      <WithStats campaign={campaign}>
        {(stats) => <Value value={recipientsValue(campaign, stats)} />}
      </WithStats>
    ),
  },
  rateColumn('open_rate', text.open, canSort.rates),
  rateColumn('click_rate', text.click, canSort.rates),
]

const rateColumn = (name: RateName, label: string, isSortable: boolean): Column<Campaign> => ({
  id: name,
  label,
  width: 9.5,
  align: 'end',
  onPhone: true,
  isSortable,
  firstDirection: 'descending',
  cell: (campaign) => (
    <WithStats campaign={campaign} hasRetry={name === 'open_rate'}>
      {(stats) => <RateCell label={label} value={rateValue(stats, name)} />}
    </WithStats>
  ),
})

interface WithStatsProps {
  campaign: Campaign
  /** The one cell of the row that offers to load them again. */
  hasRetry?: boolean
  children: (stats: unknown) => ReactNode
}

function WithStats({ campaign, hasRetry = false, children }: WithStatsProps) {
  if (hasStats(campaign)) return children(campaign.stats)
  return (
    <FetchedStats campaign={campaign} hasRetry={hasRetry}>
      {children}
    </FetchedStats>
  )
}

function FetchedStats({ campaign, hasRetry, children }: WithStatsProps) {
  const row = useFetchedStats(campaign)
  if (row.state === 'failed')
    return hasRetry ? (
      <IconButton
        icon={RotateCw}
        label={text.statsFailed(campaign.name)}
        tabIndex={-1}
        onClick={row.onRetry}
      />
    ) : (
      <None />
    )
  if (row.state === 'loading')
    return (
      <span
        role="img"
        aria-label={text.loadingStats}
        className="inline-block h-2.5 w-12 animate-pulse rounded-chip bg-line align-middle"
      />
    )
  return children(row.stats)
}

/** Rates of all rows have one scale: a full bar is 100 %. */
function RateCell({ label, value }: { label: string; value: CampaignValue }) {
  if (value.kind === 'none') return <None />
  return (
    <span className="inline-grid grid-cols-[3.25rem_4rem] items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-[auto_auto_minmax(0,1fr)] max-md:gap-1.5">
      <span aria-hidden className="text-ink-3 md:hidden">
        {label}
      </span>
      <span>
        <Value value={value} />
      </span>
      <Bar value={value.kind === 'rate' ? value.value : null} max={1} className="h-1.5" />
    </span>
  )
}

/** A number, a rate, or what the server sent instead of one. */
export function Value({ value }: { value: CampaignValue }) {
  switch (value.kind) {
    case 'none':
      return <None />
    case 'count':
      return formatNumber(value.value)
    case 'rate':
      return formatRate(value.value, 1)
    case 'text':
      return <bdi>{value.text}</bdi>
    case 'odd':
      return (
        <span
          className="inline-flex max-w-full items-center gap-1 text-warn-ink"
          title={campaignStatsText.odd(value.text)}
        >
          <Icon of={CircleAlert} size={14} />
          <bdi aria-hidden>{value.text}</bdi>
          <span className="sr-only">{campaignStatsText.odd(value.text)}</span>
        </span>
      )
  }
}

/** Read out; nothing to the eye. */
const None = () => <span className="sr-only">{text.none}</span>
