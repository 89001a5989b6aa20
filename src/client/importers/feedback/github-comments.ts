import { openCommentRefs } from '#client/importers/core/external-ref.ts'
import { instantOf } from '#client/importers/core/parse-date.ts'
import {
  arrayOf,
  excerptOf,
  idOf,
  isObject,
  type JsonObject,
} from '#client/importers/formats/json.ts'
import { type FeedbackReading, commentText } from './feedback-builder.ts'

/** The comments of an issue whose texts are in the file, the oldest first. None of them is internal. */
export function readComments(
  reading: FeedbackReading,
  issue: JsonObject,
  post: { readonly external_ref: string; readonly path: string },
): void {
  const refOf = openCommentRefs()
  const found = arrayOf(issue['comments']).flatMap((comment, index) => {
    const path = `${post.path}.comments[${index}]`
    if (!isObject(comment)) {
      const reason = `it is ${excerptOf(comment)} and not an object`
      reading.notebook.reject({ kind: 'comments', path, id: null, reason })
      return []
    }
    const created_at = instantOf(comment['created_at'] ?? comment['createdAt'])
    const id = idOf(comment['id'])
    const body = commentText(reading, { path, id: id ?? null }, comment['body'])
    if (body === undefined) return []
    // Without an id a comment is known by its moment: its place may change when others are deleted.
    const place = `comment/${id ?? created_at ?? index}`
    return [
      {
        external_ref: refOf(post.external_ref, place),
        post_ref: post.external_ref,
        path,
        body,
        internal: false,
        author: writerOf(reading, comment),
        created_at,
        updated_at: instantOf(comment['updated_at'] ?? comment['updatedAt']),
      },
    ]
  })
  const moment = ({ created_at }: (typeof found)[number]) => created_at ?? ''
  reading.comments.push(...found.toSorted((a, b) => (moment(a) < moment(b) ? -1 : 1)))
}

function writerOf(reading: FeedbackReading, comment: JsonObject) {
  const who = comment['user'] ?? comment['author']
  const association = comment['author_association'] ?? comment['authorAssociation']
  const member_ref = isOfTheTeam(association) ? memberFrom(reading, who) : undefined
  return member_ref === undefined ? { user_ref: userFrom(reading, who) } : { member_ref }
}

interface Account {
  readonly ref: string
  readonly name: string
  readonly bot: boolean
}

/** Somebody of a GitHub dump: a login, an object with one, or nothing when the account is deleted. */
function accountOf(value: unknown): Account {
  const login = idOf(isObject(value) ? value['login'] : value)
  if (login === undefined || login === 'ghost')
    return { ref: 'github:ghost', name: 'Deleted user', bot: false }
  const { name, type, is_bot } = isObject(value) ? value : {}
  return {
    ref: `github:${login}`,
    name: idOf(name) ?? login,
    bot: type === 'Bot' || is_bot === true || login.endsWith('[bot]'),
  }
}

export function userFrom(reading: FeedbackReading, value: unknown): string {
  const { ref, name, bot } = accountOf(value)
  return reading.user({ ref, external_id: ref, name, bot })
}

/** Undefined when nobody is named. */
export function memberFrom(reading: FeedbackReading, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const { ref, name } = accountOf(value)
  return reading.member({ external_ref: ref, name })
}

/** Those who may decide: what they write is the team's word. */
const isOfTheTeam = (association: unknown) => association === 'MEMBER' || association === 'OWNER'
