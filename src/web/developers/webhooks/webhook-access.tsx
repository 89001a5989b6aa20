import Lock from 'lucide-react/icons/lock'
import WebhookIcon from 'lucide-react/icons/webhook'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { webhooksText } from '#web/messages/en/webhooks.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'

const text = webhooksText.access

const back = (
  <Link to={paths.overview()} className={buttonClass('primary')}>
    {text.back}
  </Link>
)

interface WebhookAccessProps {
  /** What has the size of the content while that is not known. */
  skeleton: ReactNode
  children: ReactNode
}

/** Shows webhooks to admin keys that can write; says to other ones what they may not do. */
export function WebhookAccess({ skeleton, children }: WebhookAccessProps) {
  const { connection } = useSession()
  const { query, queryKey, can } = useSettledCapabilities()
  const loadingState = useLoadingState([query], [queryKey])
  if (query.error && !query.data && query.error.code !== 'not_found')
    return (
      <ErrorState title={text.failed} error={query.error} onRetry={() => void query.refetch()} />
    )
  if (query.isPending)
    return (
      <Skeleton label={webhooksText.loading} loading={loadingState}>
        {skeleton}
      </Skeleton>
    )
  if (!can('webhooks.manage'))
    return (
      <PageState state="missing" icon={WebhookIcon} title={text.unsupported} action={back}>
        {text.unsupportedDescription}
      </PageState>
    )
  const key = query.data?.key
  if (connection.read_only || key?.scope === 'read')
    return (
      <PageState state="empty" icon={Lock} title={text.readOnly} action={back}>
        {text.readOnlyDescription}
      </PageState>
    )
  if (!key?.admin)
    return (
      <PageState state="empty" icon={Lock} title={text.adminOnly} action={back}>
        {text.adminOnlyDescription}
      </PageState>
    )
  return children
}

/** The same for buttons outside of it, which are hidden until it is known. */
export function useCanManageWebhooks(): boolean {
  const { connection } = useSession()
  const { query, can } = useSettledCapabilities()
  const key = query.data?.key
  return (
    can('webhooks.manage') && !connection.read_only && key?.scope === 'write' && key.admin === true
  )
}
