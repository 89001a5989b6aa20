import { useQuery } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'

import { ListFrame } from '#web/email/lists/list-header.tsx'
import { listQuery } from '#web/email/lists/lists.data.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { ImportAssistant } from './import-assistant.tsx'

/** Imports a file of contacts into a list. */
export function Component() {
  const { list_id = '' } = useParams()
  const options = listQuery(list_id)
  const query = useQuery(options)
  const loadingState = useLoadingState([query], [options.queryKey])
  const list = query.data
  const canWrite = useCanWrite()
  return (
    <ListFrame list_id={list_id} tab={null} section={text.title}>
      {!canWrite ? (
        <Locked title={text.readOnly} list_id={list_id}>
          {text.readOnlyDescription}
        </Locked>
      ) : query.isError && !list ? (
        <ErrorState
          title={text.listFailed}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : loadingState.showSkeleton || !list ? (
        <Skeleton label={text.loadingList} loading={loadingState}>
          <div className="mt-6 h-48 rounded-card bg-sunken" />
        </Skeleton>
      ) : list.archived ? (
        <Locked title={text.archived} list_id={list_id}>
          {text.archivedDescription}
        </Locked>
      ) : (
        <ImportAssistant
          key={list_id}
          list_id={list_id}
          list_name={list.name}
          asksForConfirmation={list.double_opt_in === true}
        />
      )}
    </ListFrame>
  )
}

interface LockedProps {
  title: string
  list_id: string
  children: ReactNode
}

const Locked = ({ title, list_id, children }: LockedProps) => (
  <PageState
    state="empty"
    icon={Lock}
    title={title}
    action={
      <Link to={paths.list(list_id)} className={buttonClass('primary')}>
        {text.backToList}
      </Link>
    }
  >
    {children}
  </PageState>
)
