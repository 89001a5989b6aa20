import { z } from 'zod'

import { BatchResult, batchItem } from '#contract/batch-result.ts'
import type { AuditKind } from '#contract/developers/audit.rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { importMode } from '#contract/import-mode.ts'
import { Id } from '#contract/primitives.ts'
import { Card, CardMove, cardChange, ids, newCard } from './cards.ts'

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

/** Import mode applies to all cards of a batch. */
const { import: _import, emit_events: _emit_events, ...cardDraft } = newCard
const CardDraft = z.object(cardDraft)
export type CardDraft = z.output<typeof CardDraft>

/** For the audit log: a batch does one of the three, or changes and moves. */
const batchKind = (input: Readonly<Record<string, unknown>>): AuditKind =>
  input['delete'] === true ? 'deleted' : input['set'] === undefined ? 'moved' : 'updated'

export const cardBatch = {
  'POST /boards/:board_id/cards/import': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'cards.import',
    summary:
      'Create up to 100 cards at the bottom of their lists, in the order sent; each has its own result',
    input: z.object({ ...importMode, cards: z.array(batchItem(CardDraft)).min(1).max(100) }),
    output: z.object({ results: z.array(BatchResult) }),
    body_bytes: 10_485_760,
    audit: 'imported',
  }),
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
    audit: batchKind,
  }),
}
