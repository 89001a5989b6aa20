import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import { Id, line, name as nameOf, page, pageQuery, Timestamp } from '#contract/primitives.ts'
import { Contact } from './contacts.ts'
import { sortByAgeOrName } from './lists.ts'

const segmentOps = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts_with',
  'exists',
  'not_exists',
  'before',
  'after',
  'within_days',
  'greater',
  'less',
] as const

export const SegmentCondition = z.object({
  /** `status`, `tag`, `email_address`, `created_at`, `updated_at`, or `fields.` followed by a name. */
  field: line(1, 71)
    .refine(
      (field) =>
        /^(status|tag|email_address|created_at|updated_at)$/.test(field) ||
        (field.startsWith('fields.') && field.length > 'fields.'.length),
      { error: 'must be status, tag, email_address, created_at, updated_at or fields.<name>' },
    )
    .meta({ pattern: '^(status|tag|email_address|created_at|updated_at|fields\\..+)$' }),
  op: z.enum(segmentOps),
  value: line(0, 2000).optional(),
})
export type SegmentCondition = z.infer<typeof SegmentCondition>

export const SegmentFilter = z.object({
  match: z.enum(['all', 'any']),
  conditions: z.array(SegmentCondition).min(1).max(50),
})
export type SegmentFilter = z.infer<typeof SegmentFilter>

export const Segment = documented(
  z.object({
    id: Id,
    list_id: Id,
    name: z.string(),
    contact_count: z.int(),
    filter: z.object({
      match: z.enum(['all', 'any']),
      conditions: z.array(
        z.object({ field: z.string(), op: z.enum(segmentOps), value: z.string().optional() }),
      ),
    }),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'name'],
)
export type Segment = z.infer<typeof Segment>

const name = nameOf(255)

export const segments = {
  'GET /lists/:list_id/segments': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the segments of a list, newest first',
    input: z.object({
      ...pageQuery,
      ...byReference,
      ...additions('filters', { sort: sortByAgeOrName.optional() }),
    }),
    output: page(Segment),
  }),
  'GET /lists/:list_id/segments/:segment_id/contacts': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the contacts that match a segment now, of any status',
    input: z.object(pageQuery),
    output: page(Contact),
  }),
  'POST /lists/:list_id/segments': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'segments.write',
    summary: 'Save a filter of contacts as a segment',
    input: z.object({ name, filter: SegmentFilter, ...importFields }),
    output: Segment,
    status: 201,
  }),
  'POST /lists/:list_id/segments/preview': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'segments.write',
    summary: 'Count the contacts that match a filter, with up to five of them',
    input: z.object({ filter: SegmentFilter }),
    output: z.object({ contact_count: z.int(), sample: z.array(Contact).max(5) }),
    audit: false,
  }),
  'PATCH /lists/:list_id/segments/:segment_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'segments.write',
    summary: 'Rename a segment or change its filter',
    input: z.object({
      name: name.optional(),
      filter: SegmentFilter.optional(),
      ...importFields,
    }),
    output: Segment,
  }),
  'DELETE /lists/:list_id/segments/:segment_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'segments.write',
    summary: 'Delete a segment; its contacts stay',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
