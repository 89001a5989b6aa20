import { z } from 'zod'

import { Activity } from '#contract/activity.ts'
import { endpoint } from '#contract/endpoint.ts'
import { page, pageQuery } from '#contract/primitives.ts'

export const cardActivity = {
  'GET /cards/:card_id/activity': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'cards.activity',
    summary: 'List what happened to a card, newest first',
    input: z.object({ ...pageQuery }),
    output: page(Activity),
  }),
}
