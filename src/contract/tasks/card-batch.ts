import { z } from 'zod'

import { BatchResult } from '#contract/batch-result.ts'
import { endpoint } from '#contract/endpoint.ts'
import { importMode } from '#contract/import-mode.ts'
import { Id } from '#contract/primitives.ts'
import { Card, CardMove, cardChange, ids } from './cards.ts'

/** The same change for every card. What is added or removed keeps the labels and members that others set meanwhile. */
const CardSet = z.object({
  ...cardChange,
  add_label_ids: ids.optional(),
  remove_label_ids: ids.optional(),
  add_member_ids: ids.optional(),
  remove_member_ids: ids.optional(),
})
export type CardSet = z.output<typeof CardSet>

const CardBatchResult = z.object({
  ...BatchResult.shape,
  /** The card after the change; omitted when it failed or was deleted. */
  card: Card.optional(),
})
export type CardBatchResult = z.infer<typeof CardBatchResult>

export const cardBatch = {
  'POST /boards/:board_id/cards/batch': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'cards.batch',
    summary:
      'Change, move or delete up to 100 cards of a board; moved cards stand together in the order of ids, and each card has its own result',
    input: z.object({
      ids: z.array(Id).min(1).max(100),
      set: CardSet.optional(),
      move: CardMove.optional(),
      delete: z.boolean().optional(),
      ...importMode,
    }),
    output: z.object({ results: z.array(CardBatchResult) }),
  }),
}
