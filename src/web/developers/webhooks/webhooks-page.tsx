import { useQuery } from '@tanstack/react-query'
import WebhookIcon from 'lucide-react/icons/webhook'
import { type ComponentProps, type ReactElement, useCallback, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import { AdminAccess, DeniedPage, useCanManage } from '#web/developers/keys/admin-access.tsx'
import { webhooksText as text } from '#web/messages/en/webhooks.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useLiveQueries } from '#web/session/realtime/use-live-queries.ts'
import { Button, buttonClass, CreateButton } from '#web/ui/button.tsx'
import { useDialogOpener } from '#web/ui/dialog.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, ReadOnlyHint } from '#web/ui/page-states.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { webhookColumns } from './webhook-columns.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { formatAddress } from './webhook-words.rules.ts'
import { MAX_WEBHOOKS, webhooksQuery } from './webhooks.data.ts'

/** All webhooks of the workspace. */
export function Component() {
  const canManage = useCanManage('webhooks.manage')
  const offlineProps = useOfflineProps()
  const { data } = useQuery({ ...webhooksQuery(), enabled: canManage })
  const [isCreating, setCreating] = useState(false)
  const isFull = (data?.data.length ?? 0) >= MAX_WEBHOOKS
  const onCreate = () => setCreating(true)
  return (
    <>
      <PageHeader
        title={text.title}
        area={text.developers}
        actions={
          // The empty state itself offers to create the first one.
          canManage &&
          data &&
          data.data.length > 0 &&
          !isFull && (
            <CreateButton {...offlineProps} onClick={() => !offlineProps && onCreate()}>
              {text.new}
            </CreateButton>
          )
        }
      />
      {canManage && isFull && <ReadOnlyHint>{text.limit(MAX_WEBHOOKS)}</ReadOnlyHint>}
      <AdminAccess
        capability="webhooks.manage"
        loading={text.loading}
        skeleton={<div className="mt-4 h-48 rounded-tray bg-sunken" />}
        denied={(denial) => <DeniedPage icon={WebhookIcon} text={text.access} denial={denial} />}
      >
        <WebhookTable onCreate={onCreate} />
      </AdminAccess>
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </>
  )
}

const rowId = ({ id }: Webhook) => id
const rowName = (webhook: Webhook) => formatAddress(webhook)
const link = ({ id }: Webhook) => paths.webhook(id)

function WebhookTable({ onCreate }: { onCreate: () => void }) {
  useDateSettings() // the cells show times
  const offlineProps = useOfflineProps()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const options = webhooksQuery()
  const query = useQuery(options)
  const loadingState = useLoadingState([query], [options.queryKey])
  // No event tells of an attempt.
  useLiveQueries([['GET /webhooks'], ['GET /webhooks/:webhook_id/stats']], { hasEvents: false })
  const { dialog, openDialog } = useDialogOpener()
  const menu = useCallback(
    (webhook: Webhook, trigger: ReactElement<ComponentProps<'button'>>) => (
      <WebhookMenu {...{ webhook, trigger, openDialog }} />
    ),
    [openDialog],
  )
  const failure =
    query.error && !query.data
      ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
      : undefined
  return (
    <div className="mt-4 flex min-h-0 flex-1 flex-col">
      <DataTable
        caption={text.title}
        columns={webhookColumns}
        view=""
        {...{ rowId, rowName, link, menu, singleKeys, failure }}
        rows={failure ? [] : loadingState.showSkeleton ? undefined : query.data?.data}
        loading={loadingState}
        empty={
          <EmptyState
            icon={WebhookIcon}
            title={text.empty}
            action={
              <>
                <Button
                  {...offlineProps}
                  variant="primary"
                  data-create
                  onClick={() => !offlineProps && onCreate()}
                >
                  {text.new}
                </Button>
                <Link to={paths.guide('webhook-receiver')} className={buttonClass()}>
                  {text.guide}
                </Link>
              </>
            }
          >
            {text.emptyDescription}
          </EmptyState>
        }
      />
      {dialog}
    </div>
  )
}
