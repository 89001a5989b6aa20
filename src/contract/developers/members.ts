import { z } from 'zod'

import { EmailAddress } from '#contract/email/contacts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { importMode } from '#contract/import-mode.ts'
import { ExternalRef, line, name, page, pageQuery } from '#contract/primitives.ts'
import { WorkspaceMember } from './workspace.ts'

const details = {
  email: EmailAddress.nullable().optional(),
  avatar_url: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullable()
    .optional(),
  role: line(1, 64).nullable().optional(),
  ...importMode,
}

export const members = {
  'GET /members': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'members.list',
    summary: 'List the workspace members, who can be assigned',
    input: z.object({ ...pageQuery, external_ref: ExternalRef.optional() }),
    output: page(WorkspaceMember),
  }),
  'POST /members': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'members.list',
    summary: 'Add a member, who can be assigned',
    input: z.object({ name: name(255), ...details, external_ref: ExternalRef.optional() }),
    output: WorkspaceMember,
    status: 201,
  }),
  'PATCH /members/:member_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'members.write',
    summary: 'Change the name, email address, avatar or role of a member',
    input: z.object({ name: name(255).optional(), ...details }),
    output: WorkspaceMember,
  }),
  'DELETE /members/:member_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'members.write',
    summary: 'Remove a member from every card, post and API key; what they wrote keeps their name',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
