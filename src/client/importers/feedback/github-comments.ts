import { createCommentRefs } from '#client/importers/core/external-ref.ts'
import { parseInstant } from '#client/importers/core/parse-date.ts'
import { nodesOf } from '#client/importers/formats/json-pages.ts'
import { formatExcerpt, idOf, isObject, type JsonObject } from '#client/importers/formats/json.ts'
import { type FeedbackBuilder, parseCommentText } from './feedback-builder.ts'
import { isTeamMember } from './github-export.ts'
import { isHidden } from './github-reactions.ts'

/**
 * The comments of an issue whose texts are in the file, the oldest first, without those that were hidden there. None of
 * them is internal.
 */
export function addComments(
  builder: FeedbackBuilder,
  issue: JsonObject,
  post: { readonly external_ref: string; readonly path: string },
): void {
  const createRef = createCommentRefs()
  const comments = nodesOf(issue['comments']).flatMap((comment, index) => {
    const path = `${post.path}.comments[${index}]`
    if (!isObject(comment)) {
      const reason = `expected an object, found ${formatExcerpt(comment)}`
      builder.findings.reject({ kind: 'comments', path, id: null, reason })
      return []
    }
    if (isHidden(comment)) return []
    const created_at = parseInstant(comment['created_at'] ?? comment['createdAt'])
    const id = idOf(comment['id'])
    const body = parseCommentText(builder, { path, id: id ?? null }, comment['body'])
    if (body === undefined) return []
    // Without an id a comment is known by its moment: its place may change when others are deleted.
    const suffix = `comment/${id ?? created_at ?? index}`
    return [
      {
        external_ref: createRef(post.external_ref, suffix),
        post_ref: post.external_ref,
        path,
        body,
        internal: false,
        author: parseAuthor(builder, comment),
        created_at,
        updated_at: parseInstant(comment['updated_at'] ?? comment['updatedAt']),
      },
    ]
  })
  const timeOf = ({ created_at }: (typeof comments)[number]) => created_at ?? ''
  builder.comments.push(...comments.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1)))
}

function parseAuthor(builder: FeedbackBuilder, comment: JsonObject) {
  const account = comment['user'] ?? comment['author']
  const association = comment['author_association'] ?? comment['authorAssociation']
  const member_ref = isTeamMember(association) ? addGithubMember(builder, account) : undefined
  return member_ref === undefined ? { user_ref: addGithubUser(builder, account) } : { member_ref }
}

interface Account {
  readonly ref: string
  readonly name: string
  readonly bot: boolean
}

/** Somebody of a GitHub dump: a login, an object with one, or nothing when the account is deleted. */
function parseAccount(value: unknown): Account {
  const account = idOf(isObject(value) ? value['login'] : value)
  if (account === undefined || account === 'ghost')
    return { ref: 'github:ghost', name: 'Deleted user', bot: false }
  const { name, type, is_bot, __typename } = isObject(value) ? value : {}
  // The same app is renovate[bot] in REST, app/renovate for gh, and a Bot called renovate in GraphQL.
  const isApp = account.startsWith('app/') || __typename === 'Bot'
  const login = isApp ? `${account.replace(/^app\/|\[bot\]$/g, '')}[bot]` : account
  return {
    ref: `github:${login}`,
    name: idOf(name) ?? login,
    bot: isApp || type === 'Bot' || is_bot === true || login.endsWith('[bot]'),
  }
}

export function addGithubUser(builder: FeedbackBuilder, value: unknown): string {
  const { ref, name, bot } = parseAccount(value)
  return builder.addUser({ ref, external_id: ref, name, bot })
}

/** Undefined when nobody is named. */
export function addGithubMember(builder: FeedbackBuilder, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const { ref, name } = parseAccount(value)
  return builder.addMember({ external_ref: ref, name })
}
