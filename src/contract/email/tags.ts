import { z } from 'zod'

import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { importFields } from '#contract/import-mode.ts'
import { Timestamp, line, page, pageQuery } from '#contract/primitives.ts'

export const ListTag = documented(
  z.object({
    name: z.string(),
    contact_count: z.int(),
    version: z.string(),
    created_at: Timestamp,
  }),
  ['name'],
)
export type ListTag = z.infer<typeof ListTag>

export const TagName = line(1, 100)

export const tags = {
  'GET /lists/:list_id/tags': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the tags of a list by name',
    input: z.object(pageQuery),
    output: page(ListTag),
  }),
  'POST /lists/:list_id/tags': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'lists.write',
    summary: 'Create a tag without contacts',
    input: z.object({ name: TagName, ...importFields }),
    output: ListTag,
    status: 201,
  }),
  'PATCH /lists/:list_id/tags/:tag': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'lists.write',
    summary: 'Rename a tag; if the name exists, the two tags are merged',
    input: z.object({ name: TagName.optional(), ...importFields }),
    output: ListTag,
  }),
  'DELETE /lists/:list_id/tags/:tag': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'lists.write',
    summary: 'Delete a tag and remove it from its contacts',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
