import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp, page, pageQuery } from '#contract/primitives.ts'

export const CardActivity = z.object({
  id: Id,
  at: Timestamp,
  /** The API key of the change with its current name, or the service itself: the command line, or a job. */
  actor: z.object({
    type: z.enum(['key', 'service']),
    id: Id.nullable(),
    name: z.string().nullable(),
  }),
  /** The kind of the event, such as `card.moved`. */
  event: z.string(),
  /** By field. A move between lists also has `list_name`, and one between boards `board_name`, as they were then. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})
export type CardActivity = z.infer<typeof CardActivity>

export const cardActivity = {
  'GET /cards/:card_id/activity': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'cards.activity',
    summary: 'List what happened to a card, newest first',
    input: z.object({ ...pageQuery }),
    output: page(CardActivity),
  }),
}
