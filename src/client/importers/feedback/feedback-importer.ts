import { type ApplyOptions, fetchAll, type ImportCall } from '#client/importers/core/import-call.ts'
import type { ApplyResult } from '#client/importers/core/import-report.ts'
import { applyMembers, finishRun, startRun } from '#client/importers/core/import-run.ts'
import {
  type Importer,
  type ReadyImport,
  type SourceFile,
  toReadyImport,
  withPath,
} from '#client/importers/core/importer.ts'
import { parseJsonPages } from '#client/importers/formats/json-pages.ts'
import type { PostStatus } from '#client/resources.ts'
import { applyComments, applyVotes } from './apply-comments.ts'
import { applyPosts, fetchReferencedPosts, unknownStatus } from './apply-posts.ts'
import { applyBoard, applyTags, applyUsers } from './apply-setup.ts'
import type { FeedbackRun } from './feedback-import-context.ts'
import type { FeedbackOptions, FeedbackPlan, FeedbackKind } from './feedback-plan.ts'
import { type FeedbackTable, parseFeedbackTable, planTables } from './parse-feedback-csv.ts'
import { planFider } from './parse-fider.ts'
import { planGithub } from './parse-github-issues.ts'

/** Exports of GitHub issues and of Fider, each file for itself, and neutral tables, all of them as one import. */
export const feedbackImporter =
  (options: FeedbackOptions): Importer =>
  async (files) => {
    const ready: ReadyImport[] = []
    for (const file of files.filter(isJson)) {
      const plan = await withPath(file, async ({ text, name }) =>
        planGithub(await parseJsonPages(text), name, options),
      )
      ready.push(toReadyImport(file, plan, applyFeedback))
    }
    const together: { file: SourceFile; table: FeedbackTable }[] = []
    for (const file of files.filter((one) => !isJson(one))) {
      const table = await withPath(file, (one) => parseFeedbackTable(one, options))
      if (table.kind === 'fider') {
        ready.push(toReadyImport(file, planFider(table, options), applyFeedback))
      } else together.push({ file, table })
    }
    if (together.length > 0) {
      const join = (part: 'path' | 'name') => together.map(({ file }) => file[part]).join(', ')
      const tables = together.map(({ table }) => table)
      const source = { path: join('path'), name: join('name') }
      ready.push(toReadyImport(source, planTables(tables, options), applyFeedback))
    }
    return ready
  }

const isJson = ({ text }: SourceFile) => /^[\s\uFEFF]*[[{]/.test(text)

/**
 * Makes and changes what the plan asks for: the board, people, tags, posts, and last what was said and voted on them.
 * A second run of the same plan changes nothing; an interrupted run is finished by running it again.
 */
async function applyFeedback(
  call: ImportCall,
  plan: FeedbackPlan,
  options: ApplyOptions = {},
): Promise<ApplyResult<FeedbackKind>> {
  const run: FeedbackRun = {
    ...(await startRun<FeedbackKind, FeedbackPlan>(call, plan, options, 'boards')),
    user_ids: new Map(),
    post_ids: new Map(),
    existing_posts: new Set(),
  }
  const statuses = await fetchAll(call, 'GET /feedback/statuses', {})
  if (!hasContent(run, statuses)) return rejectAll(run, statuses)
  const board = plan.board && (await applyBoard(run, plan.board))
  await applyMembers(run, plan.members)
  await applyUsers(run)
  await applyTags(run)
  if (board) await applyPosts(run, board, statuses)
  await fetchReferencedPosts(run)
  await applyComments(run)
  await applyVotes(run)
  const into = board ? { what: 'Feedback board', id: board.id ?? null, name: board.name } : null
  return finishRun(run, into)
}

type Statuses = readonly PostStatus[]

/** Before the first write, so that a file of which nothing can be imported leaves no board, people and tags behind. */
const hasContent = ({ plan: { posts, comments, votes } }: FeedbackRun, statuses: Statuses) =>
  comments.length + votes.length > 0 ||
  posts.some(({ status }) => unknownStatus(statuses, status) === undefined)

function rejectAll(run: FeedbackRun, statuses: Statuses): ApplyResult<FeedbackKind> {
  const { plan, outcomes } = run
  const reason = 'none of the posts was imported'
  for (const { path, external_ref, status } of plan.posts) {
    const problem = unknownStatus(statuses, status) ?? reason
    outcomes.reject('posts', { path, id: external_ref }, problem)
  }
  if (plan.board) outcomes.reject('boards', { path: 'board', id: null }, reason)
  for (const { external_ref } of plan.members)
    outcomes.reject('members', { path: 'members', id: external_ref }, reason)
  for (const { ref } of plan.users) outcomes.reject('users', { path: 'users', id: ref }, reason)
  for (const { name } of plan.tags) outcomes.reject('tags', { path: 'tags', id: name }, reason)
  return finishRun(run, null)
}
