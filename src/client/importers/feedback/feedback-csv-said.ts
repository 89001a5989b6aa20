import { openCommentRefs } from '#client/importers/core/comment-refs.ts'
import type { CsvRecord } from '#client/importers/formats/csv-records.ts'
import type { FeedbackReading } from './feedback-builder.ts'
import { staffIn, timeIn, userIn } from './feedback-cells.ts'
import { postRef } from './feedback-csv-posts.ts'
import { commentText } from './feedback-texts.ts'

/** Comments of users or the team, or notes that only the team sees. */
export function readCommentRows(
  reading: FeedbackReading,
  source: string,
  records: readonly CsvRecord[],
  kind: 'comment' | 'note',
): void {
  const refOf = openCommentRefs()
  for (const record of records) {
    const { path } = record
    const post_id = record.cell('post_id')
    if (post_id === '') {
      reading.notebook.reject({ kind: 'comments', path, id: null, reason: 'it has no post_id' })
      continue
    }
    const body = commentText(reading, { path, id: post_id }, record.cell('body'))
    if (body === undefined) continue
    const post_ref = postRef(source, post_id)
    const created_at = timeIn(reading, record, 'created_at')
    const person = { email: record.cell('author_email'), name: record.cell('author_name') }
    const isStaff = kind === 'note' || /^(true|yes|1)$/i.test(record.cell('is_staff'))
    const name = record.cell('id') || created_at
    reading.comments.push({
      external_ref: refOf(post_ref, name === undefined ? kind : `${kind}/${name}`),
      post_ref,
      path,
      body,
      internal: kind === 'note',
      author: isStaff
        ? staffIn(reading, source, person)
        : { user_ref: userIn(reading, source, person) },
      created_at,
      updated_at: created_at,
    })
  }
}

export function readVoteRows(
  reading: FeedbackReading,
  source: string,
  records: readonly CsvRecord[],
): void {
  for (const record of records) {
    const { path } = record
    const [post_id, email] = [record.cell('post_id'), record.cell('voter_email')]
    if (post_id === '' || email === '') {
      const reason = post_id === '' ? 'it has no post_id' : 'it has no voter_email'
      reading.notebook.reject({ kind: 'votes', path, id: post_id || null, reason })
      continue
    }
    reading.votes.push({
      path,
      post_ref: postRef(source, post_id),
      user_ref: userIn(reading, source, { email, name: record.cell('voter_name') }),
      created_at: timeIn(reading, record, 'created_at'),
    })
  }
}
