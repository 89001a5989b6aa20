import { z } from 'zod'

import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import { Color, Id, name, page, pageQuery, text, Timestamp } from '#contract/primitives.ts'

export const FeedbackBoard = documented(
  z.object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    /** Excludes deleted and merged posts. */
    post_count: z.int(),
    private: z.boolean(),
    archived: z.boolean(),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
  }),
  ['id', 'name'],
)
export type FeedbackBoard = z.infer<typeof FeedbackBoard>

const StatusCategory = z.enum(['open', 'active', 'done', 'closed'])

export const PostStatus = documented(
  z.object({
    id: Id,
    /** Referenced by posts and filters; never changes. */
    key: z.string(),
    name: z.string(),
    color: z.string(),
    category: StatusCategory,
    position: z.number(),
    is_default: z.boolean(),
    post_count: z.int(),
    external_ref: z.string().nullable(),
    version: z.string(),
  }),
  ['id', 'name'],
)
export type PostStatus = z.infer<typeof PostStatus>

export const PostTag = documented(
  z.object({
    id: Id,
    name: z.string(),
    color: z.string(),
    post_count: z.int(),
    external_ref: z.string().nullable(),
    version: z.string(),
  }),
  ['id', 'name'],
)
export type PostTag = z.infer<typeof PostTag>

export const ChangelogLabel = documented(
  z.object({
    id: Id,
    name: z.string(),
    color: z.string(),
    entry_count: z.int(),
    external_ref: z.string().nullable(),
    version: z.string(),
  }),
  ['id', 'name'],
)
export type ChangelogLabel = z.infer<typeof ChangelogLabel>

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: 'must be words of a to z and digits, joined by hyphens',
})
const key = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, {
    error: 'must be words of a to z and digits, joined by underscores',
  })
const boardFields = {
  name: name(255),
  slug: slug.max(100).optional(),
  description: text(50_000).nullable().optional(),
  private: z.boolean().optional(),
  archived: z.boolean().optional(),
}
const statusFields = {
  name: name(255),
  color: Color.nullable().optional(),
  category: StatusCategory.optional(),
  position: z.number().min(-1e9).max(1e9).optional(),
  is_default: z.boolean().optional(),
}
const tagFields = { name: name(100), color: Color.nullable().optional() }
const labelFields = { name: name(255), color: Color.nullable().optional() }
const read = { scope: 'read', source: 'public' } as const
const write = { scope: 'write', source: 'addition', capability: 'feedback.config' } as const
const deletion = { output: z.undefined(), status: 204 } as const
const pageByRef = z.object({ ...pageQuery, ...byReference })

export const feedbackSetup = {
  'GET /feedback/boards': endpoint({
    ...read,
    summary: 'List the feedback boards with their post counts',
    input: pageByRef,
    output: page(FeedbackBoard),
  }),
  'POST /feedback/boards': endpoint({
    ...write,
    summary: 'Create a feedback board',
    input: z.object({ ...boardFields, ...importFields }),
    output: FeedbackBoard,
    status: 201,
  }),
  'PATCH /feedback/boards/:board_id': endpoint({
    ...write,
    summary: 'Rename, describe, hide or archive a feedback board',
    input: z.object({ ...boardFields, name: boardFields.name.optional(), ...importFields }),
    output: FeedbackBoard,
  }),
  'DELETE /feedback/boards/:board_id': endpoint({
    ...write,
    summary: 'Delete a feedback board that has no posts, or move its posts to another board first',
    input: z.object({ reassign_to: Id.optional() }),
    ...deletion,
  }),
  'GET /feedback/statuses': endpoint({
    ...read,
    summary: 'List the statuses of posts, in workflow order',
    input: pageByRef,
    output: page(PostStatus),
  }),
  'POST /feedback/statuses': endpoint({
    ...write,
    summary: 'Create a status for posts',
    input: z.object({ ...statusFields, key: key.optional(), ...importFields }),
    output: PostStatus,
    status: 201,
  }),
  'PATCH /feedback/statuses/:status_id': endpoint({
    ...write,
    summary: 'Rename, recolor, move or categorize a status, or make it the default',
    input: z.object({ ...statusFields, name: statusFields.name.optional(), ...importFields }),
    output: PostStatus,
  }),
  'DELETE /feedback/statuses/:status_id': endpoint({
    ...write,
    summary: 'Delete an unused status, or assign its posts another one first',
    input: z.object({ reassign_to: Id.optional() }),
    ...deletion,
  }),
  'GET /feedback/tags': endpoint({
    ...read,
    summary: 'List the tags of posts by name',
    input: pageByRef,
    output: page(PostTag),
  }),
  'POST /feedback/tags': endpoint({
    ...write,
    summary: 'Create a tag for posts',
    input: z.object({ ...tagFields, ...importFields }),
    output: PostTag,
    status: 201,
  }),
  'PATCH /feedback/tags/:tag_id': endpoint({
    ...write,
    summary: 'Rename or recolor a tag of posts',
    input: z.object({ ...tagFields, name: tagFields.name.optional(), ...importFields }),
    output: PostTag,
  }),
  'DELETE /feedback/tags/:tag_id': endpoint({
    ...write,
    summary: 'Delete a tag and remove it from its posts',
    input: z.object({}),
    ...deletion,
  }),
  'GET /feedback/changelog/labels': endpoint({
    ...read,
    summary: 'List the labels of changelog entries by name',
    input: pageByRef,
    output: page(ChangelogLabel),
  }),
  'POST /feedback/changelog/labels': endpoint({
    ...write,
    summary: 'Create a label for changelog entries',
    input: z.object({ ...labelFields, ...importFields }),
    output: ChangelogLabel,
    status: 201,
  }),
  'PATCH /feedback/changelog/labels/:label_id': endpoint({
    ...write,
    summary: 'Rename or recolor a changelog label',
    input: z.object({ ...labelFields, name: labelFields.name.optional(), ...importFields }),
    output: ChangelogLabel,
  }),
  'DELETE /feedback/changelog/labels/:label_id': endpoint({
    ...write,
    summary: 'Delete a changelog label and remove it from its entries',
    input: z.object({}),
    ...deletion,
  }),
}
