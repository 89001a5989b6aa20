import { fittingRef } from '#client/importers/core/external-ref.ts'
import { instantOf } from '#client/importers/core/instant.ts'
import { arrayOf, idOf, isObject, type JsonObject } from '#client/importers/formats/json-values.ts'
import type { FeedbackReading } from './feedback-builder.ts'
import { issueStatus } from './feedback-status.ts'
import { postTexts } from './feedback-texts.ts'
import { readComments } from './github-comments.ts'
import { repositoryIn } from './github-export.ts'
import { tagOf } from './github-labels.ts'
import { memberFrom, userFrom } from './github-people.ts'

interface Where {
  readonly path: string
  /** The repository of issues that do not name theirs. */
  readonly fallback: string | undefined
  readonly seen: Set<string>
}

/** One issue as a post, with its comments. */
export function readIssue(reading: FeedbackReading, issue: JsonObject, where: Where): void {
  const { notebook } = reading
  const { path, seen } = where
  const id = idOf(issue['number']) ?? idOf(issue['id']) ?? null
  const ref = refOf(issue, where.fallback)
  if (ref === undefined) {
    notebook.reject({ kind: 'posts', path, id, reason: 'it has no number, id or address' })
    return
  }
  if (seen.has(ref)) {
    notebook.note('the same issue again, the first one counts', `${path} (${id})`)
    return
  }
  seen.add(ref)
  const texts = { of: 'issues[]', title: issue['title'], details: issue['body'] }
  const written = postTexts(reading, { path, id }, texts)
  if (!written) {
    for (const _ of arrayOf(issue['comments'])) notebook.note('comment on a rejected issue', path)
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
