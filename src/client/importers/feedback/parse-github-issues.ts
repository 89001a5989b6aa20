import { fittingRef } from '#client/importers/core/external-ref.ts'
import type { SourceFile } from '#client/importers/core/importer.ts'
import { instantOf } from '#client/importers/core/parse-date.ts'
import {
  excerptOf,
  isObject,
  type JsonObject,
  readJsonFile,
  arrayOf,
  idOf,
} from '#client/importers/formats/json.ts'
import { createFeedbackBuilder, type FeedbackReading, postTexts } from './feedback-builder.ts'
import { issueStatus } from './feedback-cells.ts'
import type {
  FeedbackOptions,
  FeedbackPlan,
  PlannedFeedbackBoard,
  PlannedTag,
} from './feedback-plan.ts'
import { readComments, memberFrom, userFrom } from './github-comments.ts'
import { isPullRequest, readGithubFile, repositoryIn, leftOutOfDump } from './github-export.ts'

/** A dump of GitHub issues as what it asks for. */
export function planGithub(
  { text, name }: Pick<SourceFile, 'text' | 'name'>,
  options: FeedbackOptions,
): FeedbackPlan {
  const file = readGithubFile(readJsonFile(text))
  const reading = createFeedbackBuilder()
  for (const label of file.labels) reading.tag(tagOf(label), 'labels')

  const pull_requests: JsonObject[] = []
  const issues: JsonObject[] = []
  const seen = new Set<string>()
  const fallback = file.repository ?? options.source
  file.items.forEach((item, index) => {
    const path = file.pathOf(index)
    if (!isObject(item)) {
      const reason = `it is ${excerptOf(item)} and not an issue`
      reading.notebook.reject({ kind: 'posts', path, id: null, reason })
    } else if (isPullRequest(item)) pull_requests.push(item)
    else {
      issues.push(item)
      readIssue(reading, item, { path, fallback, seen })
    }
  })

  const source =
    fallback ?? issues.map(repositoryIn).find(Boolean) ?? name.replace(/\.json(\.gz)?$/i, '')
  const board: PlannedFeedbackBoard =
    options.board === undefined
      ? { external_ref: fittingRef(`github:${source}`), name: source }
      : { known: options.board }
  return reading.plan('github', board, leftOutOfDump(file, issues, pull_requests))
}

interface Where {
  readonly path: string
  /** The repository of issues that do not name theirs. */
  readonly fallback: string | undefined
  readonly seen: Set<string>
}

/** One issue as a post, with its comments. */
function readIssue(reading: FeedbackReading, issue: JsonObject, where: Where): void {
  const { notebook } = reading
  const { path, seen } = where
  const id = idOf(issue['number']) ?? idOf(issue['id']) ?? null
  const ref = refOf(issue, where.fallback)
  if (ref === undefined) {
    notebook.reject({ kind: 'posts', path, id, reason: 'it has no number, id or address' })
    return
  }
  if (seen.has(ref)) {
    notebook.warn('the same issue again, the first one counts', `${path} (${id})`)
    return
  }
  seen.add(ref)
  const texts = { of: 'issues[]', title: issue['title'], details: issue['body'] }
  const written = postTexts(reading, { path, id }, texts)
  if (!written) {
    for (const _ of arrayOf(issue['comments'])) notebook.warn('comment on a rejected issue', path)
    return
  }

  const external_ref = fittingRef(ref)
  const milestone = issue['milestone']
  const due = isObject(milestone) ? (milestone['due_on'] ?? milestone['dueOn']) : undefined
  reading.posts.push({
    external_ref,
    path,
    ...written,
    status: issueStatus(issue['state'], issue['state_reason'] ?? issue['stateReason']),
    tags: reading.tags(arrayOf(issue['labels']).map(tagOf), id ?? path),
    owner_ref: memberFrom(reading, arrayOf(issue['assignees'])[0] ?? issue['assignee']),
    // The day as it is written: GitHub's due dates are days, and say so with a time somewhere on them.
    eta: instantOf(due) === undefined ? undefined : String(due).slice(0, 10),
    user_ref: userFrom(reading, issue['user'] ?? issue['author']),
    imported_votes: votesOf(issue['reactions']),
    duplicate_of: undefined,
    created_at: instantOf(issue['created_at'] ?? issue['createdAt']),
    updated_at: instantOf(issue['updated_at'] ?? issue['updatedAt']),
  })
  readComments(reading, issue, { external_ref, path })
}

/** By its number in its repository; else by an id that is GitHub's own, or by its address. */
function refOf(issue: JsonObject, fallback: string | undefined): string | undefined {
  const repository = repositoryIn(issue) ?? fallback
  const number = idOf(issue['number'])
  if (repository !== undefined && number !== undefined) return `github:${repository}#${number}`
  const other = idOf(issue['id']) ?? idOf(issue['html_url']) ?? idOf(issue['url']) ?? number
  return other === undefined ? undefined : `github:${other}`
}

/** Who voted is not known, so these are no votes of users here. */
function votesOf(reactions: unknown): number {
  if (!isObject(reactions)) return 0
  const count = reactions['+1'] ?? reactions['total_count']
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 0
}

/** A label of a dump: its name, or an object with name and colour. */
function tagOf(label: unknown): PlannedTag {
  const { name, color } = isObject(label) ? label : { name: label }
  return { name: typeof name === 'string' ? name : '', color: hexOf(color) }
}

const hexOf = (color: unknown): string | undefined =>
  typeof color === 'string' && /^#?[0-9a-f]{6}$/i.test(color)
    ? `#${color.replace('#', '').toLowerCase()}`
    : undefined
