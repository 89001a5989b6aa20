import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import { resolveDateTime } from '#contract/zoned-time.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { sendCampaignText as text } from '#web/messages/en/campaign-edit.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeField } from '#web/ui/date/date-time-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormMessages } from '#web/ui/form/form-messages.tsx'
import { useFocusFirstIssue } from '#web/ui/form/form.ts'
import { timeZone } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { AudienceError, useAudience } from './audience.tsx'
import { missingIn, proposeSendTime, toValues } from './campaign-form.rules.ts'
import { planUndo } from './edit-campaign.data.ts'
import { formatSender } from './sender.rules.ts'

export type SendAction = 'schedule' | 'send' | 'cancel'

interface SendDialogProps {
  campaign: Campaign
  action: SendAction
  onClose: () => void
}

/** Says what will happen and to how many, before a campaign is scheduled, sent or canceled. */
export function SendDialog({ campaign: row, action, onClose }: SendDialogProps) {
  const session = useSession()
  const query = endpointQuery('GET /campaigns/:campaign_id', { campaign_id: row.id })
  const { data: campaign = row } = useQuery({ ...query, staleTime: 0 })
  const [choice, setChoice] = useState(() => proposeSendTime(row.scheduled_at, now(), timeZone()))
  const [isChanged, setChanged] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const offlineProps = useOfflineProps()
  const audience = useAudience(campaign.list_id ?? null, campaign.segment_id ?? null)
  const schedule = useEndpointMutation('POST /campaigns/:campaign_id/schedule')
  const send = useEndpointMutation('POST /campaigns/:campaign_id/send')
  const cancel = useEndpointMutation('POST /campaigns/:campaign_id/cancel')
  const mutation = { schedule, send, cancel }[action]

  const missing = action === 'cancel' ? [] : missingIn(toValues(campaign))
  const time = resolveDateTime(choice, now())
  const reach = audience.state === 'ready' ? audience : undefined
  const isEmpty = action !== 'cancel' && reach?.count === 0
  const isBlocked = missing.length > 0 || isEmpty
  // Nobody confirms a sending without the sentence that says whom it reaches.
  const isReady = action === 'cancel' || reach !== undefined
  const verb = action === 'schedule' && row.status === 'scheduled' ? 'reschedule' : action

  const confirm = async () => {
    if (offlineProps || isBlocked || !isReady) return
    setSubmitted(true)
    if (action === 'schedule' && time.kind !== 'valid') return focusFirstIssue()
    const campaign_id = campaign.id
    const label = text.done[verb](campaign.name)
    let saved: Campaign | undefined
    const undo =
      action === 'send'
        ? undefined
        : planUndo(
            session,
            { before: campaign, action, label },
            { saved: () => saved, onRefusal: (reason) => void toast({ text: reason }) },
          )
    const options = {
      scope: campaign_id,
      version: () => campaign.version,
      onSuccess: (output: Campaign) => (saved = output),
      undo,
      onConflict: () => {
        setChanged(true)
        void session.queryClient.invalidateQueries({ queryKey: query.queryKey })
      },
    }
    setChanged(false)
    const result =
      action === 'schedule' && time.kind === 'valid'
        ? await schedule.send({ campaign_id, send_at: time.at.toISOString() }, options)
        : await { send, cancel }[action === 'cancel' ? 'cancel' : 'send'].send(
            { campaign_id },
            options,
          )
    if (result.state !== 'success') return
    onClose()
    if (undo) return
    // What went out keeps its content.
    session.undo.removeScope(campaign_id)
    toast({ text: label, key: 'change' }) // in place of the Undo of an earlier change
  }

  return (
    <Dialog title={text.titles[verb](campaign.name)} onClose={onClose}>
      {action !== 'cancel' && <Content campaign={campaign} />}
      {missing.length > 0 ? (
        <p role="alert">{text.missing(missing)}</p>
      ) : isEmpty ? (
        <p role="alert">{text.noContacts}</p>
      ) : action === 'schedule' ? (
        <form ref={form} onSubmit={(event) => event.preventDefault()}>
          <DateTimeField
            label={text.time}
            value={choice}
            onChange={setChoice}
            hasAutofocus
            issue={isSubmitted && time.kind === 'incomplete' ? text.incompleteTime : undefined}
            describe={(moment) => (reach ? text.willSchedule(moment, reach) : moment)}
          />
        </form>
      ) : (
        <p>{action === 'cancel' ? cancelText(campaign) : reach && text.willSend(reach)}</p>
      )}
      {!isReady && !isBlocked && (
        <p role="status" className="text-ink-2 empty:hidden">
          {audience.state === 'loading' && text.loadingAudience}
        </p>
      )}
      {!isReady && audience.state === 'failed' && <AudienceError onRetry={audience.retry} />}
      {isChanged ? (
        <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink">
          {text.changed}
        </p>
      ) : (
        <FormMessages save={mutation} />
      )}
      <div className="flex justify-end gap-2">
        {/* After the date, where there is one: the safe choice has the focus. */}
        <Button data-autofocus onClick={onClose}>
          {isBlocked ? messages.app.close : text.back}
        </Button>
        {!isBlocked && (
          <Button
            {...offlineProps}
            variant={action === 'cancel' ? 'danger' : 'primary'}
            disabled={!isReady}
            busy={mutation.isPending}
            onClick={() => void confirm()}
          >
            {text.confirm[verb]}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const cancelText = ({ status }: Campaign) =>
  status === 'scheduled' ? text.willUnschedule : text.willStop

/** What goes out, and who it is from. */
function Content({ campaign }: { campaign: Campaign }) {
  const { subject, from } = campaign
  return (
    <dl className="grid gap-1 rounded-control bg-sunken px-3 py-2 text-cell">
      {subject && <Line term={text.subject} value={subject} />}
      {from && <Line term={text.from} value={formatSender(from)} />}
    </dl>
  )
}

const Line = ({ term, value }: { term: string; value: string }) => (
  <div className="flex gap-2">
    <dt className="text-ink-3">{term}</dt>
    <dd className="min-w-0 break-words">
      <bdi>{value}</bdi>
    </dd>
  </div>
)
