import { Id } from '#contract/primitives.ts'
import type { Verbs } from '#service/context.ts'
import { fetchPage } from '#service/page-query.ts'
import { invalidField } from '#service/refusal.ts'
import { countEvents, eventsAfter, numberOf } from './events.store.ts'

export const eventVerbs = {
  async 'GET /events'({ db, cursor }, { kinds = ['*'], starting_after, ...page }) {
    const event_id = starting_after?.startsWith('evt_') === true ? starting_after : undefined
    // What is no id cannot be looked up.
    const isId = Id.safeParse(event_id).success
    const number = isId && event_id !== undefined ? await numberOf(db, event_id) : undefined
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
