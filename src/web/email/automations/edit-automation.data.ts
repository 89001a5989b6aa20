import type { Automation } from '#client/resources.ts'
import { automationText as text } from '#web/messages/en/automations.ts'
import { endpointPages, undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, inList } from '#web/session/resources/places.ts'
import { removeResource } from '#web/session/resources/remove-resource.ts'
import { defineResource } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatStatus } from '#web/ui/pill.tsx'

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

export const automationResource = defineResource<
  Automation,
  'name' | 'trigger' | 'allow_repeat' | 'status'
>({
  kind: 'automation',
  places: [alone('GET /automations/:automation_id'), inList<Automation>('GET /automations')],
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    trigger: {
      label: text.fields.trigger,
      format: (trigger) => formatFieldValue(trigger && text.triggers[trigger]),
    },
    allow_repeat: { label: text.fields.allowRepeat, format: text.allowRepeatState },
    status: {
      label: text.fields.status,
      format: (status) => formatFieldValue(status && formatStatus(status)),
    },
  },
  savedFields: ['updated_at'],
  title: ({ name }) => name,
  label: ({ name }, { status }) => (status ? text.changed[status](name) : text.edited(name)),
  scope: ({ id }) => `automation:${id}`,
  save: ({ mutate }, { id: automation_id }, changes, options) =>
    mutate('PATCH /automations/:automation_id', { automation_id, ...changes }, options),
  read: ({ call }, { id: automation_id }) =>
    call('GET /automations/:automation_id', { automation_id }).catch(undefinedIfNotFound),
})

/** Starts, pauses, archives or restores an automation. */
export const setAutomationStatus = (session: KeySession, automation: Automation, status: Status) =>
  void editResource(session, automationResource, automation, { status })

/** The caller has confirmed it, and shows an error: there is no undo. */
export const deleteAutomation = (session: KeySession, automation: Automation) =>
  removeResource(
    session,
    automationResource,
    automation,
    (options) =>
      session.mutate(
        'DELETE /automations/:automation_id',
        { automation_id: automation.id },
        options,
      ),
    { silent: true },
  )

/** What the status of an automation allows; a server that omits it decides itself. */
export const canStart = ({ status }: Automation) => status === 'draft' || status === 'paused'
export const canEnroll = ({ status }: Automation) => status === undefined || status === 'active'
