import X from 'lucide-react/icons/x'
import { Link } from 'react-router-dom'

import { sendTime } from '#contract/email/campaigns.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { campaignStatsText } from '#web/messages/en/campaign-stats.ts'
import { compareText as text } from '#web/messages/en/compare.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Bar } from '#web/ui/chart/bar.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Value } from './campaign-columns.tsx'
import { isKnownName, valuesOf } from './campaign-values.rules.ts'
import { type ComparedRow, compareValues } from './compare.rules.ts'
import type { ComparedCampaign } from './compared-campaigns.ts'

const statNames: Readonly<Record<string, string>> = campaignStatsText.names

interface CompareTableProps {
  campaigns: readonly ComparedCampaign[]
  onRemove: (id: string, name: string) => void
}

/** Campaigns as columns and counters as rows. The best of a row is marked by a word and its weight. */
export function CompareTable({ campaigns, onRemove }: CompareTableProps) {
  const rows = compareValues(
    campaigns.map(({ query: { data } }) =>
      data ? valuesOf(data, data.stats) : new Map<string, never>(),
    ),
  )
  const hasError = campaigns.some(({ query }) => query.error && !query.data)

  return (
    <div
      role="region"
      aria-label={text.caption(campaigns.length)}
      tabIndex={0}
      data-state={hasError ? 'partial' : 'ready'}
      className="overflow-x-auto rounded-tray border border-line bg-surface"
    >
      <table className="min-w-full border-separate border-spacing-0 text-cell">
        <caption className="sr-only">{text.caption(campaigns.length)}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${headCell} ${firstCell}`}>
              <span className="sr-only">{text.counter}</span>
            </th>
            {campaigns.map((campaign) => (
              <th
                key={campaign.id}
                scope="col"
                data-testid="row"
                data-id={campaign.id}
                className={`${headCell} min-w-36`}
              >
                <ColumnHead
                  campaign={campaign}
                  onRemove={() => onRemove(campaign.id, nameOf(campaign))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CounterRow key={row.name} row={row} campaigns={campaigns} />
          ))}
          {rows.length === 0 && campaigns.some(({ query }) => query.data) && (
            <tr className={bodyRow}>
              <td colSpan={campaigns.length + 1} className={cell}>
                {text.noCounters}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'border-b border-line px-3 py-2 text-start align-top'
const headCell = `${cell} w-56 bg-sunken font-normal`
/** Stays in view while campaigns scroll. */
const firstCell =
  'sticky start-0 z-1 min-w-38 font-normal text-ink-2 max-md:max-w-32 max-md:min-w-28'
const bodyRow = 'last:*:border-b-0'

const nameOf = ({ id, query }: ComparedCampaign) => query.data?.name ?? id

interface ColumnHeadProps {
  campaign: ComparedCampaign
  onRemove: () => void
}

function ColumnHead({ campaign, onRemove }: ColumnHeadProps) {
  const { data, error, isPending, isFetching, refetch } = campaign.query
  const date = data && sendTime(data)
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-1 font-medium text-ink">
        {data ? (
          <Link
            to={paths.campaign(data.id)}
            title={data.name}
            className="line-clamp-3 min-w-0 flex-1 wrap-anywhere hover:underline"
          >
            <bdi>{data.name}</bdi>
          </Link>
        ) : (
          <code className="line-clamp-3 min-w-0 flex-1 font-mono text-meta wrap-anywhere hover:underline">
            {campaign.id}
          </code>
        )}
        <IconButton
          icon={X}
          label={text.remove(nameOf(campaign))}
          data-remove
          className="-me-1 -mt-1"
          onClick={onRemove}
        />
      </div>
      {data && (
        <p className="flex flex-wrap items-center gap-2 text-meta text-ink-3">
          <StatusPill kind="campaign" value={data.status} />
          {date && <RelativeTime at={date} />}
        </p>
      )}
      {isPending && !error && (
        <span className="inline-block h-2.5 w-12 animate-pulse rounded-chip bg-line align-middle" />
      )}
      {error && !data && (
        <div
          data-state={error.code === 'not_found' ? 'missing' : 'error'}
          className="grid justify-items-start gap-2 text-meta text-bad-ink"
        >
          <p role="alert">{formatLoadError(error)}</p>
          {error.code !== 'not_found' && (
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              {messages.app.tryAgain}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface CounterRowProps {
  row: ComparedRow
  campaigns: readonly ComparedCampaign[]
}

function CounterRow({ row, campaigns }: CounterRowProps) {
  return (
    <tr className={bodyRow}>
      <th scope="row" className={`${cell} ${firstCell} bg-surface`}>
        {isKnownName(row.name) ? (
          statNames[row.name]
        ) : (
          <code data-tip={campaignStatsText.unknown} className="font-mono text-meta wrap-anywhere">
            {row.name}
          </code>
        )}
      </th>
      {campaigns.map(({ id }, index) => {
        const value = row.values[index] ?? { kind: 'none' }
        const isBest = index === row.best
        return (
          <td key={id} className={`${cell} min-w-36`}>
            <span
              className={`flex min-h-5 items-baseline justify-between gap-2 wrap-anywhere ${isBest ? 'font-semibold' : ''}`}
            >
              <Value value={value} />
              {isBest && <span className="text-meta font-semibold text-ink-2">{text.best}</span>}
            </span>
            {'value' in value && <Bar value={value.value} max={row.max} className="mt-1 h-1.5" />}
          </td>
        )
      })}
    </tr>
  )
}
