import { useQuery } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import SquareKanban from 'lucide-react/icons/square-kanban'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { ImportAssistant } from './import-assistant.tsx'

const meQuery = endpointQuery('GET /me', {})

export const Component = () => (
  <>
    <PageHeader
      title={text.title}
      parent={{ label: messages.app.nav.boards, to: paths.boards() }}
    />
    <TrelloImport />
  </>
)

function TrelloImport() {
  const { connection } = useSession()
  const me = useQuery(meQuery)
  const loadingState = useLoadingState([me], [meQuery.queryKey])

  if (me.isError && !me.data) {
    if (me.error.code === 'not_found') return <Unsupported />
    return <ErrorState title={text.failed} error={me.error} onRetry={() => void me.refetch()} />
  }
  if (loadingState.showSkeleton || !me.data) {
    return (
      <Skeleton label={text.loading} loading={loadingState}>
        <div className="mt-6 h-48 rounded-card bg-sunken" />
      </Skeleton>
    )
  }
  const { key, capabilities } = me.data
  if (!['import', 'boards.write'].every((one) => capabilities.includes(one))) return <Unsupported />
  if (connection.read_only || key?.scope === 'read')
    return <Locked title={text.readOnly}>{text.readOnlyDescription}</Locked>
  if (!key?.admin) return <Locked title={text.adminOnly}>{text.adminOnlyDescription}</Locked>
  return <ImportAssistant />
}

const back = (
  <Link to={paths.boards()} className={buttonClass('primary')}>
    {text.backToBoards}
  </Link>
)

const Unsupported = () => (
  <PageState state="missing" icon={SquareKanban} title={text.unsupported} action={back}>
    {text.unsupportedDescription}
  </PageState>
)

const Locked = ({ title, children }: { title: string; children: ReactNode }) => (
  <PageState state="empty" icon={Lock} title={title} action={back}>
    {children}
  </PageState>
)
