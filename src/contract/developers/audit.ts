import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp, TimestampIn, anyOf, page, pageQuery } from '#contract/primitives.ts'
import { auditKinds } from './audit.rules.ts'

const named = z.object({ id: Id, name: z.string() })

/** One request that changed something or exported data. It contains no values, so no secret either. */
export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  kind: z.enum(auditKinds),
  resource: z.object({
    type: z.string(),
    /** Null when the request was about several resources. */
    id: z.string().nullable(),
    /** The resource that contains it, such as the list of a contact, where the path of the request names it. */
    parent_id: z.string().nullable(),
    /** How many resources were changed, by a request about several of them. */
    count: z.int().nullable(),
  }),
  /** Also a revoked key. `key_command_line` is the command line, which has none. */
  key: named,
  /** Whom the key stood for at that time, also when the member was deleted since. */
  member: named.nullable(),
  /** The client's, as far as `TRUST_PROXY` vouches for it. */
  address: z.string(),
  request_id: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = {
  'GET /audit-log': endpoint({
    scope: 'admin',
    source: 'addition',
    capability: 'audit.read',
    summary:
      'List the successful writes and exports of the last 90 days, newest first: one entry for each request, imports included. What the server does by itself, such as publishing at a time, is no request',
    input: z.object({
      ...pageQuery,
      key_id: anyOf(Id).optional(),
      kind: anyOf(z.enum(auditKinds)).optional(),
      since: TimestampIn.optional(),
    }),
    output: page(AuditEntry),
  }),
}
