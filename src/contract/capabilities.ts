/** zod-free: the dashboard imports this file at run time. What a service may offer beyond the public document. */
export const capabilities = [
  'boards.write',
  'campaigns.write',
  'cards.delete',
  'cards.relative_move',
  'contacts.search',
  'etag',
  'feedback.config',
  'filters',
  'idempotency',
  'import',
  'keys.manage',
  'lists.write',
  'members.list',
  'segments.write',
  'totals',
] as const

export type Capability = (typeof capabilities)[number]
