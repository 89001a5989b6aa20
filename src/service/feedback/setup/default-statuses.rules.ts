import type { PostStatus } from '#contract/feedback/setup.ts'

/** What every workspace begins with; the first is the default. Those made before have the same from a migration. */
export const defaultStatuses: readonly Pick<PostStatus, 'key' | 'name' | 'color' | 'category'>[] = [
  { key: 'open', name: 'Open', color: 'gray', category: 'open' },
  { key: 'under_review', name: 'Under review', color: 'amber', category: 'open' },
  { key: 'planned', name: 'Planned', color: 'blue', category: 'active' },
  { key: 'in_progress', name: 'In progress', color: 'purple', category: 'active' },
  { key: 'complete', name: 'Complete', color: 'green', category: 'done' },
  { key: 'closed', name: 'Closed', color: 'red', category: 'closed' },
]
