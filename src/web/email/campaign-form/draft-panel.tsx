import CalendarClock from 'lucide-react/icons/calendar-clock'
import Send from 'lucide-react/icons/send'
import { useId, useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import {
  campaignEditText as text,
  campaignMenuText as menuText,
  sendCampaignText as sendText,
} from '#web/messages/en/campaign-edit.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { AudienceError, useAudience } from './audience.tsx'
import { missingIn, toValues } from './campaign-form.rules.ts'
import { type SendAction, SendDialog } from './send-dialog.tsx'

/** What a campaign lacks before it can go, how many it would reach, and the two ways to send it. */
export function DraftPanel({ campaign }: { campaign: Campaign }) {
  const heading = useId()
  const [action, setAction] = useState<SendAction>()
  const offlineProps = useOfflineProps()
  const missing = missingIn(toValues(campaign))
  const audience = useAudience(campaign.list_id ?? null, campaign.segment_id ?? null)
  const isScheduled = campaign.status === 'scheduled'
  return (
    <section aria-labelledby={heading} data-panel="draft" className="report-notice" data-no-print>
      <h2 id={heading} className="text-section">
        {text.sending}
      </h2>
      <p>{missing.length > 0 ? text.missing(missing) : text.ready}</p>
      {campaign.list_id && audience.state !== 'failed' && (
        // A line before it is loaded, too: the buttons below stay where they are.
        <p role="status" className="report-draft-reach">
          {audience.state === 'ready' ? text.reach(audience) : sendText.loadingAudience}
        </p>
      )}
      {audience.state === 'failed' && <AudienceError onRetry={audience.retry} />}
      <div className="report-draft-actions">
        <Button {...offlineProps} icon={CalendarClock} onClick={() => setAction('schedule')}>
          {isScheduled ? menuText.reschedule : menuText.schedule}…
        </Button>
        <Button {...offlineProps} icon={Send} onClick={() => setAction('send')}>
          {menuText.send}…
        </Button>
      </div>
      {action && (
        <SendDialog campaign={campaign} action={action} onClose={() => setAction(undefined)} />
      )}
    </section>
  )
}
