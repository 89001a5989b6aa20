import Lock from 'lucide-react/icons/lock'
import ScrollText from 'lucide-react/icons/scroll-text'
import { Link } from 'react-router-dom'

import { auditText as text } from '#web/messages/en/audit.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { AuditLog } from './audit-log.tsx'

/** What each key did, for admin keys. */
export function Component() {
  const { query, queryKey, can } = useSettledCapabilities()
  const loadingState = useLoadingState([query], [queryKey])
  return (
    <>
      <PageHeader title={text.title} area={text.developers} />
      {query.error && !query.data && query.error.code !== 'not_found' ? (
        <ErrorState
          title={text.access.failed}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <Skeleton label={text.loading} loading={loadingState}>
          <div className="mt-4 h-96 rounded-tray bg-sunken" />
        </Skeleton>
      ) : !can('audit.read') ? (
        <PageState state="missing" icon={ScrollText} title={text.access.unsupported} action={back}>
          {text.access.unsupportedDescription}
        </PageState>
      ) : query.data?.key?.admin !== true ? (
        <PageState state="empty" icon={Lock} title={text.access.adminOnly} action={back}>
          {text.access.adminOnlyDescription}
        </PageState>
      ) : (
        <AuditLog />
      )}
    </>
  )
}

const back = (
  <Link to={paths.overview()} className={buttonClass('primary')}>
    {text.access.back}
  </Link>
)
