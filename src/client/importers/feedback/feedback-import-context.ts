import { rejectionError } from '#client/importers/core/import-outcomes.ts'
import type { ImportRun } from '#client/importers/core/import-run.ts'
import type { FeedbackKind, FeedbackPlan } from './feedback-plan.ts'

export interface FeedbackRun extends ImportRun<FeedbackKind, FeedbackPlan> {
  /** A user may also be a member, whose id is in `ids`. */
  readonly user_ids: Map<string, string>
  readonly post_ids: Map<string, string>
  /** Posts that were here before this run, by id: only those can have comments and votes to compare. */
  readonly existing_posts: Set<string>
}

/** The id of a post that comments and votes belong to, or their rejection. */
export function postIdOf({ post_ids }: FeedbackRun, post_ref: string): string {
  const post_id = post_ids.get(post_ref)
  if (post_id === undefined) throw rejectionError(`no post ${post_ref} was imported.`)
  return post_id
}
