import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import {
  automationText as text,
  enrollmentFilterText as filterText,
} from '#web/messages/en/automations.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { ConfirmRemovalDialog } from '#web/ui/form/dialog-form.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { type EnrollmentFilter, enrollmentPages } from './edit-automation.data.ts'
import { EnrollmentFilters } from './enrollment-filters.tsx'

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

interface EnrollmentListProps {
  automation_id: string
  list_id: string | undefined
}

/** Who runs through an automation, by state or by address. */
export function EnrollmentList({ automation_id, list_id }: EnrollmentListProps) {
  const [filter, setFilter] = useState<EnrollmentFilter>({})
  const [address, setAddress] = useState('')
  const isFiltered = filter.status !== undefined || filter.contact_id !== undefined
  const { data } = useInfiniteQuery(enrollmentPages(automation_id, {}))
  const isEmpty = data?.pages.every((page) => page.data.length === 0) === true
  if (isEmpty && !isFiltered) return <p className="text-cell text-ink-2">{text.noEnrollments}</p>
  const clear = () => {
    document.querySelector<HTMLElement>('[data-enrollment-filters] select')?.focus() // the button goes
    setFilter({})
    setAddress('')
  }
  return (
    <>
      <EnrollmentFilters
        {...{ list_id, filter, address }}
        onChange={setFilter}
        onAddressChange={setAddress}
      />
      <Enrollments {...{ automation_id, filter }} onClear={isFiltered ? clear : undefined} />
    </>
  )
}

interface EnrollmentsProps {
  automation_id: string
  filter: EnrollmentFilter
  /** Shows all again; absent while all are shown. */
  onClear: (() => void) | undefined
}

/** Active enrollments can be canceled. */
function Enrollments({ automation_id, filter, onClear }: EnrollmentsProps) {
  useDateSettings() // the rows show times
  const query = useInfiniteQuery({
    ...enrollmentPages(automation_id, filter),
    placeholderData: keepPreviousData,
  })
  const { mutate } = useSession()
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const [target, setTarget] = useState<CancelTarget>()
  const enrollments = query.data?.pages.flatMap((page) => page.data)
  if (query.error && !enrollments)
    return (
      <p role="alert" className="flex w-full flex-wrap items-center gap-2 text-cell text-bad-ink">
        {text.enrollmentsFailed} {formatLoadError(query.error)}
        <Button size="small" onClick={() => void query.refetch()}>
          {messages.app.tryAgain}
        </Button>
      </p>
    )
  if (!enrollments) return <div data-state="loading" aria-busy className="min-h-24" />
  if (enrollments.length === 0)
    return (
      <p role="status" data-state="filtered-empty" className="text-cell text-ink-2">
        {filterText.noMatches}{' '}
        {onClear && (
          <Button size="small" onClick={onClear}>
            {filterText.clear}
          </Button>
        )}
      </p>
    )
  return (
    <>
      <table className="w-full text-cell">
        <caption className="sr-only">{text.enrollments}</caption>
        <tbody>
          {enrollments.map(({ id, email_address, status, created_at, completed_at }) => (
            <tr key={id} data-testid="enrollment">
              <th
                scope="row"
                className="w-full max-w-0 border-b border-line py-2 pe-3 text-start align-top font-medium wrap-anywhere"
              >
                <Address>{email_address}</Address>
                <span className="block text-meta font-normal text-ink-3">
                  {text.started} <RelativeTime at={created_at} />
                  {completed_at && (
                    <>
                      , {text.ended.toLowerCase()} <RelativeTime at={completed_at} />
                    </>
                  )}
                </span>
              </th>
              <td className="border-b border-line py-2 text-end align-top whitespace-nowrap">
                <StatusPill kind="enrollment" value={status} />
                {canWrite && status === 'active' && (
                  <Button
                    {...offlineProps}
                    size="small"
                    className="ms-auto mt-1"
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
        <ConfirmRemovalDialog
          title={text.cancelTitle(target.email_address)}
          effect={text.cancelEffect}
          action={text.cancelEnrollment}
          cancelLabel={text.keep}
          remove={() =>
            mutate(
              'DELETE /automations/:automation_id/enrollments/:enrollment_id',
              { automation_id, enrollment_id: target.id },
              { silent: true },
            )
          }
          onClose={() => setTarget(undefined)}
          onRemoved={() => toast({ text: text.canceled(target.email_address) })}
        />
      )}
    </>
  )
}
