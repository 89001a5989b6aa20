import { fittingRef } from '#client/importers/core/external-ref.ts'
import type { CsvRecord } from '#client/importers/formats/csv-records.ts'
import type { FeedbackReading } from './feedback-builder.ts'
import { staffIn, timeIn } from './feedback-cells.ts'
import { commentText } from './feedback-texts.ts'

interface Response {
  readonly source: string
  readonly post_ref: string
  /** Names of the columns; an empty one is not there. */
  readonly columns: Readonly<Record<'text' | 'name' | 'email' | 'time', string>>
}

/** What the team answered, which other products keep with the post: a comment of the team. */
export function readResponse(
  reading: FeedbackReading,
  record: CsvRecord,
  { source, post_ref, columns }: Response,
): void {
  const { path } = record
  const text = record.cell(columns.text)
  const body = text === '' ? undefined : commentText(reading, { path, id: post_ref }, text)
  if (body === undefined) return
  const person = { email: record.cell(columns.email), name: record.cell(columns.name) }
  const moment = timeIn(reading, record, columns.time)
  reading.comments.push({
    external_ref: fittingRef(`${post_ref}/response`),
    post_ref,
    path,
    body,
    internal: false,
    author: staffIn(reading, source, person),
    created_at: moment,
    updated_at: moment,
  })
}
