import type { Verbs } from '#service/context.ts'
import { fetchPage } from '#service/page-query.ts'
import { invalidField } from '#service/refusal.ts'
import { countEvents, eventsAfter, numberOf } from './events.store.ts'

export const eventVerbs = {
  async 'GET /events'({ db, cursor }, { kinds = ['*'], starting_after, ...page }) {
    const event_id = starting_after?.startsWith('evt_') === true ? starting_after : undefined
    const number = event_id === undefined ? undefined : await numberOf(db, event_id)
    if (event_id !== undefined && number === undefined)
      throw invalidField(
        'starting_after',
        'unknown_cursor',
        'No event of the last 7 days has this id.',
      )
    const last = number === undefined ? cursor.last?.map(String)[0] : number
    const result = await fetchPage(
      { last: last === undefined ? undefined : [last], next: (values) => cursor.next(values) },
      page,
      {
        rows: (after, limit) => eventsAfter(db, kinds, String(after?.[0] ?? '0'), limit),
        keyOf: ({ number: position }) => [position],
        total: () => countEvents(db, kinds),
      },
    )
    return { ...result, data: result.data.map(({ body }) => JSON.parse(body)) }
  },
} satisfies Partial<Verbs>
