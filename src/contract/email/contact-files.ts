import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { QueryFlag } from '#contract/primitives.ts'
import { contactFilters } from './contacts.ts'

export const contactFiles = {
  'GET /lists/:list_id/export': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'contacts.export',
    summary:
      'Download the contacts of a list as CSV, under the filters of the list; an apostrophe precedes what a spreadsheet would run as a formula, unless raw=true',
    input: z.object({ ...contactFilters, raw: QueryFlag.optional() }),
    output: z.string(),
    media_type: 'text/csv',
  }),
}
