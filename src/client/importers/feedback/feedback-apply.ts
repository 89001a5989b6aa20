import { applyMembers } from '#client/importers/core/apply-members.ts'
import { demandImportMode } from '#client/importers/core/demand-import-mode.ts'
import { type ApplyOptions, type ImportCall, modeOf } from '#client/importers/core/import-call.ts'
import { assertAllSettled, openLedger } from '#client/importers/core/import-outcomes.ts'
import type { Applied } from '#client/importers/core/import-report.ts'
import { applyComments } from './apply-comments.ts'
import { applyPosts, findPosts } from './apply-posts.ts'
import { applyBoard } from './apply-setup.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { FeedbackKind, FeedbackPlan } from './feedback-plan.ts'
import { applyTags } from './feedback-tags.ts'
import { applyUsers } from './feedback-users.ts'
import { applyVotes } from './feedback-votes.ts'

/**
 * Makes and changes what the plan asks for: the board, people, tags, posts, and last what was said and voted on them.
 * A second run of the same plan changes nothing; an interrupted run is finished by running it again.
 */
export async function applyFeedback(
  call: ImportCall,
  plan: FeedbackPlan,
  options: ApplyOptions = {},
): Promise<Applied<FeedbackKind>> {
  await demandImportMode(call)
  const run: FeedbackRun = {
    call,
    plan,
    ledger: openLedger(plan, { ...options, essential: 'boards' }),
    ids: new Map(),
    user_ids: new Map(),
    post_ids: new Map(),
    known_posts: new Set(),
    dry: options.dry_run ?? false,
    mode: modeOf(options),
    in_flight: options.in_flight ?? 4,
  }
  const board = plan.board && (await applyBoard(run, plan.board))
  await applyMembers(run, plan.members)
  await applyUsers(run)
  await applyTags(run)
  if (board) await applyPosts(run, board)
  await findPosts(run)
  await applyComments(run)
  await applyVotes(run)
  assertAllSettled(plan, run.ledger)
  const { counts, rejected } = run.ledger
  const into = board ? { what: 'Feedback board', id: board.id ?? null, name: board.name } : null
  return { counts, rejected, notes: run.ledger.notes(), into }
}
