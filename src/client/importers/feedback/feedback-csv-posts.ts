import { fittingRef } from '#client/importers/core/external-ref.ts'
import { grouped } from '#client/importers/core/grouped.ts'
import type { CsvRecord } from '#client/importers/formats/csv-records.ts'
import type { FeedbackReading } from './feedback-builder.ts'
import { countIn, tagsIn, timeIn, userIn } from './feedback-cells.ts'
import { readResponse } from './feedback-responses.ts'
import { statusKey } from './feedback-status.ts'
import { postTexts } from './feedback-texts.ts'

export const postRef = (source: string, id: string) => fittingRef(`${source}:${id}`)

/** A count of votes stands for those whose voters the file of votes does not name. */
export function readPostRows(
  reading: FeedbackReading,
  source: string,
  records: readonly CsvRecord[],
  votes: readonly CsvRecord[],
): void {
  const named = grouped(votes, (vote) => vote.cell('post_id'))
  const seen = new Set<string>()
  for (const record of records) {
    const id = record.cell('id')
    const place = { path: record.path, id: id || null }
    const reason =
      id === '' ? 'it has no id' : seen.has(id) && 'its id stands twice; the first one counts'
    if (reason !== false) {
      reading.notebook.reject({ kind: 'posts', ...place, reason })
      continue
    }
    seen.add(id)
    const texts = { of: 'posts', title: record.cell('title'), details: record.cell('body') }
    const written = postTexts(reading, place, texts)
    if (!written) continue
    const external_ref = postRef(source, id)
    const author = { email: record.cell('author_email'), name: record.cell('author_name') }
    const voters = new Set(named.get(id)?.map((vote) => vote.cell('voter_email').toLowerCase()))
    reading.posts.push({
      external_ref,
      path: record.path,
      ...written,
      status: statusKey(record.cell('status')),
      tags: reading.tags(tagsIn(reading, record, 'tags'), id),
      owner_ref: undefined,
      eta: undefined,
      user_ref: userIn(reading, source, author),
      imported_votes: Math.max(0, countIn(reading, record, 'vote_count') - voters.size),
      duplicate_of: undefined,
      created_at: timeIn(reading, record, 'created_at'),
      updated_at: timeIn(reading, record, 'updated_at'),
    })
    const columns = { text: 'response', email: 'response_by', name: '', time: 'response_at' }
    readResponse(reading, record, { source, post_ref: external_ref, columns })
  }
}
