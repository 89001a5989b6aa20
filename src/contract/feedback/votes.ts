import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { importMode } from '#contract/import-mode.ts'
import { Id, Timestamp, TimestampIn, page, pageQuery } from '#contract/primitives.ts'
import { PortalUserRef, UserRef, actingUser } from './users.ts'

export const Vote = documented(
  z.object({
    id: Id,
    post_id: Id,
    user_id: Id,
    user: PortalUserRef,
    version: z.string(),
    created_at: Timestamp,
  }),
  ['id'],
)
export type Vote = z.infer<typeof Vote>

export const votes = {
  'GET /feedback/posts/:post_id/votes': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'feedback.votes.list',
    summary: 'List the votes of a post, newest first',
    input: z.object(pageQuery),
    output: page(Vote),
  }),
  'POST /feedback/posts/:post_id/votes': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Add a vote of a user; returns the existing vote if there is one',
    input: z.object({
      ...actingUser,
      external_id: UserRef.shape.external_id,
      email: UserRef.shape.email,
      ...importMode,
      ...additions('import', { created_at: TimestampIn.optional() }),
    }),
    output: Vote,
    status: [201, 200],
  }),
  'DELETE /feedback/posts/:post_id/votes/:vote_id': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Remove a vote',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
