import { createExternalRef } from '#client/importers/core/external-ref.ts'
import { parseInstant } from '#client/importers/core/parse-date.ts'
import { type ListedRecord, nodesOf } from '#client/importers/formats/json-pages.ts'
import { formatExcerpt, isObject, type JsonObject, idOf } from '#client/importers/formats/json.ts'
import { parseNameList } from '#client/importers/formats/name-list.ts'
import { createFeedbackBuilder, type FeedbackBuilder, parsePostTexts } from './feedback-builder.ts'
import { parseIssueStatus } from './feedback-cells.ts'
import type { FeedbackOptions, FeedbackPlan, PlannedTag } from './feedback-plan.ts'
import { addComments, addGithubMember, addGithubUser } from './github-comments.ts'
import {
  assigneesOf,
  isAccount,
  isHexColor,
  isPullRequest,
  parseGithubExport,
  parseRepository,
  unmappedGithubFields,
} from './github-export.ts'
import { countReactions } from './github-reactions.ts'

/** The plan of an export of GitHub issues. */
export function planGithub(
  json: unknown,
  file_name: string,
  options: FeedbackOptions,
): FeedbackPlan {
  const file = parseGithubExport(json)
  const builder = createFeedbackBuilder(options)
  for (const tag of parseTags(builder, 'labels', file.labels)) builder.addTag(tag, 'labels')

  const pull_requests: JsonObject[] = []
  const issues: JsonObject[] = []
  const seenRefs = new Set<string>()
  const defaultRepository = file.repository ?? options.source
  for (const { item, path } of mergePages(file.items, defaultRepository)) {
    if (!isObject(item)) {
      const reason = `expected an issue, found ${formatExcerpt(item)}`
      builder.findings.reject({ kind: 'posts', path, id: null, reason })
    } else if (isPullRequest(item)) pull_requests.push(item)
    else {
      if (addIssue(builder, item, { path, defaultRepository, seenRefs })) issues.push(item)
    }
  }
  const missing = (file.total ?? 0) - file.items.length
  if (missing > 0) {
    const example = `${missing} of ${file.total}`
    builder.findings.warn('missing_issues', {}, example)
  }

  const source =
    defaultRepository ??
    issues.map(parseRepository).find(Boolean) ??
    file_name.replace(/\.(?:(?:nd)?json|jsonl)(?:\.gz)?$/i, '')
  const board = { external_ref: createExternalRef(`github:${source}`), name: source }
  return builder.toPlan('github', board, unmappedGithubFields(file, issues, pull_requests))
}

/** An issue whose comments are read page by page is there once for each page: they are all comments of the first. */
function mergePages(
  items: readonly ListedRecord[],
  defaultRepository: string | undefined,
): readonly ListedRecord[] {
  const first = new Map<string, number>()
  const merged = [...items]
  for (const [at, { item }] of items.entries()) {
    const ref = isObject(item) ? createIssueRef(item, defaultRepository) : undefined
    if (ref === undefined || !isObject(item)) continue
    const firstAt = first.get(ref)
    const target = firstAt === undefined ? undefined : merged[firstAt]
    if (firstAt === undefined || !target || !isObject(target.item)) first.set(ref, at)
    else merged[firstAt] = { ...target, item: withComments(target.item, nodesOf(item['comments'])) }
  }
  return merged
}

/** With those that the issue does not have yet. */
function withComments(issue: JsonObject, more: readonly unknown[]): JsonObject {
  const { comments } = issue
  const own = nodesOf(comments)
  const ids = new Set(own.map((one) => (isObject(one) ? idOf(one['id']) : undefined)))
  const others = more.filter((one) => {
    const id = isObject(one) ? idOf(one['id']) : undefined
    return id !== undefined && !ids.has(id)
  })
  if (others.length === 0) return issue
  const nodes = [...own, ...others]
  return {
    ...issue,
    comments: Array.isArray(comments) ? nodes : { ...(isObject(comments) && comments), nodes },
  }
}

interface IssueContext {
  readonly path: string
  /** The repository of issues that do not name theirs. */
  readonly defaultRepository: string | undefined
  readonly seenRefs: Set<string>
}

/** One issue as a post, with its comments; false for one that is there already. */
function addIssue(builder: FeedbackBuilder, issue: JsonObject, context: IssueContext): boolean {
  const { findings } = builder
  const { path, seenRefs } = context
  const id = idOf(issue['number']) ?? idOf(issue['id']) ?? null
  const ref = createIssueRef(issue, context.defaultRepository)
  if (ref === undefined) {
    findings.reject({ kind: 'posts', path, id, reason: 'missing number, id and URL' })
    return true
  }
  if (seenRefs.has(ref)) {
    findings.warn('repeated_issue', {}, `${path} (${id})`)
    return false
  }
  seenRefs.add(ref)
  const texts = { fieldPath: 'issues[]', title: issue['title'], details: issue['body'] }
  const written = parsePostTexts(builder, { path, id }, texts)
  if (!written) {
    for (const _ of nodesOf(issue['comments'])) findings.warn('comment_of_rejected_issue', {}, path)
    return true
  }

  for (const account of nodesOf(issue['assignees']))
    if (!isAccount(account))
      findings.warn('unreadable', { path: 'issues[].assignees' }, formatExcerpt(account))
  const external_ref = createExternalRef(ref)
  const milestone = issue['milestone']
  const dueOn = isObject(milestone) ? (milestone['due_on'] ?? milestone['dueOn']) : undefined
  builder.posts.push({
    external_ref,
    path,
    ...written,
    status: parseIssueStatus(issue['state'], issue['state_reason'] ?? issue['stateReason']),
    tags: builder.tags(parseLabels(builder, issue['labels']), id ?? path),
    owner_ref: addGithubMember(builder, assigneesOf(issue)[0] ?? issue['assignee']),
    // The day as it is written: GitHub's due dates are days, and say so with a time somewhere on them.
    eta: parseInstant(dueOn) === undefined ? undefined : String(dueOn).slice(0, 10),
    user_ref: addGithubUser(builder, issue['user'] ?? issue['author']),
    imported_votes: countReactions(issue).votes,
    created_at: parseInstant(issue['created_at'] ?? issue['createdAt']),
    updated_at: parseInstant(issue['updated_at'] ?? issue['updatedAt']),
  })
  addComments(builder, issue, { external_ref, path })
  return true
}

/** By its number in its repository; else by an id that is GitHub's own, or by its address. */
function createIssueRef(
  issue: JsonObject,
  defaultRepository: string | undefined,
): string | undefined {
  const repository = parseRepository(issue) ?? defaultRepository
  const number = idOf(issue['number'])
  if (repository !== undefined && number !== undefined) return `github:${repository}#${number}`
  const id = idOf(issue['id']) ?? idOf(issue['html_url']) ?? idOf(issue['url']) ?? number
  return id === undefined ? undefined : `github:${id}`
}

/** The labels of an issue: a list, or their names in one text. */
const parseLabels = (builder: FeedbackBuilder, labels: unknown): PlannedTag[] =>
  typeof labels === 'string'
    ? parseNameList(labels).map(parseTag)
    : parseTags(builder, 'issues[].labels', nodesOf(labels))

function parseTags(
  { findings }: FeedbackBuilder,
  path: string,
  labels: readonly unknown[],
): PlannedTag[] {
  return labels.flatMap((label) => {
    const tag = parseTag(label)
    if (tag.name.trim() !== '') return [tag]
    findings.warn('unreadable', { path }, formatExcerpt(label))
    return []
  })
}

/** A label of a dump: its name, or an object with name and colour. */
function parseTag(label: unknown): PlannedTag {
  const { name, color } = isObject(label) ? label : { name: label }
  return { name: typeof name === 'string' ? name : '', color: parseHexColor(color) }
}

const parseHexColor = (color: unknown): string | undefined =>
  isHexColor(color) ? `#${color.replace('#', '').toLowerCase()}` : undefined
