import type { ImportCall, ImportMode } from '#client/importers/core/import-call.ts'
import type { ImportOutcomes } from '#client/importers/core/import-outcomes.ts'
import type { FeedbackKind, FeedbackPlan } from './feedback-plan.ts'

/** What the steps of one run share. */
export interface FeedbackRun {
  readonly call: ImportCall
  readonly plan: FeedbackPlan
  readonly outcomes: ImportOutcomes<FeedbackKind>
  /** Ids here by reference; in a dry run new ones get the reference itself. A user may also be a member. */
  readonly ids: Map<string, string>
  readonly user_ids: Map<string, string>
  readonly post_ids: Map<string, string>
  /** Posts that were here before this run, by id: only those can have comments and votes to compare. */
  readonly existing_posts: Set<string>
  readonly dryRun: boolean
  readonly mode: ImportMode
  readonly in_flight: number
}

/** Refuses one record, in the words of the report. */
export const rejectionError = (message: string) =>
  Object.assign(new Error(message), { code: 'validation_error' })

/** The id of a post that comments and votes belong to, or their refusal. */
export function postIdOf({ post_ids }: FeedbackRun, post_ref: string): string {
  const post_id = post_ids.get(post_ref)
  if (post_id === undefined) throw rejectionError(`no post ${post_ref} was imported.`)
  return post_id
}
