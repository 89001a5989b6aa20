import { iterateItems } from '#client/paginate.ts'
import type { Contact, List } from '#client/resources.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import { endpointQuery, undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'

/** A contact by its id or its address. */
export const contactQuery = (list_id: string, id_or_email: string) =>
  endpointQuery('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email })

const CONCURRENCY = 4

interface FindOptions {
  signal: AbortSignal
  onFound: (list: List, contact: Contact) => void
}

/** One request per list, a few at a time: the public API finds a contact by its exact address only. */
export async function findInLists(
  { call, queryClient }: KeySession,
  address: string,
  { signal, onFound }: FindOptions,
): Promise<void> {
  const first = await queryClient.fetchInfiniteQuery(listPages())
  const lists = first.pages.flatMap((page) => page.data)
  const isComplete = first.pages.at(-1)?.paging.next === null
  if (!isComplete) {
    lists.length = 0
    for await (const list of iterateItems(call, 'GET /lists', {}, { signal })) lists.push(list)
  }
  const worker = async () => {
    for (let list = lists.shift(); list && !signal.aborted; list = lists.shift()) {
      const contact = await queryClient
        .fetchQuery(contactQuery(list.id, address))
        .catch(undefinedIfNotFound)
      if (contact && !signal.aborted) onFound(list, contact)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
