import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { anyOf, Id, line, page } from '#contract/primitives.ts'

const SearchType = z.enum(['contact', 'user', 'card', 'post', 'entry', 'campaign', 'list', 'board'])
export type SearchType = z.infer<typeof SearchType>

const SearchResult = z.object({
  type: SearchType,
  id: Id,
  title: z.string(),
  /** Where it is and what state it is in, also that it is archived; null where there is nothing to say. */
  subtitle: z.string().nullable(),
  /** Plain text around the first word that is not in the title; null when the title has all of them. */
  match: z.string().nullable(),
  /** Of the page of the dashboard. */
  url_path: z.string(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const search = {
  'GET /search': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'search',
    summary: 'Find things of the whole workspace by words, at most five of each type',
    input: z.object({ q: line(1, 200), types: anyOf(SearchType).optional() }),
    output: page(SearchResult),
  }),
}
