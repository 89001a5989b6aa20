import { applyMembers } from '#client/importers/core/apply-members.ts'
import {
  demandImportMode,
  type ApplyOptions,
  type ImportCall,
  modeOf,
} from '#client/importers/core/import-call.ts'
import { assertAllSettled, openLedger } from '#client/importers/core/import-outcomes.ts'
import { reportOf, type Applied } from '#client/importers/core/import-report.ts'
import {
  type Importer,
  type ReadyImport,
  type SourceFile,
  naming,
} from '#client/importers/core/importer.ts'
import { applyComments, applyVotes } from './apply-comments.ts'
import { applyPosts, findPosts } from './apply-posts.ts'
import { applyBoard, applyTags, applyUsers } from './apply-setup.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { FeedbackOptions, FeedbackPlan, FeedbackKind } from './feedback-plan.ts'
import { readFeedbackTable, planTables } from './parse-feedback-csv.ts'
import { planFider } from './parse-fider.ts'
import { planGithub } from './parse-github-issues.ts'

/** Dumps of GitHub issues and exports of Fider, one to a file, and plain tables, all of them together. */
export const feedbackImporter =
  (given: FeedbackOptions): Importer =>
  (files) => {
    const dumps = files.filter(isJson)
    const read = files
      .filter((file) => !isJson(file))
      .map((file) => ({ file, table: readFeedbackTable(file) }))
    const isFider = ({ table }: (typeof read)[number]) => table.kind === 'fider'
    const plain = read.filter((one) => !isFider(one))
    const together = (part: 'path' | 'name') => plain.map(({ file }) => file[part]).join(', ')
    return [
      ...dumps.map((file) =>
        ready(
          file,
          naming(file, () => planGithub(file, given)),
        ),
      ),
      ...read.filter(isFider).map(({ file, table }) => ready(file, planFider(table, given))),
      ...(plain.length === 0
        ? []
        : [
            ready(
              { path: together('path'), name: together('name') },
              planTables(
                plain.map(({ table }) => table),
                given,
              ),
            ),
          ]),
    ]
  }

const isJson = ({ text }: SourceFile) => /^[\s\uFEFF]*[[{]/.test(text)

const ready = (
  { path, name }: Pick<SourceFile, 'path' | 'name'>,
  plan: FeedbackPlan,
): ReadyImport => ({
  path,
  async apply(call, options) {
    return reportOf(plan, await applyFeedback(call, plan, options), name, options)
  },
})

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
