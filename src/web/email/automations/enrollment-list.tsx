import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ConfirmSaveDialog } from '#web/email/lists/guarded-save.tsx'
import { messages } from '#web/messages/en/app.ts'
import { automationText as text } from '#web/messages/en/automations.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { enrollmentPages } from './automations.data.ts'
import { enrollmentReads } from './edit-automation.data.ts'

interface CancelTarget {
  readonly id: string
  readonly email_address: string
}

/** An address that breaks after its @ before it breaks in a word. */
function Address({ children }: { children: string }) {
  const at = children.lastIndexOf('@') + 1
  return (
    <bdi>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </bdi>
  )
}

/** Who runs through an automation; active enrollments can be canceled. */
export function EnrollmentList({ automation_id }: { automation_id: string }) {
  useDateSettings() // the rows show times
  const query = useInfiniteQuery(enrollmentPages(automation_id))
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const [target, setTarget] = useState<CancelTarget>()
  const enrollments = query.data?.pages.flatMap(({ data }) => data)
  if (query.error && !enrollments)
    return (
      <p role="alert" className="automation-reason">
        {text.enrollmentsFailed} {formatLoadError(query.error)}
        <Button size="small" onClick={() => void query.refetch()}>
          {messages.app.tryAgain}
        </Button>
      </p>
    )
  if (!enrollments) return <div data-state="loading" aria-busy className="automation-space" />
  if (enrollments.length === 0) return <p className="automation-note">{text.noEnrollments}</p>
  return (
    <>
      <table className="automation-table">
        <caption className="sr-only">{text.enrollments}</caption>
        <tbody>
          {enrollments.map(({ id, email_address, status, created_at, completed_at }) => (
            <tr key={id} data-testid="enrollment">
              <th scope="row">
                <Address>{email_address}</Address>
                <span className="automation-times">
                  {text.started} <RelativeTime at={created_at} />
                  {completed_at && (
                    <>
                      , {text.ended.toLowerCase()} <RelativeTime at={completed_at} />
                    </>
                  )}
                </span>
              </th>
              <td>
                <StatusPill kind="enrollment" value={status} />
                {canWrite && status === 'active' && (
                  <Button
                    {...offlineProps}
                    size="small"
                    aria-label={text.cancelOf(email_address)}
                    onClick={() => !offlineProps && setTarget({ id, email_address })}
                  >
                    {text.cancelEnrollment}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <Button
          size="small"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {text.moreEnrollments}
        </Button>
      )}
      {target && (
        <ConfirmSaveDialog
          title={text.cancelTitle(target.email_address)}
          effect={text.cancelEffect}
          action={text.cancelEnrollment}
          cancel={text.keep}
          endpoint="DELETE /automations/:automation_id/enrollments/:enrollment_id"
          input={{ automation_id, enrollment_id: target.id }}
          invalidates={enrollmentReads}
          onClose={() => setTarget(undefined)}
          onDone={() => toast({ text: text.canceled(target.email_address) })}
        />
      )}
    </>
  )
}
