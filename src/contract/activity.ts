import { z } from 'zod'

import { Id, Timestamp } from '#contract/primitives.ts'

/** Who did something: the member of the API key, else the key, else the service itself, such as the command line or a job. */
export const Actor = z.object({
  type: z.enum(['member', 'key', 'service']),
  id: Id.nullable(),
  /** The name of today, also of a deleted member or a revoked key. */
  name: z.string().nullable(),
})
export type Actor = z.infer<typeof Actor>

/** One thing that happened to a card, a post or a contact. */
export const Activity = z.object({
  id: Id,
  at: Timestamp,
  actor: Actor,
  /** The kind of the event, such as `card.moved`. */
  event: z.string(),
  /** By field. What is referred to by its id also has its name as it was then, such as `list_name` beside `list_id`. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})
export type Activity = z.infer<typeof Activity>
