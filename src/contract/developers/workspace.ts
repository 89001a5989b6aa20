import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, Locale, name, Timestamp, TimeZone } from '#contract/primitives.ts'

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

export const Workspace = z.object({
  id: Id,
  name: z.string(),
  /** An IANA name, such as `Europe/Berlin`. */
  time_zone: z.string(),
  /** A BCP 47 language tag, such as `en-GB`. */
  locale: z.string(),
  /** Whether published changelog entries have public pages. */
  public_changelog: z.boolean(),
  /** The address of the public changelog; null while it is off. */
  public_changelog_url: z.string().nullable(),
  version: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Workspace = z.infer<typeof Workspace>

export const workspace = {
  'GET /workspace': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'workspace.write',
    summary: 'Read the settings of the workspace',
    input: z.object({}),
    output: Workspace,
  }),
  'PATCH /workspace': endpoint({
    scope: 'admin',
    source: 'addition',
    capability: 'workspace.write',
    summary: 'Change the settings of the workspace; public_changelog switches its public pages',
    input: z.object({
      name: name(255).optional(),
      time_zone: TimeZone.optional(),
      locale: Locale.optional(),
      public_changelog: z.boolean().optional(),
    }),
    output: Workspace,
  }),
  'GET /openapi.json': endpoint({
    scope: 'read',
    source: 'addition',
    summary: 'The OpenAPI 3.1 specification of this server',
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
  }),
}
