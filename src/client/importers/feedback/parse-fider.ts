import { createExternalRef } from '#client/importers/core/external-ref.ts'
import { type CsvRecord, unmappedColumns, toCsvRecords } from '#client/importers/formats/csv.ts'
import { type FeedbackBuilder, createFeedbackBuilder, parsePostTexts } from './feedback-builder.ts'
import {
  parseCountCell,
  parseTagsCell,
  parseTimeCell,
  addUserFromRow,
  addResponseComment,
  normalizeStatus,
} from './feedback-cells.ts'
import type { FeedbackOptions, FeedbackPlan } from './feedback-plan.ts'
import type { FeedbackTable } from './parse-feedback-csv.ts'

const mappedColumns = new Set(
  'number title description created_at created_by votes_count status responded_by responded_at response original_number original_title tags'.split(
    ' ',
  ),
)

/** The CSV file that Fider exports. */
export function planFider(
  { name, table, date_orders }: FeedbackTable,
  options: FeedbackOptions,
): FeedbackPlan {
  const source = options.source ?? 'fider'
  const builder = createFeedbackBuilder(options)
  const numbers = new Set<string>()
  const records = toCsvRecords(table, name, date_orders).filter((record) =>
    isValidRow(builder, record, numbers),
  )
  const originals = resolveOriginals(builder, records)
  const titles = new Map(records.map((record) => [record.cell('number'), record.cell('title')]))
  const createRef = (number: string) => createExternalRef(`${source}:${number}`)

  for (const record of records) {
    const number = record.cell('number')
    const location = { path: record.path, id: number }
    const texts = {
      fieldPath: 'posts',
      title: record.cell('title'),
      details: record.cell('description'),
    }
    const postTexts = parsePostTexts(builder, location, texts)
    if (!postTexts) continue
    const original = originals.get(number)
    // It repeats what the original is called.
    const original_title = record.cell('original_title')
    if (original_title !== '' && original_title !== titles.get(original ?? ''))
      builder.findings.warn('belongs_to_nothing', { path: 'original_title' }, record.path)
    const created_at = parseTimeCell(builder, record, 'created_at')
    const external_ref = createRef(number)
    builder.posts.push({
      external_ref,
      path: record.path,
      ...postTexts,
      status: normalizeStatus(record.cell('status')),
      tags: builder.tags(parseTagsCell(builder, record, 'tags'), number),
      user_ref: addUserFromRow(builder, source, { email: '', name: record.cell('created_by') }),
      imported_votes: parseCountCell(builder, record, 'votes_count'),
      duplicate_of: original === undefined ? undefined : createRef(original),
      created_at,
      updated_at: parseTimeCell(builder, record, 'responded_at') ?? created_at,
    })
    const columns = { text: 'response', name: 'responded_by', email: '', time: 'responded_at' }
    addResponseComment(builder, record, { source, post_ref: external_ref, columns })
  }
  const board = { external_ref: createRef('board'), name: options.source ?? 'Fider' }
  const not_mapped = unmappedColumns(table, name, mappedColumns)
  return builder.toPlan('fider', board, { not_mapped, empty: [] })
}

function isValidRow(
  { findings }: FeedbackBuilder,
  record: CsvRecord,
  numbers: Set<string>,
): boolean {
  const number = record.cell('number')
  const reason = record.hasExtra
    ? 'more cells than columns'
    : number === ''
      ? 'missing number'
      : numbers.has(number) && 'duplicate number: only the first row of it is read'
  if (reason === false) {
    numbers.add(number)
    return true
  }
  findings.reject({ kind: 'posts', path: record.path, id: number || null, reason })
  return false
}

/**
 * The post that each duplicate repeats in the end, by number. A duplicate of a duplicate leads to what that one repeats,
 * so that every link leads to a post of its own.
 */
function resolveOriginals(
  { findings }: FeedbackBuilder,
  records: readonly CsvRecord[],
): ReadonlyMap<string, string> {
  const duplicates = new Map(
    records.map((record) => [record.cell('number'), record.cell('original_number')]),
  )
  const originals = new Map<string, string>()
  for (const [number, first] of duplicates) {
    if (first === '') continue
    const visited = new Set([number])
    let original = first
    while (duplicates.get(original) && !visited.has(original)) {
      visited.add(original)
      original = duplicates.get(original) ?? ''
    }
    if (visited.has(original)) findings.warn('circular_original', {}, number)
    else if (!duplicates.has(original))
      findings.warn('missing_original', {}, `${number} of ${original}`)
    else originals.set(number, original)
  }
  return originals
}
