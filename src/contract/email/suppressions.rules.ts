import type { ContactStatus } from './contacts.ts'

// Shared: an import predicts with the rule that the service decides with. Zod-free.

/** The stricter status wins: of two rows of a file, and of a contact and what is known of its address. */
export const strictness = {
  pending: 0,
  subscribed: 0,
  bounced: 1,
  unsubscribed: 2,
  complained: 3,
} as const satisfies Record<ContactStatus, number>

export const stricter = (a: ContactStatus, b: ContactStatus): ContactStatus =>
  strictness[b] > strictness[a] || (strictness[b] === strictness[a] && b === 'pending') ? b : a

/** Whether a contact with this status left, bounced or complained. */
export const hasLeft = (status: ContactStatus): boolean => strictness[status] > 0

export const suppressionReasons = [
  'hard',
  'complaint',
  'unsubscribed',
  'unsubscribed_all',
  'manual',
] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

const statusByReason = {
  hard: 'bounced',
  complaint: 'complained',
  unsubscribed: 'unsubscribed',
  unsubscribed_all: 'unsubscribed',
  manual: 'unsubscribed',
} as const satisfies Record<SuppressionReason, ContactStatus>

/** What is remembered of an address. */
export interface KnownReason {
  readonly reason: SuppressionReason
}

/** What a contact with a suppressed address becomes; undefined without a reason. */
export const suppressedStatus = (reasons: readonly KnownReason[]): ContactStatus | undefined =>
  reasons
    .map(({ reason }): ContactStatus => statusByReason[reason])
    .reduce<ContactStatus | undefined>((a, b) => (a === undefined ? b : stricter(a, b)), undefined)
