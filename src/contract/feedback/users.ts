import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { documented } from '#contract/documented.ts'
import { fieldChanges } from '#contract/email/contact-input.ts'
import { AddressFilter, EmailAddress } from '#contract/email/contacts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { importMode } from '#contract/import-mode.ts'
import { Id, Timestamp, TimestampIn, line, page, pageQuery } from '#contract/primitives.ts'

/** A portal user as referenced by votes and lists. */
export const PortalUserRef = z.object({
  id: Id,
  external_id: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  avatar_url: z.string().nullable(),
})
export type PortalUserRef = z.infer<typeof PortalUserRef>

export const PortalUser = documented(
  z.object({
    ...PortalUserRef.shape,
    attributes: z.record(z.string(), z.string()),
    /** Excludes deleted posts. */
    counters: z.object({ posts: z.int(), votes: z.int(), comments: z.int() }),
    last_seen_at: Timestamp.nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id'],
)
export type PortalUser = z.infer<typeof PortalUser>

const externalId = line(1, 255)
const profile = {
  name: line(1, 255).nullable().optional(),
  avatar_url: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .max(2000)
    .nullable()
    .optional(),
}
/** Merged by key: a missing key is kept, null removes it. */
const attributes = fieldChanges.nullable().optional()

/** References a user by id, external id or email address; creates one when none matches. */
export const UserRef = z.object({
  id: Id.optional(),
  external_id: externalId.nullable().optional(),
  email: EmailAddress.nullable().optional(),
  ...profile,
})
export type UserRef = z.infer<typeof UserRef>

/** The acting user, as an object or by id. */
export const actingUser = { user: UserRef.nullable().optional(), user_id: Id.optional() }

export const portalUsers = {
  'GET /feedback/users': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the users who posted, voted, commented or were identified',
    input: z.object({
      ...pageQuery,
      ...additions('users.search', {
        search: line(1, 200).optional(),
        email: AddressFilter.optional(),
        external_id: externalId.optional(),
        sort: z.enum(['created_at', '-created_at', 'name']).optional(),
      }),
    }),
    output: page(PortalUser),
  }),
  'GET /feedback/users/:user_id': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read one user with counters',
    input: z.object({}),
    output: PortalUser,
  }),
  'POST /feedback/users/identify': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Create or update a user by external id or email address',
    input: z.object({
      external_id: externalId.nullable().optional(),
      email: EmailAddress.nullable().optional(),
      ...profile,
      attributes,
      ...importMode,
      ...additions('import', {
        created_at: TimestampIn.optional(),
        last_seen_at: TimestampIn.nullable().optional(),
      }),
    }),
    output: PortalUser,
    status: [201, 200],
    location: '/feedback/users/:id',
    audit: 'created',
  }),
  'PATCH /feedback/users/:user_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'users.search',
    summary: 'Change the name, avatar, identifiers or attributes of a user',
    input: z.object({
      external_id: externalId.nullable().optional(),
      email: EmailAddress.nullable().optional(),
      ...profile,
      attributes,
      ...importMode,
    }),
    output: PortalUser,
  }),
}
