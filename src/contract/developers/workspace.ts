import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/primitives.ts'
import { ApiKey } from './keys.ts'

/** A person who can be assigned, not a login. */
export const Member = z.object({ id: Id, name: z.string(), avatar_url: z.string().nullable() })
export type Member = z.infer<typeof Member>

export const WorkspaceMember = z.object({
  ...Member.shape,
  email: z.string().nullable(),
  role: z.string().nullable(),
  external_ref: z.string().nullable(),
  version: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WorkspaceMember = z.infer<typeof WorkspaceMember>

export const Me = z.object({
  key: ApiKey,
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

export const workspace = {
  'GET /me': endpoint({
    scope: 'read',
    source: 'addition',
    summary: 'Read the current API key, its workspace and the capabilities of this server',
    input: z.object({}),
    output: Me,
  }),
  'GET /openapi.json': endpoint({
    scope: 'read',
    source: 'addition',
    summary: 'The OpenAPI 3.1 specification of this server',
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
  }),
}
