import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, name, page, pageQuery, Timestamp, TimestampIn } from '#contract/primitives.ts'
import { Member } from './workspace.ts'

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  prefix: z.enum(['wsk_r_', 'wsk_w_']),
  last4: z.string(),
  scope: z.enum(['read', 'write']),
  admin: z.boolean(),
  /** Who uses it; null for a program, and after the member was deleted. */
  member: Member.nullable(),
  expires_at: Timestamp.nullable(),
  /** Accurate to the minute; a use is no change of the version. */
  last_used_at: Timestamp.nullable(),
  version: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ApiKey = z.infer<typeof ApiKey>

/** The only response that contains the key itself. */
export const NewApiKey = z.object({ ...ApiKey.shape, key: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>

export const keys = {
  'GET /api-keys': endpoint({
    scope: 'admin',
    source: 'addition',
    capability: 'keys.manage',
    summary: 'List the keys of the workspace, without their values',
    input: z.object({ ...pageQuery }),
    output: page(ApiKey),
  }),
  'POST /api-keys': endpoint({
    scope: 'admin',
    source: 'addition',
    capability: 'keys.manage',
    summary: 'Create a key; its value is returned only once',
    input: z.object({
      name: name(255),
      scope: z.enum(['read', 'write']),
      admin: z.boolean().optional(),
      member_id: Id.nullable().optional(),
      expires_at: TimestampIn.nullable().optional(),
    }),
    output: NewApiKey,
    status: 201,
    secret: true,
  }),
  'PATCH /api-keys/:key_id': endpoint({
    scope: 'admin',
    source: 'addition',
    capability: 'keys.manage',
    summary: 'Change the name of a key, or the member it belongs to',
    input: z.object({ name: name(255).optional(), member_id: Id.nullable().optional() }),
    output: ApiKey,
  }),
  'DELETE /api-keys/:key_id': endpoint({
    scope: 'admin',
    source: 'addition',
    capability: 'keys.manage',
    summary:
      'Revoke a key; its next request is rejected. The last admin key that works cannot be revoked',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
    audit: 'revoked',
  }),
}
