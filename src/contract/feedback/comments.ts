import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import { Id, QueryFlag, Timestamp, page, pageQuery, text } from '#contract/primitives.ts'
import { Author, ImportedAuthor } from './posts.ts'
import { actingUser } from './users.ts'

export const Comment = documented(
  z.object({
    id: Id,
    post_id: Id,
    parent_id: Id.nullable(),
    /** Markdown source. */
    body: z.string(),
    /** An internal note, which portal users cannot see. */
    internal: z.boolean(),
    author: Author,
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'body'],
)
export type Comment = z.infer<typeof Comment>

const body = text(10_000).refine((value) => value.trim() !== '', { error: 'must not be empty' })

export const comments = {
  'GET /feedback/posts/:post_id/comments': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the public comments of a post, with internal=true also internal notes',
    input: z.object({
      ...pageQuery,
      internal: QueryFlag.optional(),
      ...byReference,
    }),
    output: page(Comment),
  }),
  'POST /feedback/posts/:post_id/comments': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Comment as the team or as a user, or add an internal note',
    input: z.object({
      body,
      internal: z.boolean().optional(),
      parent_id: Id.nullable().optional(),
      ...actingUser,
      ...importFields,
      ...additions('import', { author: ImportedAuthor.optional() }),
    }),
    output: Comment,
    status: 201,
  }),
  'PATCH /feedback/posts/:post_id/comments/:comment_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'comments.write',
    summary: 'Change the text of a comment or a note',
    input: z.object({ body: body.optional(), ...importFields }),
    output: Comment,
  }),
  'DELETE /feedback/posts/:post_id/comments/:comment_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'comments.write',
    summary: 'Delete a comment; its replies move up one level',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
