import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import {
  Id,
  line,
  name as nameOf,
  page,
  pageQuery,
  QueryFlag,
  text,
  Timestamp,
} from '#contract/primitives.ts'

export const List = documented(
  z.object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    /** New contacts are `pending` until they confirm. */
    double_opt_in: z.boolean(),
    archived: z.boolean(),
    /** Contacts who receive email: the same as `counts.subscribed`. */
    subscriber_count: z.int(),
    counts: z.object({
      total: z.int(),
      pending: z.int(),
      subscribed: z.int(),
      unsubscribed: z.int(),
      bounced: z.int(),
      complained: z.int(),
    }),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'name'],
)
export type List = z.infer<typeof List>

/** Newest first by default. */
export const sortByAgeOrName = z.enum(['created_at', '-created_at', 'name'])
export type SortByAgeOrName = z.infer<typeof sortByAgeOrName>

const name = nameOf(255)
const description = text(50_000).nullable()

export const lists = {
  'GET /lists': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the email lists with their subscriber counts, newest first',
    input: z.object({
      ...pageQuery,
      ...byReference,
      ...additions('filters', {
        archived: QueryFlag.optional(),
        search: line(1, 200).optional(),
        sort: sortByAgeOrName.optional(),
      }),
    }),
    output: page(List),
  }),
  'GET /lists/:list_id': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read one list with its subscriber counts',
    input: z.object({}),
    output: List,
  }),
  'POST /lists': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'lists.write',
    summary: 'Create a list of contacts',
    input: z.object({
      name,
      description: description.optional(),
      double_opt_in: z.boolean().optional(),
      archived: z.boolean().optional(),
      ...importFields,
    }),
    output: List,
    status: 201,
    location: '/lists/:id',
  }),
  'PATCH /lists/:list_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'lists.write',
    summary: 'Rename, describe, archive or reopen a list, or set double opt-in',
    input: z.object({
      name: name.optional(),
      description: description.optional(),
      double_opt_in: z.boolean().optional(),
      archived: z.boolean().optional(),
      ...importFields,
    }),
    output: List,
  }),
  'DELETE /lists/:list_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'lists.write',
    summary: 'Delete an archived or empty list with all its contents',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
