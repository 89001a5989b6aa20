import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Clock from 'lucide-react/icons/clock'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import UsersRound from 'lucide-react/icons/users-round'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Campaign } from '#client/resources.ts'
import { reportText as text } from '#web/messages/en/report.ts'
import { paths } from '#web/paths.ts'
import { nameOf } from '#web/session/connections.ts'
import { useConnection } from '#web/session/use-connection.ts'
import { formatZonedTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { exactTimeProps, RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useListName } from './report.data.ts'

interface ReportHeaderProps {
  /** Undefined while it loads. */
  campaign: Campaign | undefined
  /** When the server made the numbers. */
  updatedAt?: string | undefined
  /** False before it is sent. */
  hasReport?: boolean
  actions?: ReactNode
}

/** Name, status and times of the campaign. */
export function ReportHeader({
  campaign,
  updatedAt,
  hasReport = true,
  actions,
}: ReportHeaderProps) {
  useTitle(campaign?.name, text.campaigns)
  const list = useListName(campaign?.list_id)
  const workspace = nameOf(useConnection())
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 max-md:grid-cols-[auto_minmax(0,1fr)]">
      <p className="flex items-center gap-2 text-body md:col-span-2">
        <bdi className="not-print:hidden">{workspace}</bdi>
        <Link
          to={paths.campaigns()}
          className="inline-flex min-h-6 items-center gap-1 rounded-chip text-ink-3 hover:text-ink"
        >
          <Icon of={ChevronLeft} size={20} className="md:hidden rtl:-scale-x-100" />
          {text.campaigns}
        </Link>
        <Icon of={ChevronRight} size={14} className="text-ink-3 max-md:hidden rtl:-scale-x-100" />
        <span className="max-md:hidden">{hasReport ? text.report : text.campaign}</span>
      </p>
      <h1
        tabIndex={-1}
        // A long name is cut after three lines.
        title={campaign?.name}
        className="line-clamp-3 font-display text-title break-words max-md:col-span-2"
      >
        {campaign ? (
          <bdi>{campaign.name}</bdi>
        ) : (
          <>
            <span className="sr-only">{text.loading}</span>
            <span
              aria-hidden
              className="inline-block h-[0.8em] w-48 max-w-full animate-appear rounded-chip bg-sunken"
            />
          </>
        )}
      </h1>
      {/* Before the times, which are tab stops of their own: a key less to Compare. */}
      {actions && (
        <div className="flex items-center gap-2 max-md:col-start-2 max-md:row-start-1 max-md:flex-wrap max-md:justify-end md:row-span-2">
          {actions}
        </div>
      )}
      {/* The height of one line before its facts arrive; large text takes more lines. */}
      <div className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-4 text-cell text-ink-3 max-md:col-span-2 md:col-start-1">
        {campaign && (
          <>
            <StatusPill kind="campaign" value={campaign.status} />
            {campaign.sent_at && <ExactTime at={campaign.sent_at} />}
            {list && (
              <span className={factClass}>
                <Icon of={UsersRound} size={14} />
                <bdi className="max-w-56 truncate">{list}</bdi>
              </span>
            )}
            {updatedAt && (
              <span className={factClass}>
                <Icon of={RefreshCw} size={14} />
                {text.updated}
                <span data-no-print>
                  <RelativeTime at={updatedAt} />
                </span>
                {/* "Now" means nothing on paper. */}
                <span className="not-print:hidden">{formatZonedTime(new Date(updatedAt))}</span>
              </span>
            )}
          </>
        )}
      </div>
    </header>
  )
}

/** A phone shows only the first of them, after the status. */
const factClass = 'inline-flex max-w-full min-w-0 items-center gap-1.5 max-md:nth-[n+3]:hidden'

function ExactTime({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} {...exactTimeProps(date)} tabIndex={0} className={factClass}>
      <Icon of={Clock} size={14} />
      {formatZonedTime(date)}
    </time>
  )
}
