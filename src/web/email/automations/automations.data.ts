import { endpointPages } from '#web/query/endpoint-query.ts'

export const automationPages = () => endpointPages('GET /automations', {})

/** Needs `automations.write`. */
export const enrollmentPages = (automation_id: string) =>
  endpointPages('GET /automations/:automation_id/enrollments', { automation_id })
