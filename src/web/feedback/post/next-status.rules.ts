import type { PostStatus } from '#client/resources.ts'
import { findStatus } from '#web/feedback/posts/post-options.rules.ts'

interface CardState {
  readonly completed: boolean
  readonly status: 'open' | 'archived'
}

/** Whether the work on a post is done: one card was completed, and none is left open. */
export const isWorkDone = (cards: readonly CardState[]): boolean =>
  cards.some(({ completed }) => completed) &&
  cards.every(({ completed, status }) => completed || status === 'archived')

const isFinal = ({ category }: PostStatus) => category === 'done' || category === 'closed'

/**
 * The status to offer once the work is done: the first of category `done` in workflow order. None for a post that is done
 * or closed already, or whose status is not in the list.
 */
export function statusAfterWork(
  statuses: readonly PostStatus[],
  current: string,
): PostStatus | undefined {
  const status = findStatus(statuses, current)
  if (!status || isFinal(status)) return undefined
  return statuses.find(({ category }) => category === 'done')
}
