import type { QueryClient } from '@tanstack/react-query'

import type { Contact } from '#client/resources.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'

/** A contact by its id or its address. */
export const contactQuery = (list_id: string, id_or_email: string) =>
  endpointQuery('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })

/** A contact that some page has loaded, until it is requested itself. */
export function getCachedContact(queryClient: QueryClient, id: string): Contact | undefined {
  type Page = { readonly data: readonly Contact[] }
  const names = [
    'GET /lists/:list_id/contacts',
    'GET /lists/:list_id/segments/:segment_id/contacts',
  ] as const
  for (const name of names)
    for (const [, page] of queryClient.getQueriesData<Page>({ queryKey: [name] })) {
      const found = page?.data?.find((contact) => contact.id === id)
      if (found) return found
    }
  return undefined
}
