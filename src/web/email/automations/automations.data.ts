import { endpointPages } from '#web/query/endpoint-query.ts'

export const automationPages = () => endpointPages('GET /automations', {})
