import { fittingRef } from '#client/importers/core/external-ref.ts'
import { type CsvRecord, columnsLeft, csvRecords } from '#client/importers/formats/csv.ts'
import { type FeedbackReading, createFeedbackBuilder, postTexts } from './feedback-builder.ts'
import { countIn, tagsIn, timeIn, userIn, readResponse, statusKey } from './feedback-cells.ts'
import type { FeedbackOptions, FeedbackPlan } from './feedback-plan.ts'
import type { FeedbackTable } from './parse-feedback-csv.ts'

const read = new Set(
  'number title description created_at created_by votes_count status responded_by responded_at response original_number original_title tags'.split(
    ' ',
  ),
)

/** The CSV file that Fider exports. */
export function planFider({ name, table }: FeedbackTable, options: FeedbackOptions): FeedbackPlan {
  const source = options.source ?? 'fider'
  const reading = createFeedbackBuilder()
  const records = csvRecords(table, name).filter((record) => isSound(reading, record))
  const originals = originalsOf(reading, records)
  const refOf = (number: string) => fittingRef(`${source}:${number}`)

  for (const record of records) {
    const number = record.cell('number')
    const place = { path: record.path, id: number }
    const texts = { of: 'posts', title: record.cell('title'), details: record.cell('description') }
    const written = postTexts(reading, place, texts)
    if (!written) continue
    const original = originals.get(number)
    const created_at = timeIn(reading, record, 'created_at')
    const external_ref = refOf(number)
    reading.posts.push({
      external_ref,
      path: record.path,
      ...written,
      status: statusKey(record.cell('status')),
      tags: reading.tags(tagsIn(reading, record, 'tags'), number),
      owner_ref: undefined,
      eta: undefined,
      user_ref: userIn(reading, source, { email: '', name: record.cell('created_by') }),
      imported_votes: countIn(reading, record, 'votes_count'),
      duplicate_of: original === undefined ? undefined : refOf(original),
      created_at,
      updated_at: timeIn(reading, record, 'responded_at') ?? created_at,
    })
    const columns = { text: 'response', name: 'responded_by', email: '', time: 'responded_at' }
    readResponse(reading, record, { source, post_ref: external_ref, columns })
  }
  const board =
    options.board === undefined
      ? { external_ref: fittingRef(`${source}:board`), name: options.source ?? 'Fider' }
      : { known: options.board }
  return reading.plan('fider', board, { not_mapped: columnsLeft(table, name, read), empty: [] })
}

function isSound({ notebook }: FeedbackReading, record: CsvRecord): boolean {
  const number = record.cell('number')
  const reason = record.hasExtra
    ? 'it has more cells than there are columns'
    : number === '' && 'it has no number'
  if (reason === false) return true
  notebook.reject({ kind: 'posts', path: record.path, id: number || null, reason })
  return false
}

/**
 * The post that each duplicate repeats in the end, by number. A duplicate of a duplicate leads to what that one repeats,
 * so that every link leads to a post of its own.
 */
function originalsOf(
  { notebook }: FeedbackReading,
  records: readonly CsvRecord[],
): ReadonlyMap<string, string> {
  const repeats = new Map(
    records.map((record) => [record.cell('number'), record.cell('original_number')]),
  )
  const originals = new Map<string, string>()
  for (const [number, first] of repeats) {
    if (first === '') continue
    const passed = new Set([number])
    let original = first
    while (repeats.get(original) && !passed.has(original)) {
      passed.add(original)
      original = repeats.get(original) ?? ''
    }
    if (passed.has(original)) notebook.warn('original_number: leads in a circle, left out', number)
    else if (!repeats.has(original))
      notebook.warn('original_number: not in the file, left out', `${number} of ${original}`)
    else originals.set(number, original)
  }
  return originals
}
