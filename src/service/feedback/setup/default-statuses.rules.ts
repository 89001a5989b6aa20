import type { PostStatus } from '#contract/feedback/setup.ts'

/** The statuses of a new workspace; the first is the default. Migration 003-feedback.ts has a copy for existing ones. */
export const defaultStatuses: readonly Pick<PostStatus, 'key' | 'name' | 'color' | 'category'>[] = [
  { key: 'open', name: 'Open', color: 'gray', category: 'open' },
  { key: 'under_review', name: 'Under review', color: 'amber', category: 'open' },
  { key: 'planned', name: 'Planned', color: 'blue', category: 'active' },
  { key: 'in_progress', name: 'In progress', color: 'purple', category: 'active' },
  { key: 'complete', name: 'Complete', color: 'green', category: 'done' },
  { key: 'closed', name: 'Closed', color: 'red', category: 'closed' },
]
