import { endpointQuery } from '#web/query/endpoint-query.ts'

/** A contact by its id or its address. */
export const contactQuery = (list_id: string, id_or_email: string) =>
  endpointQuery('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })
