import { fittingRef } from '#client/importers/core/external-ref.ts'
import { columnsLeft, csvRecords } from '#client/importers/formats/csv-records.ts'
import { type FeedbackReading, openReading } from './feedback-builder.ts'
import { readPostRows } from './feedback-csv-posts.ts'
import { readCommentRows, readVoteRows } from './feedback-csv-said.ts'
import type { FeedbackOptions, FeedbackPlan, PlannedFeedbackBoard } from './feedback-plan.ts'
import type { FeedbackTable, TableKind } from './feedback-tables.ts'

type PlainKind = Exclude<TableKind, 'fider'>

const said = 'id post_id body author_email author_name created_at'
const read: Readonly<Record<PlainKind, string>> = {
  posts:
    'id title body author_email author_name status tags vote_count created_at updated_at response response_at response_by',
  comments: `${said} is_staff`,
  notes: `${said} is_staff`,
  votes: 'post_id voter_email voter_name created_at',
}

/** Tables of posts, comments, notes and votes, which name each other's posts by id: together one import. */
export function planTables(
  tables: readonly FeedbackTable[],
  options: FeedbackOptions,
): FeedbackPlan {
  const source = options.source ?? 'csv'
  const reading = openReading()
  const rows = (kind: PlainKind) =>
    tables
      .filter((one) => one.kind === kind)
      .flatMap(({ table, name }) => csvRecords(table, name))
      .filter((record) => {
        if (!record.hasExtra) return true
        rejectLong(reading, kind, record.path)
        return false
      })
  const votes = rows('votes')
  readPostRows(reading, source, rows('posts'), votes)
  readCommentRows(reading, source, rows('comments'), 'comment')
  readCommentRows(reading, source, rows('notes'), 'note')
  readVoteRows(reading, source, votes)

  const first = tables.find(({ kind }) => kind === 'posts')
  const name = options.source ?? first?.name.replace(/\.\w+$/, '') ?? source
  const board: PlannedFeedbackBoard =
    options.board === undefined
      ? { external_ref: fittingRef(`${source}:board`), name }
      : { known: options.board }
  const not_mapped = tables.flatMap(({ kind, name: file_name, table }) =>
    columnsLeft(table, file_name, new Set((kind === 'fider' ? '' : read[kind]).split(' '))),
  )
  return reading.plan('csv', board, { not_mapped, empty: [] })
}

function rejectLong({ notebook }: FeedbackReading, kind: PlainKind, path: string): void {
  const reason = 'it has more cells than there are columns'
  notebook.reject({ kind: kind === 'notes' ? 'comments' : kind, path, id: null, reason })
}
