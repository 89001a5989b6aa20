import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/primitives.ts'
import { Post } from './posts.ts'
import { PortalUser } from './users.ts'

export const merges = {
  'POST /feedback/posts/:post_id/merge': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'posts.merge',
    summary: 'Merge a post into another: its votes move there, and lists omit it',
    input: z.object({ into_id: Id }),
    output: Post,
    audit: 'merged',
  }),
  'POST /feedback/posts/:post_id/unmerge': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'posts.merge',
    summary: 'Undo a merge: exactly the votes that it moved return',
    input: z.object({}),
    output: Post,
    audit: 'unmerged',
  }),
  'POST /feedback/users/:user_id/merge': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'users.merge',
    summary: 'Merge another user into this one and delete the other',
    input: z.object({ from_id: Id }),
    output: PortalUser,
    audit: 'merged',
  }),
  'DELETE /feedback/users/:user_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'users.merge',
    summary: 'Erase the personal data of a user; posts, comments and votes stay, without a name',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
