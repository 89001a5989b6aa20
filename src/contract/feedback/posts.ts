import { z } from 'zod'

import { Activity } from '#contract/activity.ts'
import { additions } from '#contract/addition.ts'
import { Member } from '#contract/developers/workspace.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import {
  anyOf,
  Id,
  line,
  name,
  page,
  pageQuery,
  QueryFlag,
  text,
  Timestamp,
  TimestampIn,
} from '#contract/primitives.ts'
import { actingUser } from './users.ts'
import { MAX_IMPORTED_VOTES } from './votes.rules.ts'

const wholeNumber = { error: 'must be a whole number up to 999,999,999' }
const count = z
  .union([z.string().regex(/^\d{1,9}$/, wholeNumber), z.int().min(0).max(999_999_999)], wholeNumber)
  .transform(Number)

export const Author = z.object({
  type: z.enum(['team', 'user']),
  id: Id,
  name: z.string().nullable(),
  avatar_url: z.string().nullable(),
})
export type Author = z.infer<typeof Author>

/** Import mode: the author, as GET returns it. */
export const ImportedAuthor = z.object({ type: z.enum(['team', 'user']), id: Id })

export const Post = documented(
  z.object({
    id: Id,
    board_id: Id,
    title: z.string(),
    /** Markdown source. */
    details: z.string(),
    /** The key of a status. */
    status: z.string(),
    /** Names of tags. */
    tags: z.array(z.string()),
    owner: Member.nullable(),
    eta: z.iso.date().nullable(),
    author: Author,
    vote_count: z.int(),
    /** Votes from import sources, without known voters; not included in `vote_count`. */
    imported_votes: z.int(),
    /** `vote_count` and `imported_votes`; `sort=votes` orders by it. */
    votes_total: z.int(),
    /** Imported votes that merges moved here; those of a post that is not merged are part of `imported_votes`. */
    merged_imported_votes: z.int(),
    /** Public comments only. */
    comment_count: z.int(),
    internal_comment_count: z.int(),
    merged_into_id: Id.nullable(),
    url: z.string().nullable(),
    deleted_at: Timestamp.nullable(),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'title', 'status', 'tags'],
)
export type Post = z.infer<typeof Post>

/** A post with the words of it that are found, as it has them: at most ten. */
const SimilarPost = z.object({ ...Post.shape, match: z.array(z.string()) })

const title = name(255)
const details = text(50_000)
const changeable = {
  details: details.optional(),
  /** The key of a status, or its id. */
  status: line(1, 100).optional(),
  tags: z.array(line(1, 100)).max(20).optional(),
  /** A member by id or email address, or an object with an id as GET returns it. */
  owner: z
    .union([line(1, 254), z.object({ id: Id }).transform(({ id }) => id)])
    .nullable()
    .optional(),
  eta: z.iso.date({ error: 'must be a date such as 2026-02-28' }).nullable().optional(),
  ...importFields,
  ...additions('import', {
    // Not the sum of the same name in the response: a client that sends that back would count merged votes again.
    imported_votes: z.int().min(0).max(MAX_IMPORTED_VOTES).optional().meta({
      description:
        'Of the source of this post alone: those that merges moved here (merged_imported_votes) stay and are added.',
    }),
  }),
}

export const posts = {
  'GET /feedback/posts': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List posts, newest first, or with updated_since by last change',
    input: z.object({
      ...pageQuery,
      board: anyOf(line(1, 100)).optional(),
      status: anyOf(line(1, 100)).optional(),
      /** `none` is posts without a tag, unless there is a tag of this name. */
      tag: line(1, 100).optional(),
      search: line(1, 200).optional(),
      updated_since: TimestampIn.optional(),
      ...byReference,
      ...additions('filters', {
        /** Ids of members, and `none` for posts without an owner. */
        owner: anyOf(Id).optional(),
        /** Posts without an ETA. */
        eta: z.literal('none').optional(),
        created_since: TimestampIn.optional(),
        /** Of the total that `sort=votes` compares. */
        votes_min: count.optional(),
        /** Posts that this user wrote, voted for or commented on in public. */
        author: Id.optional(),
        voter: Id.optional(),
        commenter: Id.optional(),
        merged: QueryFlag.optional(),
      }),
      ...additions('feedback.restore', { deleted: QueryFlag.optional() }),
      ...additions('posts.sort', {
        sort: z.enum(['votes', '-updated_at', 'created_at']).optional(),
      }),
    }),
    output: page(Post),
  }),
  'GET /feedback/posts/similar': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'posts.similar',
    summary:
      'List at most five posts like a text, by the words they share in any form or with a typo',
    input: z.object({
      // Nine bytes of the address for each Chinese character: twice as many are more than a server of Node reads.
      text: text(1_000).refine((value) => value !== '', { error: 'must not be empty' }),
      board: anyOf(line(1, 100)).optional(),
    }),
    output: page(SimilarPost),
  }),
  'POST /feedback/posts': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Create a post, by the team or on behalf of one of your users',
    input: z.object({
      board_id: Id.optional(),
      board: Id.optional(),
      title,
      ...changeable,
      ...actingUser,
      ...additions('import', { author: ImportedAuthor.optional() }),
    }),
    output: Post,
    status: 201,
    location: '/feedback/posts/:id',
  }),
  'GET /feedback/posts/:post_id': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read one post',
    input: z.object({}),
    output: Post,
  }),
  'PATCH /feedback/posts/:post_id': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Change title, details, status, tags, owner or ETA',
    input: z.object({ title: title.optional(), ...changeable }),
    output: Post,
  }),
  'DELETE /feedback/posts/:post_id': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Delete a post; it can be restored with its votes and comments',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
  'POST /feedback/posts/:post_id/restore': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'feedback.restore',
    summary: 'Restore a deleted post with its votes and comments',
    input: z.object({}),
    output: Post,
    audit: 'restored',
  }),
  'GET /feedback/posts/:post_id/activity': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'posts.activity',
    summary:
      'List what happened to a post, newest first. Of details, from and to say whether there were any',
    input: z.object({ ...pageQuery }),
    output: page(Activity),
  }),
}
