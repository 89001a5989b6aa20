import { applyMembers } from '#client/importers/core/apply-members.ts'
import {
  assertImportMode,
  type ApplyOptions,
  type ImportCall,
  createImportMode,
} from '#client/importers/core/import-call.ts'
import { assertAllSettled, createOutcomes } from '#client/importers/core/import-outcomes.ts'
import { createReport, type ApplyResult } from '#client/importers/core/import-report.ts'
import {
  type Importer,
  type ReadyImport,
  type SourceFile,
  withPath,
} from '#client/importers/core/importer.ts'
import { applyComments, applyVotes } from './apply-comments.ts'
import { applyPosts, fetchReferencedPosts } from './apply-posts.ts'
import { applyBoard, applyTags, applyUsers } from './apply-setup.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { FeedbackOptions, FeedbackPlan, FeedbackKind } from './feedback-plan.ts'
import { parseFeedbackTable, planTables } from './parse-feedback-csv.ts'
import { planFider } from './parse-fider.ts'
import { planGithub } from './parse-github-issues.ts'

/** Dumps of GitHub issues and exports of Fider, one to a file, and plain tables, all of them together. */
export const feedbackImporter =
  (importOptions: FeedbackOptions): Importer =>
  (files) => {
    const dumps = files.filter(isJson)
    const tables = files
      .filter((file) => !isJson(file))
      .map((file) => ({ file, table: parseFeedbackTable(file) }))
    const isFider = ({ table }: (typeof tables)[number]) => table.kind === 'fider'
    const otherTables = tables.filter((one) => !isFider(one))
    const joined = (part: 'path' | 'name') => otherTables.map(({ file }) => file[part]).join(', ')
    return [
      ...dumps.map((file) =>
        toReadyImport(
          file,
          withPath(file, () => planGithub(file, importOptions)),
        ),
      ),
      ...tables
        .filter(isFider)
        .map(({ file, table }) => toReadyImport(file, planFider(table, importOptions))),
      ...(otherTables.length === 0
        ? []
        : [
            toReadyImport(
              { path: joined('path'), name: joined('name') },
              planTables(
                otherTables.map(({ table }) => table),
                importOptions,
              ),
            ),
          ]),
    ]
  }

const isJson = ({ text }: SourceFile) => /^[\s\uFEFF]*[[{]/.test(text)

const toReadyImport = (
  { path, name }: Pick<SourceFile, 'path' | 'name'>,
  plan: FeedbackPlan,
): ReadyImport => ({
  path,
  async apply(call, options) {
    return createReport(plan, await applyFeedback(call, plan, options), name, options)
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
): Promise<ApplyResult<FeedbackKind>> {
  await assertImportMode(call)
  const run: FeedbackRun = {
    call,
    plan,
    outcomes: createOutcomes(plan, { ...options, essential: 'boards' }),
    ids: new Map(),
    user_ids: new Map(),
    post_ids: new Map(),
    existing_posts: new Set(),
    dryRun: options.dry_run ?? false,
    mode: createImportMode(options),
    in_flight: options.concurrency ?? 4,
  }
  const board = plan.board && (await applyBoard(run, plan.board))
  await applyMembers(run, plan.members)
  await applyUsers(run)
  await applyTags(run)
  if (board) await applyPosts(run, board)
  await fetchReferencedPosts(run)
  await applyComments(run)
  await applyVotes(run)
  assertAllSettled(plan, run.outcomes)
  const { counts, rejected } = run.outcomes
  const into = board ? { what: 'Feedback board', id: board.id ?? null, name: board.name } : null
  return { counts, rejected, notes: run.outcomes.notes(), into }
}
