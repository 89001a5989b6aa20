import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Send from 'lucide-react/icons/send'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import WebhookIcon from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { AdminAccess, DeniedPage, useCanManage } from '#web/developers/keys/admin-access.tsx'
import { webhooksText, webhookText as text } from '#web/messages/en/webhooks.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { useSession } from '#web/session/session.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { useDialogOpener } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useRestoreFocusOnRemoval } from '#web/ui/focus-return.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Select } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { LEAVE_DELETED } from '#web/ui/unsaved-changes.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { setEnabled } from './edit-webhook.data.ts'
import { SecretReplacement, SecretTab } from './secret-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { disabledReasonOf, formatAddress } from './webhook-words.rules.ts'
import { eventKindsQuery, webhookQuery } from './webhooks.data.ts'

const skeleton = <div className="mt-4 h-64 rounded-tray bg-sunken" />
const tabs = ['settings', 'deliveries', 'secret'] as const
type Tab = (typeof tabs)[number]

/** One webhook; the address says which of its tabs is open. */
export function Component() {
  const { webhook_id = '' } = useParams()
  const { pathname } = useLocation()
  const tab = tabs.find((one) => pathname.endsWith(`/${one}`)) ?? 'deliveries'
  const canManage = useCanManage('webhooks.manage')
  const query = useQuery({ ...webhookQuery(webhook_id), enabled: canManage })
  const isMissing = query.error?.code === 'not_found'
  const webhook = isMissing ? undefined : query.data
  const isLoading = canManage && !query.error
  const [replaced, setReplaced] = useState<Webhook>()
  return (
    <>
      <PageHeader
        title={webhook ? formatAddress(webhook) : isLoading ? undefined : text.unnamed}
        loading={text.loading}
        {...(webhook && { section: text.tabs[tab] })}
        area={webhooksText.developers}
        parent={{ label: webhooksText.title, to: paths.webhooks() }}
        actions={webhook && <HeaderActions webhook={webhook} />}
      />
      <AdminAccess
        capability="webhooks.manage"
        loading={webhooksText.loading}
        skeleton={skeleton}
        denied={(denial) => (
          <DeniedPage icon={WebhookIcon} text={webhooksText.access} denial={denial} />
        )}
      >
        <WebhookContent
          key={webhook_id}
          webhook_id={webhook_id}
          tab={tab}
          onReplaceSecret={setReplaced}
        />
      </AdminAccess>
      {replaced?.id === webhook_id && (
        <SecretReplacement webhook={webhook ?? replaced} onClose={() => setReplaced(undefined)} />
      )}
    </>
  )
}

interface WebhookContentProps {
  webhook_id: string
  tab: Tab
  onReplaceSecret: (webhook: Webhook) => void
}

function WebhookContent({ webhook_id, tab, onReplaceSecret }: WebhookContentProps) {
  const options = webhookQuery(webhook_id)
  const query = useQuery(options)
  const loadingState = useLoadingState([query], [options.queryKey])
  useLiveQueries([['GET /webhooks/:webhook_id']])
  if (query.error?.code === 'not_found')
    return (
      <PageState
        state="missing"
        icon={WebhookIcon}
        title={text.missing}
        action={
          <Link to={paths.webhooks()} className={buttonClass('primary')}>
            {text.back}
          </Link>
        }
      >
        {text.missingDescription}
      </PageState>
    )
  if (query.error && !query.data)
    return (
      <ErrorState title={text.failed} error={query.error} onRetry={() => void query.refetch()} />
    )
  if (loadingState.showSkeleton || !query.data)
    return (
      <Skeleton label={text.loading} loading={loadingState}>
        {skeleton}
      </Skeleton>
    )
  const webhook = query.data
  const reason = disabledReasonOf(webhook)
  return (
    <div data-state="ready" className="mt-3 flex min-h-0 flex-1 flex-col gap-4">
      {reason && <DisabledBanner webhook={webhook} reason={reason} />}
      <Tabs
        look="line"
        label={text.tabs.label}
        tabs={tabs.map((one) => ({
          to: paths.webhook(webhook_id, one === 'deliveries' ? undefined : one),
          label: text.tabs[one],
          current: one === tab,
        }))}
      />
      {tab === 'deliveries' && <DeliveriesTab webhook={webhook} />}
      {tab === 'settings' && <SettingsTab webhook={webhook} />}
      {tab === 'secret' && (
        <SecretTab webhook={webhook} onReplace={() => onReplaceSecret(webhook)} />
      )}
    </div>
  )
}

function HeaderActions({ webhook }: { webhook: Webhook }) {
  const session = useSession()
  const navigate = useNavigate()
  const offlineProps = useOfflineProps()
  const { dialog, openDialog } = useDialogOpener()
  const { enabled } = webhook
  const sendSample = () =>
    openDialog((onClose) => <SampleDialog webhook={webhook} onClose={onClose} />)
  return (
    <>
      <Button {...offlineProps} icon={Send} onClick={() => !offlineProps && sendSample()}>
        {text.sendTest}
      </Button>
      <Button
        {...offlineProps}
        icon={enabled ? Pause : Play}
        onClick={() => !offlineProps && setEnabled(session, webhook, !enabled)}
      >
        {enabled ? text.pause : text.turnOn}
      </Button>
      <WebhookMenu
        hasPauseButton
        webhook={webhook}
        openDialog={openDialog}
        onDeleted={() => void navigate(paths.webhooks(), { state: LEAVE_DELETED })}
        trigger={
          <IconButton
            icon={Ellipsis}
            label={text.actions(formatAddress(webhook))}
            className="size-control! border border-line-strong bg-surface"
          />
        }
      />
      {dialog}
    </>
  )
}

interface DisabledBannerProps {
  webhook: Webhook
  reason: NonNullable<ReturnType<typeof disabledReasonOf>>
}

/** Why nothing is sent, and how to change that. */
function DisabledBanner({ webhook, reason }: DisabledBannerProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  useRestoreFocusOnRemoval()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-warn-line bg-warn-soft px-3.5 py-2.5 text-warn-ink"
    >
      <Icon of={TriangleAlert} />
      <p className="min-w-0 flex-1">
        {text.banner[reason]} {text.banner.waiting}
      </p>
      <Button
        {...offlineProps}
        size="small"
        onClick={() => !offlineProps && setEnabled(session, webhook, true)}
      >
        {text.turnOn}
      </Button>
    </div>
  )
}

type Kind = NonNullable<Input<'POST /webhooks/:webhook_id/test'>['kind']>

/** Sends a sample of a kind of event to a webhook. Until the kinds are loaded there is one. */
function SampleDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data } = useQuery(eventKindsQuery())
  const [kind, setKind] = useState('webhook.test')
  const { send, ...save } = useEndpointMutation('POST /webhooks/:webhook_id/test')
  const kinds = data?.data ?? [{ kind, summary: '' }]
  const summary = kinds.find((one) => one.kind === kind)?.summary
  const submit = async (close: () => boolean) => {
    // The options are kinds of the server.
    const result = await send({ webhook_id: webhook.id, kind: kind as Kind })
    if (result.state !== 'success') return
    close()
    toast({ text: text.test.queued })
  }
  return (
    <DialogForm
      title={text.test.title}
      submitLabel={text.test.send}
      save={save}
      formatReason={text.test.failed}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.test.hint}</p>
      <Select
        label={text.test.kind}
        hint={summary}
        value={kind}
        data-autofocus
        options={kinds.map((one) => ({ value: one.kind, label: one.kind }))}
        onChange={({ target }) => setKind(target.value)}
      />
    </DialogForm>
  )
}
