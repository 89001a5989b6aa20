import { openCommentRefs } from '#client/importers/core/comment-refs.ts'
import { instantOf } from '#client/importers/core/instant.ts'
import {
  arrayOf,
  excerptOf,
  idOf,
  isObject,
  type JsonObject,
} from '#client/importers/formats/json-values.ts'
import type { FeedbackReading } from './feedback-builder.ts'
import { commentText } from './feedback-texts.ts'
import { isOfTheTeam, memberFrom, userFrom } from './github-people.ts'

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
