import type { Campaign } from '#client/resources.ts'
import { countOf } from '#web/email/campaigns/campaign-stats.rules.ts'
import { formatSender } from '#web/email/campaigns/sender.rules.ts'
import { reportStateText as text } from '#web/messages/en/report-state.ts'
import { formatMoment, formatNumber, formatTime } from '#web/ui/format.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { handedOver, type ReportState } from './report.rules.ts'

/** A box above the numbers, or in their place. */
export const noticeClass =
  'grid max-w-3xl gap-1.5 rounded-tray border border-line bg-surface px-4.5 py-4'

interface StateNoticeProps {
  state: Exclude<ReportState, 'ready'>
  campaign: Campaign
  stats: unknown
}

/** Why there are no rates, or not yet. */
export function StateNotice({ state, campaign, stats }: StateNoticeProps) {
  const recipients = countOf(stats, 'recipients')
  if (state === 'sending')
    return (
      <div className={noticeClass}>
        <h2 className="text-section">{text.sending}</h2>
        <Progress stats={stats} />
        <p className="text-meta text-ink-3">{text.sendingFrom}</p>
      </div>
    )
  const at = campaign.scheduled_at
  const [title, meaning] = {
    unsent: [text.unsentTitle, text.unsent],
    scheduled: [
      text.scheduledTitle,
      text.scheduled(
        at ? `${formatTime(new Date(at))} (${formatMoment(new Date(at))})` : undefined,
      ),
    ],
    'no recipients': [text.noRecipientsTitle, text.noRecipients],
    'none delivered': [text.noneDeliveredTitle, text.noneDelivered(recipients)],
    'none reported': [text.noneReportedTitle, text.noneReported],
  }[state]
  return (
    <div className={noticeClass} data-state="empty">
      <h2 className="text-section">{title}</h2>
      <p>{meaning}</p>
      {(state === 'unsent' || state === 'scheduled') && <Facts campaign={campaign} />}
    </div>
  )
}

function Progress({ stats }: { stats: unknown }) {
  const result = handedOver(stats)
  if (!result) return null
  const { done, recipients } = result
  const progress = text.progress(formatNumber(done), formatNumber(recipients))
  return (
    <>
      <p>{progress}</p>
      <ProgressBar label={text.sending} done={done} of={recipients} text={progress} />
    </>
  )
}

/** The content of a campaign that has no numbers yet. */
function Facts({ campaign: { preview_text, from } }: { campaign: Campaign }) {
  const facts = [
    [text.previewText, preview_text],
    [text.from, from && formatSender(from)],
  ].filter(([, value]) => value)
  if (facts.length === 0) return null
  return (
    <dl className="grid max-w-3xl gap-1 text-cell">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-3">
          <dt className="shrink-0 text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
