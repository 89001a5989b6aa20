import type { Automation } from '#client/resources.ts'
import { automationText as text } from '#web/messages/en/automations.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'

export const enrollmentStatuses = ['active', 'completed', 'cancelled', 'failed'] as const

export interface EnrollmentFilter {
  readonly status?: (typeof enrollmentStatuses)[number] | undefined
  readonly contact_id?: string | undefined
}

/** Needs `automations.write`. */
export const enrollmentPages = (automation_id: string, { status, contact_id }: EnrollmentFilter) =>
  endpointPages('GET /automations/:automation_id/enrollments', {
    automation_id,
    ...(status !== undefined && { status }),
    ...(contact_id !== undefined && { contact_id }),
  })

type Status = NonNullable<Automation['status']>

/** Starts, pauses, archives or restores an automation. */
export function setAutomationStatus(session: KeySession, automation: Automation, status: Status) {
  const { id: automation_id, name } = automation
  const before = automation.status
  void session.mutate(
    'PATCH /automations/:automation_id',
    { automation_id, status },
    {
      scope: `automation:${automation_id}`,
      replaces: `automation:${automation_id}:status`,
      retry: () => setAutomationStatus(session, automation, status),
      undo: before && {
        label: text.changed[status](name),
        resource_id: automation_id,
        undo: () => setAutomationStatus(session, { ...automation, status }, before),
      },
    },
  )
}

/** What the status of an automation allows; a server that omits it decides itself. */
export const canStart = ({ status }: Automation) => status === 'draft' || status === 'paused'
export const canEnroll = ({ status }: Automation) => status === undefined || status === 'active'
