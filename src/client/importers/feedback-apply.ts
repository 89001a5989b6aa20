import { demandImportMode } from './demand-import-mode.ts'
import { applyBoard } from './feedback-board.ts'
import { applyComments } from './feedback-comments.ts'
import type { FeedbackKind, FeedbackPlan } from './feedback-plan.ts'
import { applyPosts, findPosts } from './feedback-posts.ts'
import type { FeedbackRun } from './feedback-run.ts'
import { applyTags } from './feedback-tags.ts'
import { applyUsers } from './feedback-users.ts'
import { applyVotes } from './feedback-votes.ts'
import { type ApplyOptions, type ImportCall, modeOf } from './import-call.ts'
import { assertAllSettled, openLedger } from './ledger.ts'
import { applyMembers } from './members-apply.ts'
import type { Applied } from './report.ts'

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
