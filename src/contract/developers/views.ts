import { z } from 'zod'

import { Actor } from '#contract/activity.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, name, page, pageQuery, text, Timestamp } from '#contract/primitives.ts'
import {
  maxViewName,
  maxViewPosition,
  maxViewQuery,
  parseViewPage,
  viewPageNames,
  viewPagePattern,
  viewQuery,
} from './views.rules.ts'

/** A filter of a list under a name, for everyone in the workspace. It has no rows. */
export const View = z.object({
  id: Id,
  name: z.string(),
  /** One of `viewPageNames`. */
  page: z.string(),
  /** The query string of the page in the dashboard. */
  query: z.string(),
  created_by: Actor,
  /** Orders the views of a page. */
  position: z.number(),
  version: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type View = z.infer<typeof View>

const ViewPage = z
  .string()
  .refine((value) => parseViewPage(value) !== undefined, {
    error: `must be one of ${viewPageNames}`,
  })
  .meta({ pattern: viewPagePattern })

const fields = {
  name: name(maxViewName),
  query: text(maxViewQuery)
    .transform((query) => viewQuery(query))
    .refine((query) => query.length <= maxViewQuery, {
      error: `may have at most ${maxViewQuery} characters once it is encoded`,
    })
    .meta({ maxLength: maxViewQuery }),
  position: z.number().min(-maxViewPosition).max(maxViewPosition).optional(),
}
const read = { scope: 'read', source: 'addition', capability: 'views.shared' } as const
const write = { ...read, scope: 'write' } as const

export const views = {
  'GET /views': endpoint({
    ...read,
    summary: 'List the views that everyone shares, by page and position',
    input: z.object({ ...pageQuery, page: ViewPage.optional() }),
    output: page(View),
  }),
  'POST /views': endpoint({
    ...write,
    summary:
      'Save a filter of a list as a view that everyone shares, last unless position says where',
    input: z.object({ ...fields, page: ViewPage }),
    output: View,
    status: 201,
  }),
  'PATCH /views/:view_id': endpoint({
    ...write,
    summary: 'Rename or move a shared view, or change its filter',
    input: z.object({ ...fields, name: fields.name.optional(), query: fields.query.optional() }),
    output: View,
  }),
  'DELETE /views/:view_id': endpoint({
    ...write,
    summary: 'Delete a shared view; what it lists stays',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
