/** zod-free: the dashboard imports this file at run time. What a service may offer beyond the public document. */
export const capabilities = [
  'automations.write',
  'boards.write',
  'campaigns.write',
  'cards.delete',
  'cards.relative_move',
  'contacts.batch',
  'contacts.search',
  'changelog.edit',
  'changelog.unpublish',
  'comments.write',
  'etag',
  'feedback.config',
  'feedback.restore',
  'feedback.votes.list',
  'filters',
  'idempotency',
  'import',
  'keys.manage',
  'lists.write',
  'members.list',
  'posts.sort',
  'segments.write',
  'totals',
  'users.search',
] as const

export type Capability = (typeof capabilities)[number]
