import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/primitives.ts'
import { ApiKey } from './keys.ts'
import { Member } from './workspace.ts'

export const Me = z.object({
  key: ApiKey,
  /** The member that the key belongs to. Requests still act as the owner. */
  member: z.object({ ...Member.shape, email: z.string().nullable() }).nullable(),
  workspace: z.object({
    id: Id,
    name: z.string(),
    owner: z.object({ id: Id, name: z.string(), email: z.string().nullable() }),
  }),
  /** Names in `capabilities.ts`; clients ignore unknown ones. */
  capabilities: z.array(z.string()),
  limits: z.object({
    page_size: z.int(),
    body_bytes: z.int(),
    open_cards: z.int(),
    /** Requests per second, or null without a rate limit. */
    rate: z.number().nullable(),
  }),
  server: z.object({
    name: z.string(),
    version: z.string(),
    api_version: z.literal('v1'),
    time: Timestamp,
  }),
})
export type Me = z.infer<typeof Me>

export const me = {
  'GET /me': endpoint({
    scope: 'read',
    source: 'addition',
    summary:
      'Read the current API key with its expiry, the member it belongs to, its workspace and the capabilities of this server',
    input: z.object({}),
    output: Me,
  }),
}
