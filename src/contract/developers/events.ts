import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { eventKinds } from '#contract/event-kinds.ts'
import { Timestamp, anyOf, page, pageQuery } from '#contract/primitives.ts'

/** An event as webhooks receive it. */
export const Event = z.looseObject({
  id: z.string(),
  event: z.string(),
  created_at: Timestamp,
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof Event>

/** `*`, the default, is every kind except internal comments, which must be named. */
export const kindsQuery = { kinds: anyOf(z.enum(['*', ...eventKinds])).optional() }

export const events = {
  'GET /events': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'events.stream',
    summary:
      'List the events of the last 7 days, oldest first; starting_after is a cursor or the id of an event. GET /events/stream sends the same as server-sent events',
    input: z.object({ ...pageQuery, ...kindsQuery }),
    output: page(Event),
  }),
}
